import { toJson } from "../../foundation/json.ts";
import {
  boolean,
  choice,
  list,
  object,
  readShape,
  record,
  text,
} from "../../foundation/jsonShape.ts";
import type { ShapeFailure } from "../../foundation/jsonShape.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { otherChangeKey } from "../../journal/journalEntry.ts";
import { fileOf, type PushPlan } from "./contentPush.ts";
import type { PushRunOptions } from "./pushRun.ts";

/** A plan as a file that a person reviews and a later push applies. It holds no contents. */
export interface PushPlanFile {
  readonly format: 1;
  /** The key of the service in the settings of the folder. */
  readonly service: string;
  readonly publish: boolean;
  readonly files: readonly PlannedFile[];
  /** The files whose documents are deleted. */
  readonly deletions: readonly string[];
}

interface PlannedFile {
  readonly file: string;
  /** The digests of the service and of the file, such as `k3v9a1p0bc2d>aa90k2m1q7xz`. */
  readonly fields: Readonly<Record<string, string>>;
  /** The relations that other documents lose. */
  readonly elsewhere: readonly string[];
}

const planFile = object<PushPlanFile>({
  ...{ format: choice(1), service: text, publish: boolean, deletions: list(text) },
  files: list(object<PlannedFile>({ file: text, fields: record(text), elsewhere: list(text) })),
});

export const readPushPlan = (content: string): Outcome<PushPlanFile, ShapeFailure> =>
  readShape(content, planFile);

/** The text of the file. What can't be sent is not part of it. */
export function pushPlanText(
  plan: PushPlan,
  {
    service,
    publishes: publish,
    deletions: deleted,
  }: Pick<PushPlanFile, "service"> & Pick<PushRunOptions, "publishes" | "deletions">,
): string {
  const files = plannedFiles(plan).map(({ file, fields, elsewhere }) => {
    return { file, fields, elsewhere };
  });
  const deletions = deleted.map(({ path }) => path);
  return `${toJson({ format: 1, service, publish, files, deletions } satisfies PushPlanFile, 2)}\n`;
}

/** The lines that a reviewed plan doesn't have, and the files that were changed since. */
export function linesBesides(plan: PushPlan, { files }: PushPlanFile) {
  const reviewed = new Map(files.map((each) => [each.file, each]));
  const changed: string[] = [];
  const lines = plannedFiles(plan).flatMap(({ file, line, fields, elsewhere }) => {
    const known = reviewed.get(file);
    // An interrupted push may have sent some of the fields.
    const isSame =
      Object.entries(fields).every(([name, digests]) => known?.fields[name] === digests) &&
      elsewhere.every((change) => known?.elsewhere.includes(change));
    if (known && !isSame) changed.push(file);
    return known && isSame ? [] : line;
  });
  return { lines: new Set(lines), changed };
}

const plannedFiles = ({ items, records }: PushPlan) =>
  (records?.planned ?? []).map(({ line, elsewhere }) => {
    const item = items[line - 1];
    const fields: Record<string, string> = {};
    for (const { names, digests, fileDigests } of item?.files ?? [])
      for (const name of names)
        fields[name] = `${digests.get(name) ?? ""}>${fileDigests.get(name) ?? ""}`;
    return { line, file: fileOf(item).file, fields, elsewhere: elsewhere.map(otherChangeKey) };
  });
