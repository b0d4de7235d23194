import type { Access } from "./service.ts";

/** The secrets of the services of this process. */
const inUse = new Set<string>();

/** Matches tokens that a service signs when a user signs in. */
const jwt = String.raw`eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}`;

/** From now on these secrets must not appear in any output. */
export function keepSecret({ tokens, user, admin }: Access): void {
  for (const secret of [...Object.values(tokens), user.password, admin.password]) inUse.add(secret);
}

/** Finds a secret of any service of this process, or a token that a service derived from it. */
export const anySecret = (): RegExp =>
  new RegExp([...[...inUse].map((secret) => secret.replace(/\W/g, "\\$&")), jwt].join("|"));
