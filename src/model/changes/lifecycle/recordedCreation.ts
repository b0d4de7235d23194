import type { Address } from "../../foundation/address.ts";
import type { TypedService } from "../../schemas/catalogs.ts";
import { createDocument } from "../creating/creation.ts";
import type { CreatedDocument } from "../creating/creation.ts";
import type { LocalizedContents, Journal } from "../journal/journal.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, failed } from "../../foundation/outcome.ts";
import type { ChangeFailure } from "../changeFailure.ts";
import type { Draft } from "../../documents/reader.ts";
import { writeRecorded } from "../journal/recorded.ts";
import { contentsOf } from "./wholeDocument.ts";

/** A request to recreate a document. */
interface RecreationRequest {
  readonly address: Address;
  readonly title: string;
  readonly contents: LocalizedContents;
  /** The documentId of an existing document that lacks these locales. */
  readonly existingId?: string | undefined;
  /** The action in the journal; `restore` by default. */
  readonly action?: "restore" | "localize";
  /** The id of the entry that it undoes. */
  readonly undoes?: string;
}

interface CreationAttempt {
  readonly outcome: Outcome<CreatedDocument, ChangeFailure>;
  readonly made: readonly Draft[];
}

/**
 * Creates a document like `createDocument`. Records the created locales in the journal, even if
 * others failed.
 */
export async function createRecordedDocument(
  service: TypedService,
  {
    address: { connection, type, id },
    title,
    contents,
    existingId,
    undoes,
    action = "restore",
  }: RecreationRequest,
  journal: Journal,
): Promise<Outcome<CreatedDocument, ChangeFailure>> {
  const address = { connection, type, id };
  const send = async (): Promise<Outcome<CreationAttempt, ChangeFailure>> => {
    const made: Draft[] = [];
    const onMade = (draft: Draft): void => void made.push(draft);
    const outcome = await createDocument(service, address, contents, { existingId, onMade });
    return outcome[0] && made.length === 0 ? failed(outcome[0]) : done({ outcome, made });
  };
  const facts = {
    action,
    address,
    title,
    paths: [],
    ...(undoes && { undoes }),
  };
  const [failure, attempt] = await writeRecorded(
    journal,
    { ...facts, before: {}, after: contents },
    service,
    { send, after: ({ made }) => contentsOf(made) },
  );
  return failure ? failed(failure) : attempt.outcome;
}
