import type { JsonObject } from "../foundation/json.ts";
import { done, failed, type Outcome } from "../foundation/outcome.ts";
import type { Attributes, Catalog } from "../schemas/catalog.ts";
import type { ContentFolder, Entry, FileFailure, StateProblem } from "./contentFolder.ts";
import { basesOf, mergeInside } from "./bases.ts";
import { decideFile, type FileDecision } from "./decisions.ts";
import { contentDigests } from "./folderForm.ts";
import type { SourceDocument, SourceFile } from "./folderSource.ts";
import { documentIdsIn, headsOf, withHead, withoutHead, type Digests, type Head } from "./heads.ts";

/** A file of the folder and what is, or was, to be done with it. */
export type FileChange = {
  readonly path: string;
  /** What the service has, in the form of a file; undefined if it has nothing or was not asked. */
  readonly content?: JsonObject | undefined;
  /** What the file had; undefined if there was none or the service was not asked. */
  readonly file?: JsonObject | undefined;
} & (
  | FileDecision
  /** It has no content, such as a file with the marks of a conflict. */
  | { readonly kind: "unreadable"; readonly failure: FileFailure }
  | {
      readonly kind: "unclear";
      readonly why:
        | StateProblem
        | "changed-meanwhile"
        /** The service has another document instead, with the same key and other values. */
        | "other-document"
        /** Some file systems can't have the name of a new file. */
        | "unsafe-name"
        /** Its list has other components than before, and the folder leaves parts of them out. */
        | "left-out-parts";
    }
);

/** Whether only the file was changed since the last pull. */
export const isOnlyLocal = (change: FileChange): boolean =>
  change.kind === "compared" &&
  change.remote.length + change.merged.length + change.conflicts.length === 0;

/** A file, what the service has of it, and what follows from both and the heads. */
export interface FileComparison {
  /** Undefined if there is no file. */
  readonly file: JsonObject | undefined;
  /** Those of the file; empty if there is none. */
  readonly fileDigests: Digests;
  /** The attributes that were compared: those that the service returned. */
  readonly compared: Attributes;
  /** What the service has, in the form of a file; empty if it has no such document. */
  readonly content: JsonObject;
  /** Those of `content`. */
  readonly digests: Digests;
  readonly decision: FileDecision;
  /** The merged values of attributes that both sides changed. An empty one is absent. */
  readonly merged: JsonObject;
  /** The heads of the document. Those of this file may be later ones than the state file has. */
  readonly heads: readonly Head[];
}

interface ComparisonContext {
  readonly folder: ContentFolder;
  readonly environment: string;
  readonly catalog: Catalog;
}

/** The heads once both sides have the same values, apart from those that only the file changed. */
export function comparedHeads(
  { locale, attributes, service }: SourceFile,
  { compared, digests, heads }: FileComparison,
): readonly Head[] {
  const { documentId = "", isPublished = false } = service ?? {};
  const isUnread = (name: string) => attributes.has(name) && !compared.has(name);
  return withHead(heads, { locale, documentId, isPublished, digests }, isUnread);
}

/**
 * Whether the service has another document instead of the one that was pulled, and they differ. If all
 * their values are equal, it is the same one with another documentId.
 */
export async function isOtherDocument(
  { entry, files }: SourceDocument,
  context: ComparisonContext,
): Promise<boolean> {
  const earlierIds = documentIdsIn(entry.heads);
  const { documentId } = files.flatMap(({ service }) => service ?? [])[0] ?? {};
  if (documentId === undefined || earlierIds.length === 0 || earlierIds.includes(documentId))
    return false;
  const outcomes = await Promise.all(files.map((file) => compareFile(file, entry, context)));
  return !outcomes.every(([, comparison]) => comparison && isSame(comparison.decision));
}

/** The files of such a document: nothing is written or sent. */
export const otherDocument = (
  { entry, files }: SourceDocument,
  folder: ContentFolder,
): FileChange[] =>
  files.map(({ locale }) => {
    return { path: folder.pathOf(entry, locale), kind: "unclear", why: "other-document" };
  });

/** Whether both sides have the same, or nothing any more. */
const isSame = (decision: FileDecision): boolean =>
  decision.kind === "deleted" ||
  (decision.kind === "compared" &&
    decision.local.length + decision.remote.length + decision.conflicts.length === 0);

/** Compares a file with the service and the heads of its document. */
export async function compareFile(
  { locale, attributes, service }: SourceFile,
  entry: Entry,
  { folder, environment, catalog }: ComparisonContext,
): Promise<Outcome<FileComparison, FileFailure>> {
  const [failure, file] = await folder.read(folder.pathOf(entry, locale));
  if (failure) return failed(failure);
  const { compared = attributes, content = {} } = service ?? {};
  const digests = contentDigests(content, compared, catalog);
  const fileDigests = contentDigests(file ?? {}, compared, catalog);
  const states = {
    file: file && fileDigests,
    service: service && digests,
    ...{ heads: headsOf(entry.heads, locale), names: [...compared.keys()] },
  };
  const known = { file, fileDigests, compared, content, digests, merged: {}, heads: entry.heads };
  const decision = decideFile(states);
  if (decision.kind !== "compared" || isSame(decision) || states.heads.length === 0)
    return done({ ...known, decision });
  const bases = await basesOf(
    { folder, environment, entry, locale },
    { digests, compared, catalog },
  );
  const based = decideFile({ ...states, heads: bases.states });
  if (based.kind !== "compared") return done({ ...known, decision: based });
  const merge = mergeInside(based.conflicts, { file: file ?? {}, service: content }, bases, {
    compared,
    catalog,
  });
  const areOwn = bases.heads.every((head) => entry.heads.includes(head));
  return done({
    ...{ ...known, merged: merge.values },
    heads: areOwn ? entry.heads : [...withoutHead(entry.heads, locale), ...bases.heads],
    decision: {
      ...based,
      ...{ merged: merge.names, doubt: bases.doubt },
      conflicts: based.conflicts.filter((name) => !merge.names.includes(name)),
    },
  });
}
