import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { startVirtualPhone } from "virtual-android";

await using phone = await startVirtualPhone({ app: "form", api: 34 });

// What is on the screen, beside adb: what your client should have read.
const title = phone.screen.elements().find(({ text }) => text === "Create account");
console.log(title?.text, title?.bounds);

// Any adb client finds it; this one asks the adb server which phones there are.
const request = "host:devices";
const socket = connect(phone.adbServerPort ?? 0, "127.0.0.1");
socket.write(request.length.toString(16).padStart(4, "0") + request);
console.log(request, await text(socket));

// The next two dumps hang for a second, as they do on a phone whose screen never rests.
phone.faults.add({ command: "^uiautomator dump", times: 2, fault: { kind: "hang", forMs: 1000 } });
phone.screen.rotate(1);
phone.cable.unplug();
