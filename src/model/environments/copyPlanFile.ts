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
import type { OtherChange } from "../changes/elsewhere/otherChange.ts";
import type { CopyPlan } from "./copyPlan.ts";
import type { CopyDocument, CopyPart, NamedDocument } from "./copySource.ts";
import type { FieldOfType } from "./fieldSet.ts";
import type { CopyFile, FileDifference } from "./mediaCopy.ts";
import type { Sides } from "./pairs.ts";
import type { Version } from "./sideReader.ts";

/** A plan as a file that a person reviews and a later run applies. It holds no contents. */
export interface CopyPlanFile {
  readonly format: 1;
  /** The ids of the connections. */
  readonly from: string;
  readonly to: string;
  readonly services?: Sides<string> | undefined;
  readonly version: Version;
  readonly publish: boolean;
  /** The fields that the copy leaves empty. */
  readonly leaveEmpty?: readonly FieldOfType[] | undefined;
  readonly documents: readonly FileDocument[];
  /** The media files that the documents use. Only for review. */
  readonly files: readonly PlannedFile[];
}

/** A media file, without the reason why a blocked file can't be uploaded. */
type PlannedFile = Omit<CopyFile, "failure">;

interface FileDocument extends Omit<CopyDocument, "parts"> {
  readonly parts: readonly FilePart[];
}

interface FilePart extends Omit<CopyPart, "reviewed"> {
  /** `none`: the target already has the values. */
  readonly action: "create" | "localize" | "change" | "link" | "none";
  /** The relations that other documents lose by it. */
  readonly elsewhere?: readonly OtherChange[] | undefined;
}

/** The plan as the text of a file. Documents that can't be copied are not part of it. */
export function toPlanFile(plan: CopyPlan, services?: Sides<string>): string {
  const { connections, version, planned, refused, publishing, files, parts } = plan;
  const leaveEmpty = parts.types.empty.to.all;
  const planOf = new Map(planned.map((one) => [one.line, one]));
  const isRefused = new Set(refused.map(({ line }) => line));
  const documents = new Map<CopyDocument, FilePart[]>();
  for (const { line, document, ...part } of parts.items) {
    const entry = parts.records.index.at(line);
    if (!entry || isRefused.has(line)) continue;
    const all = documents.get(document) ?? [];
    documents.set(document, all);
    all.push({
      ...part,
      action: planOf.get(line)?.intent.kind ?? "none",
      elsewhere: planOf.get(line)?.elsewhere,
    });
  }
  const file: CopyPlanFile = {
    format: 1,
    ...connections,
    services,
    version,
    publish: publishing.length > 0,
    leaveEmpty: leaveEmpty.length > 0 ? leaveEmpty : undefined,
    documents: [...documents].map(([document, written]) => ({ ...document, parts: written })),
    // The reason of a blocked file is a failure, which holds values of this run.
    files: files.map((file) => ({ ...file, failure: undefined })),
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

const namedDocument = { type: text, fromId: text, title: text };

const otherChange = object<OtherChange>({
  ...{ type: text, documentId: text, title: text, path: text, locale: optional(text) },
  version: choice("draft", "published"),
  change: choice("gets", "loses"),
  ...{ target: text, before: list(text), after: list(text) },
});

const part = object<FilePart>({
  locale: optional(text),
  names: optional(list(text)),
  kept: optional(list(text)),
  action: choice("create", "localize", "change", "link", "none"),
  seen: optional(record(number)),
  elsewhere: optional(list(otherChange)),
});

const document = object<FileDocument>({
  ...namedDocument,
  toId: optional(text),
  changedAt: optional(number),
  broughtBy: optional(object<NamedDocument>(namedDocument)),
  parts: list(part),
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
  documents: list(document),
  files: list(mediaFile),
});

export const readPlanFile = (content: string): Outcome<CopyPlanFile, ShapeFailure> =>
  readShape(content, planFile);

/** The documents of a file, as a person reviewed them. */
export const reviewedDocuments = ({ documents }: CopyPlanFile): readonly CopyDocument[] =>
  documents.map(({ parts, ...document }) => ({
    ...document,
    parts: parts.map(({ elsewhere = [], ...part }) => ({ ...part, reviewed: elsewhere })),
  }));
