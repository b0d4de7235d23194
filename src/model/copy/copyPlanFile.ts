import type { Outcome } from "../foundation/outcome.ts";
import {
  boolean,
  choice,
  list,
  number,
  object,
  optional,
  readShape,
  record,
  text,
} from "../foundation/jsonShape.ts";
import type { ShapeFailure } from "../foundation/jsonShape.ts";
import type { CopyPlan } from "./copyPlan.ts";
import type { CopyDocument, CopyPart, NamedDocument } from "./copySource.ts";
import type { FieldOfType } from "../compare/fieldSet.ts";
import type { FileDifference } from "../media/fileMatching.ts";
import type { CopyFile } from "../media/fileTransfer.ts";
import type { Sides } from "../compare/documentPairs.ts";
import { decidedDocument, type UndecidedDocument } from "./undecidedDocuments.ts";
import type { Version } from "../compare/sideReader.ts";
import type { OtherChange } from "../journal/journalEntry.ts";
import { toJson } from "../foundation/json.ts";

/** A plan as a file that a person reviews and a later run applies. It holds no contents. */
export interface CopyPlanFile {
  readonly format: 1;
  /** The ids of the connections. */
  readonly from: string;
  readonly to: string;
  readonly services?: Sides<string> | undefined;
  readonly version: Version;
  readonly publish: boolean;
  readonly leaveEmpty?: readonly FieldOfType[] | undefined;
  /** The attributes that a person chose as keys, by type; empty for a type without a key. */
  readonly keys?: Readonly<Record<string, string>> | undefined;
  readonly documents: readonly FileDocument[];
  /** The documents that are copied only if a person decides so in the file. */
  readonly undecided?: readonly UndecidedDocument[] | undefined;
  /** The media files that the documents use. A person may change the match to `upload`. */
  readonly files: readonly PlannedFile[];
}

type PlannedFile = Omit<CopyFile, "failure">;

interface FileDocument extends Omit<CopyDocument, "parts"> {
  readonly parts: readonly FilePart[];
}

interface FilePart extends Omit<CopyPart, "reviewed"> {
  /** `none`: the target already has the values. */
  readonly action: "create" | "localize" | "change" | "link" | "none";
  readonly elsewhere?: readonly OtherChange[] | undefined;
}

/** What a plan does not know of itself. */
export type PlanFileParts = Pick<CopyPlanFile, "services" | "keys" | "undecided"> & {
  readonly publish?: boolean;
};

/** The plan as the text of a file. Documents that can't be copied are not part of it. */
export function toPlanFile(
  plan: CopyPlan,
  { publish = false, ...more }: PlanFileParts = {},
): string {
  const { connections, version, publishing, planned, refused, files, parts } = plan;
  const leaveEmpty = parts.types.empty.to.all;
  const plannedByLine = new Map(planned.map((plannedItem) => [plannedItem.line, plannedItem]));
  const refusedLines = new Set(refused.map(({ line }) => line));
  const documents = new Map<CopyDocument, FilePart[]>();
  for (const { line, document, ...part } of parts.items) {
    if (!parts.records.index.at(line) || refusedLines.has(line)) continue;
    const { intent, elsewhere } = plannedByLine.get(line) ?? {};
    const written = documents.get(document) ?? [];
    documents.set(document, [...written, { ...part, action: intent?.kind ?? "none", elsewhere }]);
  }
  return textOf({
    ...{ ...connections, ...more, version },
    publish: publish || publishing.length > 0,
    leaveEmpty: leaveEmpty.length > 0 ? leaveEmpty : undefined,
    documents: [...documents].map(([document, written]) => ({ ...document, parts: written })),
    // The reason of a blocked file is a failure, which holds values of this run.
    files: files.map((file) => ({ ...file, failure: undefined })),
  });
}

/** The file of a plan that copies nothing until a person decides. */
export const undecidedPlanFile = (
  connections: Sides<string>,
  { publish = false, ...more }: PlanFileParts & Pick<CopyPlanFile, "leaveEmpty">,
): string =>
  textOf({ ...connections, ...more, version: "draft", publish, documents: [], files: [] });

/** What a person decides comes last. */
const textOf = ({ undecided = [], ...file }: Omit<CopyPlanFile, "format">): string =>
  `${toJson(
    { format: 1, ...file, ...(undecided.length > 0 && { undecided }) } satisfies CopyPlanFile,
    2,
  )}\n`;

const namedDocument = { type: text, fromId: text, title: text };

const otherChange = object<OtherChange>({
  ...{ type: text, documentId: text, title: text, path: text, locale: optional(text) },
  version: choice("draft", "published"),
  change: choice("gets", "loses"),
  ...{ target: text, before: list(text), after: list(text) },
});

const copiedPart = {
  locale: optional(text),
  names: optional(list(text)),
  kept: optional(list(text)),
  seen: optional(record(number)),
};

const part = object<FilePart>({
  ...copiedPart,
  action: choice("create", "localize", "change", "link", "none"),
  elsewhere: optional(list(otherChange)),
});

const document = object<FileDocument>({
  ...namedDocument,
  toId: optional(text),
  changedAt: optional(number),
  broughtBy: optional(object<NamedDocument>(namedDocument)),
  parts: list(part),
});

const undecidedParts = list(object<Omit<CopyPart, "reviewed">>(copiedPart));

const undecidedDocument = object<UndecidedDocument>({
  ...namedDocument,
  why: choice(
    "unclear",
    "title-there",
    "incomplete",
    "conflict",
    "newer-there",
    "changed-there",
    "deleted-there",
  ),
  toId: text,
  changedAt: optional(number),
  parts: undecidedParts,
  candidates: optional(list(object({ id: text, title: text, parts: undecidedParts }))),
  hasMoreCandidates: optional(boolean),
});

const mediaFile = object<PlannedFile>({
  fromId: text,
  name: text,
  size: number,
  toId: optional(text),
  replaces: optional(text),
  match: choice("pair", "id", "bytes", "probably", "upload", "blocked"),
  differences: optional(
    list(choice<FileDifference>("content", "name", "alternativeText", "caption", "focalPoint")),
  ),
});

const planFile = object<CopyPlanFile>({
  format: choice(1),
  from: text,
  to: text,
  services: optional(object<Sides<string>>({ from: text, to: text })),
  version: choice("draft", "published"),
  publish: boolean,
  leaveEmpty: optional(list(object<FieldOfType>({ owner: text, name: text }))),
  keys: optional(record(text)),
  documents: list(document),
  undecided: optional(list(undecidedDocument)),
  files: list(mediaFile),
});

export const readPlanFile = (content: string): Outcome<CopyPlanFile, ShapeFailure> =>
  readShape(content, planFile);

export const reviewedDocuments = ({
  documents,
  undecided = [],
}: CopyPlanFile): readonly CopyDocument[] => [
  ...documents.map(({ parts, ...document }) => ({
    ...document,
    parts: parts.map(({ elsewhere = [], ...part }) => ({ ...withKept(part), reviewed: elsewhere })),
  })),
  ...undecided.flatMap((undecidedDocument) => {
    const decided = decidedDocument(undecidedDocument);
    const parts = decided?.parts.map((part) => ({ ...withKept(part), reviewed: [] }));
    return decided && parts ? { ...decided, parts } : [];
  }),
];

/** A person may have removed names. What differs and is not copied is no longer equal. */
function withKept<T extends CopyPart>(part: T): T {
  const { names, kept: keptNames = [], seen = {} } = part;
  if (!names) return part;
  const differing = Object.keys(seen).filter((name) => name !== "" && !names.includes(name));
  return { ...part, kept: [...new Set([...keptNames, ...differing])] };
}
