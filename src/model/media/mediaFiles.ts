import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import type { CmsFile, FileReplacement } from "../../client/index.ts";
import { fileFailure, fileIdOf, readFile, readFileContent } from "../reading/fileReader.ts";
import { fileSnapshot } from "../content/fileSnapshot.ts";
import { uploadTimeoutMs } from "./mediaLibrary.ts";
import type { Snapshot } from "../documents/snapshotReader.ts";
import { mediaType, type Address } from "../foundation/address.ts";
import { textIn } from "../foundation/json.ts";
import { done, failed, mapOutcome, refused } from "../foundation/outcome.ts";
import type { InboundRelation } from "../find/inboundRelations.ts";
import type { TypedService } from "../schemas/catalogs.ts";
import type { ChangeDependencies } from "../save/changeDependencies.ts";
import type { ChangeResult } from "../journal/changeFailure.ts";
import type { JournalEntry } from "../journal/journal.ts";
import { noLocale } from "../journal/journalEntry.ts";
import { deleteRecorded } from "../publish/publicationWriter.ts";
import { readForChange } from "../writing/documentChange.ts";
import { writeRecorded } from "../writing/recordedWrite.ts";
import { changeReportOf, requireNothingLost, type ChangeReport } from "../writing/changeReport.ts";
import { verify } from "../writing/verification.ts";
import { mayHaveArrived } from "../writing/writer.ts";

export interface FilePreview {
  readonly file: CmsFile;
  readonly version: number;
  /** The file's bytes, in base64; undefined if the journal does not keep them, or if it is large. */
  readonly bytes: string | undefined;
}

type ReplacementFile = Pick<FileReplacement, "path" | "type" | "onProgress" | "signal">;

const maxKeptBytes = 5_000_000;

/** A signal cancels an action on a file only before its request is sent. */
export class MediaFiles {
  readonly #dependencies: ChangeDependencies;

  constructor(dependencies: ChangeDependencies) {
    this.#dependencies = dependencies;
  }

  async preview(address: Address, signal?: AbortSignal): ChangeResult<FilePreview> {
    const [unknown, service] = await this.#service(address);
    if (unknown) return failed(unknown);
    const [failure, file] = await readFile(service, address, { signal });
    if (failure) return failed(failure);
    const { journal } = this.#dependencies;
    const { url, size } = file;
    const maxBytes = Math.min(maxKeptBytes, Math.floor(journal.maxSize / 4));
    // The read fails for a file on another origin, whose bytes are not kept.
    const outcome =
      journal.isEnabled(address) && size * 1_000 <= maxBytes
        ? await readFileContent(service, { url, maxBytes }, { signal })
        : undefined;
    const bytes = outcome?.[1] ? Buffer.from(outcome[1].bytes).toString("base64") : undefined;
    return done({ file, version: Date.parse(file.updatedAt) || 0, bytes });
  }

  /** Deletes a file that is unchanged since its preview. */
  async delete(
    address: Address,
    { file, version, bytes }: FilePreview,
    inbound: readonly InboundRelation[],
    signal?: AbortSignal,
  ): ChangeResult<ChangeReport> {
    const [moved, currentFile] = await readForChange(address, this.#dependencies, version, signal);
    if (moved) return failed(moved);
    const { service, now } = currentFile;
    const contents = { before: { [noLocale]: now.content }, after: {}, bytes };
    const entry = { action: "delete", address, title: now.title, inbound, ...contents } as const;
    return deleteRecorded({ service, address, fileId: file.id }, entry, this.#dependencies);
  }

  /** Replaces a file that is unchanged since its preview. Its texts and its URL stay. */
  async replace(
    address: Address,
    { version, bytes }: Pick<FilePreview, "version" | "bytes">,
    replacing: ReplacementFile,
    undoes?: string,
  ): ChangeResult<ChangeReport> {
    const { signal } = replacing;
    const [moved, currentFile] = await readForChange(address, this.#dependencies, version, signal);
    if (moved) return failed(moved);
    const { service, now } = currentFile;
    const content = { [noLocale]: now.content };
    const contents = { before: content, after: content, bytes };
    const entry = { action: "replace", address, title: now.title, undoes, ...contents } as const;
    const [failure, snapshot] = await writeRecorded(this.#dependencies.journal, entry, service, {
      send: async (): ChangeResult<Snapshot> => {
        const [unknown, id] = await fileIdOf(service, address);
        if (unknown) return failed(unknown);
        // Without a name, the service would use the name of the local file.
        const name = textIn(now.content, "name");
        const replacement = { id, name, timeoutMs: uploadTimeoutMs, ...replacing };
        const [error, file] = await service.cms.upload().replace(replacement);
        if (!error) return done(fileSnapshot(file, service));
        if (!mayHaveArrived(error)) return failed(fileFailure(error));
        const [blind, latestFile] = await this.#dependencies.reader.read(address);
        const isUntouched = !blind && latestFile.version === now.version;
        return failed({ code: "service", error, arrived: isUntouched ? "no" : "unknown" });
      },
      after: (newSnapshot) => ({ [noLocale]: newSnapshot.content }),
    });
    if (failure) return failed(failure);
    this.#dependencies.documents.recordWrite(address, snapshot);
    this.#dependencies.lists.refresh(address);
    const { deviations } = verify(now.content, snapshot.content, service);
    const written = requireNothingLost({ report: changeReportOf({ deviations }) });
    return mapOutcome(written, ({ report }) => report);
  }

  /** The last one that can be undone. */
  async replacement(address: Address): Promise<JournalEntry | undefined> {
    const changes = await this.#dependencies.journal.undoable(address);
    return changes.find(
      ({ action, bytes, outcome }) =>
        action === "replace" && outcome === "done" && bytes !== undefined,
    );
  }

  /** Uploads the bytes from before a replacement. The current name and texts stay. */
  async undoReplacement({ id, address, bytes, before }: JournalEntry): ChangeResult<ChangeReport> {
    const [failure, current] = await this.preview(address);
    if (failure) return failed(failure);
    if (bytes === undefined) return failed({ code: "nothing-to-undo" });
    const facts = factsIn(before[noLocale]);
    return asTemporaryFile(Buffer.from(bytes, "base64"), facts.name, (path) =>
      this.replace(address, current, { path, type: facts.mime }, id),
    );
  }

  /** Uploads a deleted file again, under a new documentId and URL. */
  async restore(entry: JournalEntry): ChangeResult<Address> {
    const { id: undoes, address, title, before, bytes } = entry;
    const [unknown, service] = await this.#service(address);
    if (unknown) return failed(unknown);
    const [absent] = await readFile(service, address);
    if (!absent) return failed({ code: "still-there" });
    if (absent.code !== "gone") return failed(absent);
    if (bytes === undefined) return failed({ code: "nothing-to-undo" });
    const { [noLocale]: content = {} } = before;
    const { name, mime: type } = factsIn(content);
    const restoreEntry = { action: "restore", address, title, after: before, undoes } as const;
    const [failure, restoredFile] = await asTemporaryFile(
      Buffer.from(bytes, "base64"),
      name,
      (path) =>
        writeRecorded(this.#dependencies.journal, restoreEntry, service, {
          send: async (): ChangeResult<ReturnType<typeof fileSnapshot>> => {
            const texts = {
              alternativeText: textIn(content, "alternativeText"),
              caption: textIn(content, "caption"),
            };
            const file = { path, name, type, timeoutMs: uploadTimeoutMs, ...texts };
            const [error, uploaded] = await service.cms.upload().create(file);
            if (error) return refused(error);
            return done(fileSnapshot(uploaded, service));
          },
          after: (snapshot) => ({ [noLocale]: snapshot.content }),
        }),
    );
    this.#dependencies.lists.refresh(address);
    if (failure) return failed(failure);
    return done({ ...address, id: restoredFile.facts.documentId });
  }

  #service({ connection }: Address): ChangeResult<TypedService> {
    return this.#dependencies.catalogs.type(connection, mediaType);
  }
}

function factsIn(content: JournalEntry["before"][string] = {}) {
  const { $: facts = null } = content;
  const mime = facts !== null && typeof facts === "object" && "mime" in facts ? facts["mime"] : "";
  return {
    name: textIn(content, "name"),
    mime: typeof mime === "string" && mime !== "" ? mime : "application/octet-stream",
  };
}

/** The endings that a replacement may have, because the URL keeps its own; empty if it has none. */
export function replacementEndings({ ext }: Pick<CmsFile, "ext">): string[] {
  const ending = (ext ?? "").replace(/^\./, "").toLowerCase();
  return /^jpe?g$/.test(ending) ? ["jpg", "jpeg"] : [ending].filter(Boolean);
}

/** Deletes the file when `work` ends. */
export async function asTemporaryFile<T>(
  bytes: Uint8Array,
  name: string,
  work: (path: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "cms-media-"));
  try {
    const path = join(folder, `file${extname(name).replace(/[^.\w]/g, "")}`);
    await writeFile(path, bytes, { mode: 0o600 });
    return await work(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
