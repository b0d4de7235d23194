import type { Address } from "../address.ts";
import type { Service } from "../schemas/catalogs.ts";
import type { JsonObject } from "../json.ts";
import type { Outcome } from "../outcome.ts";
import { done, failed, refused } from "../outcome.ts";
import type { Snapshot } from "../documents/reader.ts";
import { userSnapshot } from "../documents/userSnapshot.ts";

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
