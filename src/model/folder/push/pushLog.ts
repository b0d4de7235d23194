import { singleId } from "../../foundation/address.ts";
import { textIn } from "../../foundation/json.ts";
import { whyOf } from "../../foundation/outcome.ts";
import { codeOf } from "../../foundation/textFiles.ts";
import type { ImportPlan } from "../../import/importPlan.ts";
import { ImportResultsLog } from "../../import/importResultsLog.ts";
import type { WrittenRecord } from "../../import/importRun.ts";
import type { RecordEntry } from "../../import/recordIndex.ts";
import type { ResultsStore } from "../../import/recordResult.ts";
import type { PushPlan } from "./contentPush.ts";
import type { PushItem, SentFile } from "./changedFiles.ts";
import { headsOf, pushedDigest, withHead, type Digests, type Head } from "../heads.ts";

/**
 * Notes a push in the heads of its documents, beside the results log. They get what the service holds
 * after each write that was verified: never what the disk holds.
 */
export class PushLog extends ImportResultsLog {
  readonly #push: PushPlan;
  /** The attributes that still lack relations, by line. */
  readonly #pending = new Map<number, readonly string[]>();
  readonly #records: ImportPlan;
  /** The files of a document have one state, which one note after the other changes. */
  #lastNote: Promise<void> = Promise.resolve();

  constructor(results: ResultsStore, records: ImportPlan, push: PushPlan) {
    super(results, records);
    this.#records = records;
    this.#push = push;
  }

  /** Notes also the documents that an interrupted push has created. The plan found them equal. */
  override async begin(): Promise<void> {
    await super.begin();
    const foundLines = new Set([...this.#records.unchanged, ...this.#records.done]);
    for (const { line, group, earlier } of this.#records.index.all) {
      const item = this.#push.items[line - 1];
      const { documentId = "" } = group;
      if (!item || !foundLines.has(line) || earlier?.isDone === true || documentId === singleId)
        continue;
      await this.#note(item, (heads, file) =>
        headsAfter(heads, {
          ...{ item, file, documentId },
          ...{ names: file.names, stored: file.fileDigests },
        }),
      );
    }
  }

  /** From now on, the document belongs to its files, whatever happens next. */
  override async answered(entry: RecordEntry): Promise<void> {
    const item = this.#push.items[entry.line - 1];
    const { documentId } = entry.group;
    if (item && documentId !== undefined && documentId !== singleId) {
      const { uid } = item.type.service.type;
      this.#push.source.references.addDocument(uid, documentId, item.entry);
      await this.#note(item, (heads, { locale }) =>
        headsOf(heads, locale).length > 0
          ? heads
          : withHead(heads, { locale, documentId, isPublished: false, digests: new Map() }),
      );
    }
    await super.answered(entry);
  }

  override async written(record: WrittenRecord): Promise<void> {
    const { entry, kind, pending, written } = record;
    const item = this.#push.items[entry.line - 1];
    if (item && written && !written.report.unverified) {
      const linked = kind === "link" ? this.#pending.get(entry.line) : undefined;
      const documentId = textIn({ ...written.snapshot.facts }, "documentId");
      await this.#note(item, (heads, file) => {
        // Without a head, the first step was that of an interrupted push.
        const isKnown = headsOf(heads, file.locale).length > 0;
        const isWritten = (name: string) =>
          !pending.includes(name) && (!isKnown || linked?.includes(name) !== false);
        const names = file.names.filter(isWritten);
        const { source } = this.#push;
        const stored = source.digestsIn(written.writtenContent, file.attributes, item.type);
        return headsAfter(heads, { item, file, names, documentId, stored });
      });
    }
    this.#pending.set(entry.line, pending);
    await super.written(record);
  }

  async #note(
    item: PushItem,
    change: (heads: readonly Head[], file: SentFile) => readonly Head[],
  ): Promise<void> {
    const { folder, environment } = this.#push.request;
    const note = async (): Promise<void> => {
      try {
        await folder.changeState(environment, item.entry, (heads) =>
          item.files.reduce(change, heads),
        );
      } catch (error) {
        if (codeOf(error) === "") throw error;
        this.failure ??= { code: "results-not-kept", why: whyOf(error) };
      }
    };
    const noted = this.#lastNote.then(note);
    this.#lastNote = noted.catch(() => undefined);
    return noted;
  }
}

interface StoredValues {
  readonly item: PushItem;
  readonly file: SentFile;
  /** The attributes that were sent. */
  readonly names: readonly string[];
  readonly documentId: string;
  /** Those of the service. */
  readonly stored: Digests;
}

/** The heads once the service has the values of a file. Other attributes keep what the heads say. */
function headsAfter(
  heads: readonly Head[],
  { item, file, names, documentId, stored }: StoredValues,
): readonly Head[] {
  const { locale, attributes, fileDigests, digests: before } = file;
  const earlier = headsOf(item.entry.heads, locale);
  // What both sides had, and no head, counts as pulled.
  const same = [...attributes.keys()].filter(
    (name) =>
      !file.names.includes(name) &&
      fileDigests.get(name) === before.get(name) &&
      !earlier.some((head) => head.digests.get(name) === before.get(name)),
  );
  const noted = new Map(same.map((name) => [name, before.get(name)]));
  for (const name of names) {
    file.stored.set(name, stored.get(name));
    noted.set(name, pushedDigest(fileDigests.get(name), stored.get(name)));
  }
  const digests = new Map(
    [...noted].flatMap(([name, digest]) => (digest === undefined ? [] : [[name, digest] as const])),
  );
  const isPublished = headsOf(heads, locale).some((head) => head.isPublished);
  return withHead(heads, { locale, documentId, isPublished, digests }, (name) => !noted.has(name));
}
