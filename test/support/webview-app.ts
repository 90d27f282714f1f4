import { connect } from "node:net";
import type { ActivityHost, App } from "../../packages/virtual-android/src/apps/app.js";
import type { View } from "../../packages/virtual-android/src/ui/view.js";
import { column, text } from "../../packages/virtual-android/src/ui/widgets/basic.js";
import { button } from "../../packages/virtual-android/src/ui/widgets/buttons.js";
import type { Product } from "./product.js";

export const WEB_APP = "com.fovea.webapp";

/** An app with a title, a WebView without a tree of its page, and a button below. */
export interface WebApp {
  readonly make: () => App;
  /** The points where the WebView was touched, in its own pixels. */
  readonly touched: { readonly x: number; readonly y: number }[];
  /** Called at the end of each touch. */
  onTouch: (x: number, y: number) => void;
  /** The nodes of its page that the WebView itself reports. */
  children: readonly View[];
  /** Makes the app draw again. */
  update(): void;
}

export function webApp(): WebApp {
  let host: ActivityHost | null = null;
  const app: WebApp = {
    touched: [],
    onTouch: () => {},
    children: [],
    update: () => host?.update(),
    make: () => ({
      packageName: WEB_APP,
      label: "Web app",
      icon: { symbol: "globe", color: 0xff1f8f8f },
      activities: [
        {
          className: `${WEB_APP}.MainActivity`,
          isLauncher: true,
          open: (one) => {
            host = one;
            return {
              content: () => column([text("Shop", { id: "title" }), webView(app), button("Close", () => {})], FILL),
            };
          },
        },
      ],
    }),
  };
  return app;
}

const FILL = { width: "fill", height: "fill" } as const;

function webView(app: WebApp): View {
  return {
    className: "android.webkit.WebView",
    id: "web",
    width: "fill",
    weight: 1,
    isFocusable: true,
    background: "surface",
    children: app.children,
    onTouch: (kind, x, y) => {
      if (kind !== "up") return;
      app.touched.push({ x, y });
      app.onTouch(x, y);
    },
  };
}

/** The process id of an app of the phone. */
export function pidOf({ phone }: Pick<Product, "phone">, packageName: string): number {
  const found = phone.state().processes.find(({ processName }) => processName === packageName);
  if (!found) throw new Error(`${packageName} does not run`);
  return found.pid;
}

/** Connects an abstract socket of the phone to a port of this host; gives a function that ends this. */
export function behindSocket({ device }: Pick<Product, "device">, name: string, port: number): () => void {
  return device.listeners.listen(`localabstract:${name}`, (connection) => {
    const socket = connect(port, "127.0.0.1");
    const ended = new AbortController();
    const end = () => {
      ended.abort();
      connection.close();
      socket.destroy();
    };
    socket.on("error", end).on("close", end);
    void (async () => {
      for (;;) {
        const bytes = await connection.read(65_536, ended.signal);
        if (bytes === null) break;
        socket.write(bytes);
      }
      end();
    })().catch(end);
    void (async () => {
      for await (const bytes of socket) await connection.write(bytes, ended.signal);
      end();
    })().catch(end);
  });
}
