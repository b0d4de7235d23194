import type { Cms } from "../../client/index.ts";
import type { RawSchemas } from "../schemas/catalog.ts";
import { objectsIn, textIn } from "../foundation/json.ts";
import { done, failed, hasName, isServiceFailure, type Outcome } from "../foundation/outcome.ts";
import { inferSchemas, type Samples } from "../schemas/inferredSchemas.ts";
import type { SchemaFailure } from "../schemas/schemaFailure.ts";
import { readFirst } from "./lookup.ts";
import { readPart } from "./readRequests.ts";

const maxDrafts = 100;
/** Populated drafts can be large. */
const draftsPerRequest = 25;

/** The schemas of the types that the user has listed, inferred from the last changed drafts. */
export async function readInferredSchemas(
  cms: Cms,
  names: readonly string[],
): Promise<Outcome<RawSchemas, SchemaFailure>> {
  const samples: Samples[] = [];
  for (const name of names) {
    const [failure, sample] = await readSamples(cms, name);
    if (failure) return failed(failure);
    samples.push(sample);
  }
  const rows = samples.flatMap((sample) => sample.rows).filter((row) => "localizations" in row);
  const otherRows = rows.flatMap(({ localizations = null }) => objectsIn(localizations));
  // If a list has no locale in use, its documents have the default locale.
  const [first, ...otherCodes] = [...rows, ...otherRows].map((row) => textIn(row, "locale"));
  const codes = new Set([first ?? "", ...otherCodes].filter(Boolean));
  const locales = [...codes].map((code) => ({ code, name: code, isDefault: code === first }));
  return done({ ...inferSchemas(samples), locales, source: "inferred", readAt: Date.now() });
}

/** An unreadable type is included without drafts. Its tree item shows the reason. */
async function readSamples(cms: Cms, name: string): Promise<Outcome<Samples, SchemaFailure>> {
  const service = { cms, type: { name } };
  const params = { status: "draft", populate: "*" } as const;
  const newest = { ...params, sort: ["updatedAt:desc", "documentId:asc"] };
  const first = { count: maxDrafts, params: newest, rowsPerRequest: draftsPerRequest };
  const [failure, drafts] = await readFirst(service, first);
  if (!failure) return done({ name, kind: "collection", rows: drafts.rows });
  const isForbidden = hasName(failure.error, "ForbiddenError");
  if (!isForbidden && !hasName(failure.error, "ParseError", "NotFoundError")) {
    return failed(failure);
  }
  const [error, row] = isForbidden ? [failure, null] : await readPart(service, params);
  if (row) return done({ name, kind: "single", rows: [row] });
  const isHidden = !isServiceFailure(error) || hasName(error.error, "ForbiddenError");
  return isHidden ? done({ name, kind: "collection", rows: [] }) : failed(error);
}
