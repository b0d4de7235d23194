import type { Access } from "./service.ts";

/** The secrets of all services that this process started. */
const inUse = new Set<string>();

/** Matches the JWTs that a service creates when users sign in. */
const jwt = String.raw`eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}`;

/** Registers the secrets of a service, which must not appear in any output. */
export function keepSecret({ tokens, user, admin }: Access): void {
  keepTexts([...Object.values(tokens), user.password, admin.password]);
}

/** Registers texts that must not appear in any output. */
export function keepTexts(secrets: readonly string[]): void {
  for (const secret of secrets) inUse.add(secret);
}

/** Matches a secret of any service of this process, or any JWT. */
export const anySecret = (): RegExp =>
  new RegExp([...[...inUse].map((secret) => secret.replace(/\W/g, "\\$&")), jwt].join("|"));
