import type { CmsRole } from "../../src/client/index.ts";

/** The service's message for a missing role. */
export const noSuchRole =
  "1 relation(s) of type plugin::users-permissions.role associated with this entity do not exist";

/** The type of a populated role. */
export const roleTypeOf = (user: { readonly role?: unknown } | null): unknown =>
  (user?.role as CmsRole | undefined)?.type;
