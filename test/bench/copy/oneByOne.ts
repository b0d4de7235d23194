import type { Cms, Result } from "../../../src/client/index.ts";
import type { JsonObject } from "../../../src/model/foundation/json.ts";

const draft = { status: "draft" } as const;
const names = { fields: ["documentId"] } as const;

interface Article {
  readonly documentId: string;
  readonly title: string;
  readonly slug: string;
  readonly body: string | null;
  readonly author: { readonly documentId: string } | null;
  readonly related: readonly { readonly documentId: string }[];
}

/**
 * Creates copies of articles with the client alone, one after the other, then adds the relations
 * between them. Returns the seconds of the writes.
 */
export async function createOneByOne(
  clients: readonly Cms[],
  filters: JsonObject,
  authorOf: (id: string) => string | undefined,
): Promise<number> {
  const [from, to] = clients.map((cms) => cms.collection<JsonObject>("articles"));
  if (!from || !to) throw new Error("The clients are missing.");
  const populate = { author: names, related: names };
  const rows = dataOf(await from.findMany({ all: true, params: { ...draft, filters, populate } }));
  // The client types them only by generated types, which the seed of a test has none of.
  const articles = rows as unknown as readonly Article[];
  const start = performance.now();
  const copiedIds = new Map<string, string>();
  for (const { documentId, title, slug, body, author } of articles) {
    const mine = {
      title,
      slug: `${slug}-again`,
      body,
      author: author && authorOf(author.documentId),
    };
    const created = dataOf(await to.create({ payload: { data: mine }, params: draft }));
    copiedIds.set(documentId, created["documentId"] as string);
  }
  for (const { documentId, related } of articles.filter((article) => article.related.length > 0)) {
    const targets = related.flatMap((relation) => copiedIds.get(relation.documentId) ?? []);
    const input = { documentId: copiedIds.get(documentId) ?? "", params: draft };
    dataOf(await to.update({ ...input, payload: { data: { related: targets } } }));
  }
  return (performance.now() - start) / 1_000;
}

function dataOf<T>([error, data]: Result<T, unknown>): T {
  if (error) throw error;
  return data;
}
