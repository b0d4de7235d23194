import type { Cms, Result } from "../../../src/client/index.ts";
import type { JsonObject } from "../../../src/model/foundation/json.ts";

const draft = { status: "draft" } as const;

interface Article {
  readonly documentId: string;
  readonly title: string;
  readonly slug: string;
  readonly body: string | null;
  readonly author: { readonly name: string } | null;
  readonly related: readonly { readonly documentId: string }[];
}

/**
 * Creates copies of articles with the client alone, one after the other, then adds the relations
 * between them. Returns the seconds of the writes. The mark ends the slugs of the copies.
 */
export async function createOneByOne(
  { from, to }: Readonly<Record<"from" | "to", Cms>>,
  { filters, mark }: { readonly filters: JsonObject; readonly mark: string },
): Promise<number> {
  const populate = { author: { fields: ["name"] }, related: { fields: ["documentId"] } } as const;
  const params = { ...draft, filters, populate };
  const rows = dataOf(
    await from.collection<JsonObject>("articles").findMany({ all: true, params }),
  );
  // The client types them only by generated types, which the seed of a test has none of.
  const articles = rows as unknown as readonly Article[];
  const authors = dataOf(await to.collection<JsonObject>("authors").findMany({ all: true }));
  const authorIds = new Map(authors.map((author) => [author["name"], author["documentId"]]));
  const target = to.collection<JsonObject>("articles");
  const start = performance.now();
  const copiedIds = new Map<string, string>();
  for (const { documentId, title, slug, body, author } of articles) {
    const mine = {
      title,
      slug: `${slug}-${mark}`,
      body,
      author: author && authorIds.get(author.name),
    };
    const created = dataOf(await target.create({ payload: { data: mine }, params: draft }));
    copiedIds.set(documentId, created["documentId"] as string);
  }
  for (const { documentId, related } of articles.filter((article) => article.related.length > 0)) {
    const targets = related.flatMap((relation) => copiedIds.get(relation.documentId) ?? []);
    const input = { documentId: copiedIds.get(documentId) ?? "", params: draft };
    dataOf(await target.update({ ...input, payload: { data: { related: targets } } }));
  }
  return (performance.now() - start) / 1_000;
}

function dataOf<T>([error, data]: Result<T, unknown>): T {
  if (error) throw error;
  return data;
}
