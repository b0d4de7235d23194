import type { Address } from "../foundation/address.ts";
import type { ChangeDependencies } from "../save/changeDependencies.ts";
import { done, failed, withoutDetails } from "../foundation/outcome.ts";
import type { ChangeResult } from "../journal/changeFailure.ts";
import type { Snapshot } from "../documents/snapshotReader.ts";
import { serviceFor } from "../schemas/userType.ts";
import { writeAndVerify } from "../writing/writer.ts";

/** Sets only the password, live at once. It is not recorded, so it can't be undone. */
export async function setPassword(
  { catalogs, reader, documents }: ChangeDependencies,
  address: Address,
  { password, now }: { readonly password: string; readonly now: Snapshot },
): ChangeResult<null> {
  const [unknown, service] = await serviceFor(address, now.content, catalogs);
  if (unknown) return failed(unknown);
  const change = { data: { password }, before: now, expected: now.content };
  const [failure, written] = await writeAndVerify({ service, address, ...change, reader });
  if (failure) return failed(withoutDetails(failure));
  documents.recordWrite(address, written.snapshot);
  return done(null);
}
