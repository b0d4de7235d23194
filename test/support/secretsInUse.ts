import type { Access } from "./service.ts";

/** The secrets of all services that this process started. */
const inUse = new Set<string>();

/** Matches the JWTs that a service creates when users sign in. */
const jwt = String.raw`eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}`;

/** Registers secrets that must not appear in any output. */
export function keepSecret({ tokens, user, admin }: Access): void {
  for (const secret of [...Object.values(tokens), user.password, admin.password]) inUse.add(secret);
}

/** Matches a secret of any service of this process, or any JWT. */
export const anySecret = (): RegExp =>
  new RegExp([...[...inUse].map((secret) => secret.replace(/\W/g, "\\$&")), jwt].join("|"));
