/** A tenant with the public key of its NATS user. */
export interface TenantKey {
  readonly tenant: string;
  readonly key: string;
}

export interface ServerOptions {
  /** The public key of the farm's own user, for hosts and for those who manage the farm. */
  readonly farmKey: string;
  readonly tenants: readonly TenantKey[];
  /** The folder of the server's state. */
  readonly store: string;
  /** The paths of its certificate and private key; without them, it listens on this host only. */
  readonly tls: { readonly cert: string; readonly key: string } | null;
}

/**
 * The configuration of nats-server. The farm's state belongs to one account; each tenant has its own account, from
 * which only `farm.TENANT.>` is reachable. So no tenant can read the state, write a lease, or act as another tenant.
 * Pure.
 */
export function natsConfig({ farmKey, tenants, store, tls }: ServerOptions): string {
  const quoted = (text: string) => JSON.stringify(text);
  const exports = tenants.map(({ tenant }) => {
    return `      { service: "farm.${tenant}.>", accounts: [TENANT_${tenant}], response_type: stream }`;
  });
  const accounts = tenants.map(({ tenant, key }) =>
    [
      `  TENANT_${tenant} {`,
      "    users: [{",
      `      nkey: ${key}`,
      `      permissions: { publish: ["farm.${tenant}.>"], subscribe: ["_INBOX.>"] }`,
      "    }]",
      `    imports: [{ service: { account: FARM, subject: "farm.${tenant}.>" } }]`,
      "  }",
    ].join("\n"),
  );
  const listen = tls
    ? `listen: "0.0.0.0:4222"\ntls { cert_file: ${quoted(tls.cert)}, key_file: ${quoted(tls.key)} }`
    : 'listen: "127.0.0.1:4222"';
  return `# A farm of Fovea with ${tenants.length} ${tenants.length === 1 ? "tenant" : "tenants"} (docs/farm.md)
${listen}
jetstream { store_dir: ${quoted(store)}, sync_interval: always }
accounts {
  FARM {
    jetstream: enabled
    users: [{ nkey: ${farmKey} }]
    exports: [
${exports.join("\n")}
    ]
  }
${accounts.join("\n")}
}
`;
}
