import { withoutIds } from "../../changes/writing/componentIds.ts";
import { fromCell } from "../formats/reading/values.ts";
import { isArray, isObject, ownIn } from "../../foundation/json.ts";
import type { Json, JsonObject } from "../../foundation/json.ts";
import type { Failure, Outcome } from "../../foundation/outcome.ts";
import { done } from "../../foundation/outcome.ts";
import type { TypeInCatalog } from "../../schemas/catalog.ts";
import type { Finding } from "../../foundation/finding.ts";
import { assembled } from "./assembling.ts";
import type { Mapping } from "./mapping.ts";
import type { Source, Sourced } from "./record.ts";
import { read } from "./recordFile.ts";
import type { RecordFile } from "./recordFile.ts";
import type { Slot } from "./slots.ts";

/** The records of a file, as a mapping says. */
export const sourceOf = (file: RecordFile, mapping: Mapping, shape: TypeInCatalog): Source => ({
  async *records(signal) {
    for await (const raw of read(file, signal)) {
      if ("failure" in raw) yield raw;
      else yield toRecord(raw, { file, mapping, shape });
    }
  },
});

interface Mapped {
  readonly file: RecordFile;
  readonly mapping: Mapping;
  readonly shape: TypeInCatalog;
}

function toRecord(
  { line, value }: { readonly line: number; readonly value: JsonObject },
  { file, mapping, shape }: Mapped,
): Sourced {
  const filled = [...mapping].flatMap(([key, slot]) => {
    const given = ownIn(value, key);
    return given === undefined ? [] : { slot, outcome: meant(given, slot, file) };
  });
  const values = filled.map(({ slot, outcome }) => ({
    path: slot.path,
    value: named(outcome[1], slot),
  }));
  const { documentId, locale, ...content } = assembled(values, {
    attributes: shape.type.attributes,
    catalog: shape.catalog,
  });
  const findings = [
    ...filled.flatMap(({ slot, outcome: [failure] }) => (failure ? flawIn(failure, slot) : [])),
    ...notTexts({ documentId, locale }),
  ];
  if (findings.length > 0) return { line, failure: { code: "not-valid", findings } };
  const facts = { ...textAt("documentId", documentId), ...textAt("locale", locale) };
  // The ids are those of another document's components, or another service's.
  return { line, record: { line, ...facts, content: withoutIds(content, shape) } };
}

/** What a key has is what it says; a cell stands for a value. */
function meant(given: Json, { attribute, by }: Slot, { format }: RecordFile): Outcome<Json> {
  if (format !== "csv" || (given !== null && typeof given !== "string")) return done(given);
  const outcome = fromCell(given, by === undefined ? attribute : { type: "json" });
  return by !== undefined && outcome[0] ? fromCell(given, attribute) : outcome;
}

/** A list of what names targets becomes a list of relations. */
function named(value: Json, { by }: Slot): Json {
  if (by === undefined || value === null) return value;
  const items = isArray(value) ? value : [value];
  return items.map((item) => (isObject(item) ? item : { [by]: item }));
}

function flawIn({ code }: Failure, { name }: Slot): Finding[] {
  const isKnown = code === "doubled-key" || code === "rounded-number" || code === "too-deep";
  return [{ code: isKnown ? code : "not-json", path: name.split("."), severity: "error" }];
}

const notTexts = (facts: Readonly<Record<string, Json | undefined>>): Finding[] =>
  Object.entries(facts).flatMap(([name, fact]) =>
    typeof (fact ?? "") === "string" ? [] : { code: "not-a-text", path: [name], severity: "error" },
  );

/** Nothing in the place of a text is no text. */
const textAt = <Name extends string>(name: Name, fact: Json | undefined) =>
  (typeof fact === "string" && fact !== "" ? { [name]: fact } : {}) as Partial<
    Record<Name, string>
  >;
