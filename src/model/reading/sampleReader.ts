import type { Cms, CmsError, Locale } from "../../client/index.ts";
import type { RawSchemas } from "../schemas/catalog.ts";
import { isArray, isObject, textIn } from "../foundation/json.ts";
import type { JsonObject } from "../foundation/json.ts";
import type { Outcome } from "../foundation/outcome.ts";
import { done, refused } from "../foundation/outcome.ts";
import { inferSchemas } from "../schemas/inferring.ts";
import type { Samples } from "../schemas/inferring.ts";
import type { SchemaFailure } from "../schemas/schemaFailure.ts";
import { readFirst } from "./lookup.ts";

/** The most drafts of a type to read. */
const maxDrafts = 100;
/** Populated drafts can be large. */
const draftsPerRequest = 25;

/**
 * The schemas of the types that the user has listed, inferred from the most recently changed
 * drafts.
 */
export async function readInferredSchemas(
  cms: Cms,
  names: readonly string[],
): Promise<Outcome<RawSchemas, SchemaFailure>> {
  const samples: Samples[] = [];
  for (const name of names) {
    const [error, sample] = await readSamples(cms, name);
    if (error) return refused(error);
    samples.push(sample);
  }
  const locales = localesIn(samples);
  return done({ ...inferSchemas(samples), locales, source: "inferred", readAt: Date.now() });
}

type SampleResult =
  | readonly [error: CmsError, sample: null]
  | readonly [error: null, sample: Samples];

/** An unreadable type is included without drafts. Its tree item shows the reason. */
async function readSamples(cms: Cms, name: string): Promise<SampleResult> {
  const params = { status: "draft", populate: "*" } as const;
  const newest = { ...params, sort: ["updatedAt:desc", "documentId:asc"] };
  const first = { count: maxDrafts, params: newest, rowsPerRequest: draftsPerRequest };
  const [failure, drafts] = await readFirst({ cms, type: { name } }, first);
  if (!failure) return [null, { name, kind: "collection", rows: drafts.rows }];
  const { error } = failure;
  if (isHidden(error)) return [null, { name, kind: "collection", rows: [] }];
  if (error.name !== "ParseError" && error.name !== "NotFoundError") return [error, null];
  const [none, row] = await cms.single<JsonObject>(name).find({ params });
  if (!none) return [null, { name, kind: "single", rows: [row] }];
  return isHidden(none) || none.name === "NotFoundError"
    ? [null, { name, kind: "collection", rows: [] }]
    : [none, null];
}

const isHidden = ({ name }: CmsError): boolean => name === "ForbiddenError";

/** The locales in use. If a list has none, its documents have the default locale. */
function localesIn(samples: readonly Samples[]): readonly Locale[] {
  const rows = samples.flatMap((sample) => sample.rows).filter((row) => "localizations" in row);
  const others = rows.flatMap(({ localizations = null }) =>
    isArray(localizations) ? localizations.filter(isObject) : [],
  );
  const first = textIn(rows[0] ?? {}, "locale");
  const codes = new Set([...rows, ...others].map((row) => textIn(row, "locale")).filter(Boolean));
  return [...codes].map((code) => ({ code, name: code, isDefault: code === first }));
}
