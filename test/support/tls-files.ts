import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A self-signed certificate of 127.0.0.1 and its key, as files in their own folder. */
export interface TlsFiles extends Disposable {
  readonly folder: string;
  readonly cert: string;
  readonly key: string;
  /** The TLS part of a NATS server's configuration. */
  readonly config: string;
}

/** Makes the files. Needs openssl. */
export function makeTlsFiles(): TlsFiles {
  const folder = mkdtempSync(join(tmpdir(), "fovea-tls-"));
  const [cert, key] = [join(folder, "cert.pem"), join(folder, "key.pem")];
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  const name = ["-subj", "/CN=farm", "-addext", "subjectAltName=IP:127.0.0.1", "-days", "2"];
  execFileSync("openssl", ["req", "-x509", ...curve, ...name, "-keyout", key, "-out", cert], { stdio: "ignore" });
  const config = `tls { cert_file: ${JSON.stringify(cert)}, key_file: ${JSON.stringify(key)} }`;
  return { folder, cert, key, config, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}
