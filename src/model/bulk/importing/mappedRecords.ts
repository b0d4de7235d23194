import { withoutIds } from "../../changes/writing/componentIds.ts";
import { fromCell } from "../formats/reading/values.ts";
import { isArray, isObject, ownIn } from "../../foundation/json.ts";
import type { Json, JsonObject } from "../../foundation/json.ts";
import type { Failure, Outcome } from "../../foundation/outcome.ts";
import { done } from "../../foundation/outcome.ts";
import type { TypeInCatalog } from "../../schemas/catalog.ts";
import type { Finding } from "../../foundation/finding.ts";
import { assembleRecord } from "./assembling.ts";
import type { Mapping } from "./mapping.ts";
import type { RecordSource, SourceItem } from "./record.ts";
import { readRawRecords } from "./recordFile.ts";
import type { ImportFile } from "./recordFile.ts";
import type { MappableField } from "./slots.ts";

/** The records of a file, as a mapping says. */
export const mappedRecordSource = (
  file: ImportFile,
  mapping: Mapping,
  shape: TypeInCatalog,
): RecordSource => ({
  async *records(signal) {
    for await (const raw of readRawRecords(file, signal)) {
      if ("failure" in raw) yield raw;
      else yield toRecord(raw, { file, mapping, shape });
    }
  },
});

interface MappingContext {
  readonly file: ImportFile;
  readonly mapping: Mapping;
  readonly shape: TypeInCatalog;
}

function toRecord(
  { line, value }: { readonly line: number; readonly value: JsonObject },
  { file, mapping, shape }: MappingContext,
): SourceItem {
  const filled = [...mapping].flatMap(([key, field]) => {
    const given = ownIn(value, key);
    return given === undefined ? [] : { slot: field, outcome: parseValue(given, field, file) };
  });
  const values = filled.map(({ slot: field, outcome }) => ({
    path: field.path,
    value: relationsBy(outcome[1], field),
  }));
  const { documentId, locale, ...content } = assembleRecord(values, {
    attributes: shape.type.attributes,
    catalog: shape.catalog,
  });
  const findings = [
    ...filled.flatMap(({ slot: field, outcome: [failure] }) =>
      failure ? toFindings(failure, field) : [],
    ),
    ...findNonTexts({ documentId, locale }),
  ];
  if (findings.length > 0) return { line, failure: { code: "not-valid", findings } };
  const facts = { ...optionalText("documentId", documentId), ...optionalText("locale", locale) };
  // The ids are those of another document's components, or another service's.
  return { line, record: { line, ...facts, content: withoutIds(content, shape) } };
}

/** What a key has is what it says; a cell stands for a value. */
function parseValue(
  given: Json,
  { attribute, by }: MappableField,
  { format }: ImportFile,
): Outcome<Json> {
  if (format !== "csv" || (given !== null && typeof given !== "string")) return done(given);
  const outcome = fromCell(given, by === undefined ? attribute : { type: "json" });
  return by !== undefined && outcome[0] ? fromCell(given, attribute) : outcome;
}

/** A list of what names targets becomes a list of relations. */
function relationsBy(value: Json, { by }: MappableField): Json {
  if (by === undefined || value === null) return value;
  const items = isArray(value) ? value : [value];
  return items.map((item) => (isObject(item) ? item : { [by]: item }));
}

function toFindings({ code }: Failure, { name }: MappableField): Finding[] {
  const isKnown = code === "doubled-key" || code === "rounded-number" || code === "too-deep";
  return [{ code: isKnown ? code : "not-json", path: name.split("."), severity: "error" }];
}

const findNonTexts = (facts: Readonly<Record<string, Json | undefined>>): Finding[] =>
  Object.entries(facts).flatMap(([name, fact]) =>
    typeof (fact ?? "") === "string" ? [] : { code: "not-a-text", path: [name], severity: "error" },
  );

/** Nothing in the place of a text is no text. */
const optionalText = <Name extends string>(name: Name, fact: Json | undefined) =>
  (typeof fact === "string" && fact !== "" ? { [name]: fact } : {}) as Partial<
    Record<Name, string>
  >;
