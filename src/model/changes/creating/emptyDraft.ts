import type { Address } from "../../foundation/address.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, failed } from "../../foundation/outcome.ts";
import type { TypedService } from "../../schemas/catalogs.ts";
import type { ChangeFailure } from "../changeFailure.ts";
import type { Journal } from "../journal/journal.ts";
import { contentIn } from "../journal/journalEntry.ts";
import { writeRecorded } from "../writing/recorded.ts";
import { mayHaveArrived } from "../writing/writer.ts";

/** A document to create without content. */
interface EmptyDraft {
  /** Its id is the documentId that the document gets. */
  readonly address: Address;
  readonly title: string;
  /** The id that all writes of one action share. */
  readonly group: string;
}

/**
 * Creates a draft with a chosen documentId as an administrator. Fails if the document exists, so
 * that nothing is overwritten.
 */
export async function createEmptyDraft(
  { address, title, group }: EmptyDraft,
  service: TypedService,
  journal: Journal,
): Promise<Outcome<null, ChangeFailure>> {
  const { type, manage } = service;
  if (!manage) return failed({ code: "declined" });
  const { id: documentId, locale } = address;
  const entry = { action: "create", address, title, after: contentIn(address, {}), group } as const;
  return writeRecorded(journal, entry, service, {
    send: async () => {
      const [refusal] = await manage((admin) =>
        admin.create({ uid: type.uid, documentId, locale }),
      );
      if (refusal?.code !== "service") return refusal ? failed(refusal) : done(null);
      const { error } = refusal;
      return failed(mayHaveArrived(error) ? { ...refusal, arrived: "unknown" } : refusal);
    },
  });
}
