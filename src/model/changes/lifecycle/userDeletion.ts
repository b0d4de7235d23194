import type { Address } from "../../foundation/address.ts";
import type { Catalogs } from "../../schemas/catalogs.ts";
import type { Content } from "../../query/listing/content.ts";
import type { Documents } from "../saving/documents.ts";
import type { Journal } from "../journal/journal.ts";
import { noLocale, groupOf } from "../journal/journalEntry.ts";
import type { Grouped } from "../journal/journalEntry.ts";
import { sendDelete } from "./lifecycleWriter.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, failed } from "../../foundation/outcome.ts";
import type { ChangeFailure } from "../changeFailure.ts";
import type { Draft, Reader } from "../../documents/reader.ts";
import { writeRecorded } from "../journal/recorded.ts";
import { serviceFor } from "../../schemas/userType.ts";

interface UserDeletionDependencies {
  readonly catalogs: Catalogs;
  readonly content: Content;
  readonly documents: Documents;
  readonly journal: Journal;
  readonly reader: Reader;
}

/**
 * Deletes a user that is unchanged since its preview. The journal keeps the user's values, but the
 * account can't be recreated without its password. A signal cancels the delete only before the
 * request is sent.
 */
export async function deleteUser(
  address: Address,
  preview: Pick<Draft, "version"> & Grouped,
  { catalogs, content, documents, journal, reader }: UserDeletionDependencies,
  signal?: AbortSignal,
): Promise<Outcome<null, ChangeFailure>> {
  const [gone, now] = await reader.read(address, signal);
  if (gone) return failed(gone);
  if (now.version !== preview.version) return failed({ code: "changed-meanwhile" });
  const [unknown, service] = await serviceFor(address, now.content, catalogs);
  if (unknown) return failed(unknown);
  if (signal?.aborted) return failed({ code: "declined" });
  const facts = { action: "delete", address, title: now.title, paths: [] } as const;
  const entry = { ...facts, before: { [noLocale]: now.content }, after: {}, ...groupOf(preview) };
  const [failure] = await writeRecorded(journal, entry, service, {
    send: () => sendDelete(service, address, reader),
    after: () => ({}),
  });
  if (failure) return failed(failure);
  content.forget(address);
  documents.drop(address);
  return done(null);
}
