import { singleId, type Address } from "../foundation/address.ts";
import { groupedBy, sizedChunks } from "../foundation/chunks.ts";
import { textIn } from "../foundation/json.ts";
import { done } from "../foundation/outcome.ts";
import type { TypedService } from "../schemas/catalogs.ts";
import { documentsPerRequest, readLocalizations, readVersions } from "./documentReader.ts";
import type { RowsOutcome, VersionRequest } from "./readRequests.ts";

/** The version in one locale; null is the default locale. */
type LocaleVersion = Pick<VersionRequest, "status"> & { readonly locale: string | null };

interface WaitingRead {
  readonly service: TypedService;
  readonly id: string;
  readonly which: LocaleVersion;
  readonly resolve: (outcome: RowsOutcome) => void;
  readonly reject: (error: unknown) => void;
}

/** Reads that wait for each other, so that one request reads many documents. */
export class JoinedReads {
  #waiting: WaitingRead[] = [];
  #waits = true;

  /** Reads a document with all of its content, when `start` is called. */
  read(service: TypedService, { id }: Address, which: LocaleVersion): Promise<RowsOutcome> {
    if (id === singleId) return readLocalizations(service, { id }, which);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ service, id, which, resolve, reject });
      if (!this.#waits) this.start();
    });
  }

  /** Starts the reads that wait. After the last start, none waits any more. */
  start(isLast = false): void {
    this.#waits &&= !isLast;
    const groups = groupedBy(this.#waiting, ({ service: { type }, which }) =>
      JSON.stringify([type.uid, which.status, which.locale]),
    );
    this.#waiting = [];
    for (const group of groups.values())
      for (const chunk of sizedChunks(group, documentsPerRequest))
        readTogether(chunk).catch((error: unknown) => {
          for (const { reject } of chunk) reject(error);
        });
  }
}

async function readTogether(reads: readonly WaitingRead[]): Promise<void> {
  const [first, ...more] = reads;
  if (!first) return;
  const ids = reads.map(({ id }) => id);
  const outcome = await readVersions(first.service, ids, first.which);
  // One document may be the reason why the others can't be read. After two, it is the service.
  let remainingTries = more.length === 0 ? 0 : 2;
  for (const { service, id, which, resolve } of reads) {
    if (!outcome[0] || remainingTries === 0) {
      resolve(rowsOf(outcome, id));
      continue;
    }
    const ownOutcome = await readLocalizations(service, { id }, which);
    if (ownOutcome[0]) remainingTries -= 1;
    resolve(ownOutcome);
  }
}

const rowsOf = (outcome: RowsOutcome, id: string): RowsOutcome =>
  outcome[0] ? outcome : done(outcome[1].filter((row) => textIn(row, "documentId") === id));
