import type { TypedService } from "../catalogs.ts";
import type { JsonObject } from "../json.ts";
import { textIn } from "../json.ts";
import { isStructured } from "../wire.ts";
import type { Outcome } from "../outcome.ts";
import { done, refused } from "../outcome.ts";
import { draftOf } from "../reader.ts";
import type { Draft } from "../reader.ts";
import { readWhole } from "../shape.ts";
import { addressOf } from "./deciding.ts";
import type { Target } from "./target.ts";

/** Which drafts are asked for. */
interface Asked {
  readonly target: Target;
  readonly service: TypedService;
  readonly signal?: AbortSignal | undefined;
}

/** The whole drafts of documents in one locale, by documentId; those that are there. */
export async function readDrafts(
  documentIds: readonly string[],
  locale: string | undefined,
  asked: Asked,
): Promise<Outcome<ReadonlyMap<string, Draft>>> {
  const filters = { documentId: { $in: [...documentIds] } };
  return documentIds.length === 0 ? done(new Map()) : ask(filters, locale, asked);
}

/** How many documents are looked at that may be the one that was made. */
const most = 25;

/** Drafts that say what a record says, as far as the service can be asked for it. */
export async function findSame(
  said: JsonObject,
  locale: string | undefined,
  asked: Asked,
): Promise<Outcome<ReadonlyMap<string, Draft>>> {
  const { attributes } = asked.service.type;
  const plain = Object.entries(said).flatMap(([name, value]) => {
    const attribute = attributes.get(name);
    const isText = typeof value === "string" && value.length < 200;
    const isAskable = attribute && !isStructured(attribute) && askable.test(attribute.type);
    return isText && isAskable ? [{ [name]: { $eq: value } }] : [];
  });
  return ask({ $and: plain.slice(0, 5) }, locale, asked, most);
}

const askable = /^(string|text|uid|email|enumeration)$/;

async function ask(
  filters: Readonly<Record<string, unknown>>,
  locale: string | undefined,
  { target, service, signal }: Asked,
  limit?: number,
): Promise<Outcome<ReadonlyMap<string, Draft>>> {
  const { cms, type } = service;
  const [error, rows] = await readWhole<readonly JsonObject[], unknown>(service, (shape) =>
    cms.collection<JsonObject>(type.name).findMany({
      all: limit === undefined,
      params: {
        ...shape,
        status: "draft",
        filters,
        sort: ["documentId:asc"],
        ...(locale !== undefined && { locale }),
        ...(limit !== undefined && { pagination: { pageSize: limit, withCount: false } }),
      },
      ...(signal && { signal }),
    }),
  );
  if (error) return refused(error);
  return done(
    new Map(
      rows.map((row) => {
        const id = textIn(row, "documentId");
        return [id, draftOf(addressOf(target, { id, locale }), service, row)];
      }),
    ),
  );
}
