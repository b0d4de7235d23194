import type { Address } from "../../foundation/address.ts";
import type { Service } from "../../schemas/catalogs.ts";
import type { JsonObject } from "../../foundation/json.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, failed, refused } from "../../foundation/outcome.ts";
import type { Snapshot } from "../../documents/snapshot/reader.ts";
import { userSnapshot } from "../../documents/snapshot/userSnapshot.ts";

/** Writes attributes of a user, live at once, and answers with the user as it is now. */
export async function writeUser(
  { cms }: Service,
  address: Address,
  { data }: { readonly data: JsonObject },
): Promise<Outcome<Snapshot>> {
  const id = Number(address.id);
  if (!Number.isInteger(id)) return failed({ code: "gone" });
  const [error, user] = await cms.users().update({ id, data });
  if (!error) return done(userSnapshot(user, address.connection));
  return error.name === "NotFoundError" ? failed({ code: "gone" }) : refused(error);
}
