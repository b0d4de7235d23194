import type { Address } from "../../foundation/address.ts";
import type { TypedService } from "../../schemas/catalogs.ts";
import { createDocument } from "../creating/creation.ts";
import type { Created } from "../creating/creation.ts";
import type { Contents, Journal } from "../journal/journal.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, failed } from "../../foundation/outcome.ts";
import type { Draft } from "../../documents/snapshot/reader.ts";
import { recorded } from "../journal/recorded.ts";
import { contentsOf } from "./wholeDocument.ts";

/** A document that is to be made again. */
interface Again {
  readonly address: Address;
  readonly title: string;
  readonly contents: Contents;
  /** The documentId of one that is there, and lacks these locales. */
  readonly known?: string | undefined;
  /** What the journal calls it; a restore unless it says otherwise. */
  readonly action?: "restore" | "localize";
  /** The id of the entry that it takes back. */
  readonly undoes?: string;
}

interface Attempt {
  readonly outcome: Outcome<Created>;
  readonly made: readonly Draft[];
}

/** Makes a document, as `createDocument`. What was made is in the journal, also where the rest failed. */
export async function createRecorded(
  service: TypedService,
  { address: { connection, type, id }, title, contents, known, undoes, action = "restore" }: Again,
  journal: Journal,
): Promise<Outcome<Created>> {
  const address = { connection, type, id };
  const send = async (): Promise<Outcome<Attempt>> => {
    const made: Draft[] = [];
    const onMade = (draft: Draft): void => void made.push(draft);
    const outcome = await createDocument(service, address, contents, { known, onMade });
    return outcome[0] && made.length === 0 ? failed(outcome[0]) : done({ outcome, made });
  };
  const facts = {
    action,
    address,
    title,
    paths: [],
    ...(undoes && { undoes }),
  };
  const [failure, attempt] = await recorded(
    journal,
    { ...facts, before: {}, after: contents },
    service,
    { send, after: ({ made }) => contentsOf(made) },
  );
  return failure ? failed(failure) : attempt.outcome;
}
