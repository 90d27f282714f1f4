/** A tenant with the public key of its user. */
export interface TenantKey {
  readonly tenant: string;
  readonly key: string;
}

export interface ServerOptions {
  /** The public key of the farm's own user: hosts, and who looks after the farm. */
  readonly farmKey: string;
  readonly tenants: readonly TenantKey[];
  /** Folder of the server's state. */
  readonly store: string;
  /** Files of its certificate and the key of that; it listens on this host alone without them. */
  readonly tls: { readonly cert: string; readonly key: string } | null;
}

/**
 * A configuration of nats-server: the farm's state belongs to one account, and each tenant has its own account,
 * of which only `farm.TENANT.>` leads there. So nobody can read the state, write a lease, or ask in the name of
 * another tenant. Pure.
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
