import type { Access } from "./service.ts";

/** What the services of this process let somebody in with. */
const inUse = new Set<string>();

/** What a service signs for whoever signs in. */
const jwt = String.raw`eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}`;

/** From now on none of these may be written down anywhere. */
export function keepSecret({ tokens, user, admin }: Access): void {
  for (const secret of [...Object.values(tokens), user.password, admin.password]) inUse.add(secret);
}

/** Finds a secret of any service of this process, and any that a service made of it. */
export const anySecret = (): RegExp =>
  new RegExp([...[...inUse].map((secret) => secret.replace(/\W/g, "\\$&")), jwt].join("|"));
