import type { Stage } from "../demo/stage.ts";
import { plainFind } from "../support/plainHttp.ts";
import type { PlainDocument, Target } from "../support/plainHttp.ts";
import { make } from "./documents.ts";

/**
 * Creates drafts of articles directly on the service. Then their tree items are visible at the top of the list, the
 * last one first.
 */
export async function makeDrafts(
  { workbench, service }: Pick<Stage, "workbench" | "service">,
  titles: readonly string[],
  data: object = {},
): Promise<PlainDocument[]> {
  const { tree } = workbench;
  const drafts: PlainDocument[] = [];
  for (const title of titles) {
    drafts.push(await make(service, "articles?status=draft", { title, ...data }));
  }
  await workbench.command("CMS: Refresh");
  await tree.expand(tree.row("Articles"));
  for (const title of titles) await tree.says(tree.row("Articles", title), "draft");
  return drafts;
}

/** The drafts of these articles on the service. */
export const draftsOf = (service: Target, articles: readonly PlainDocument[]) =>
  Promise.all(
    articles.map(({ documentId }) => plainFind(service, `articles/${documentId}?status=draft`)),
  );

/** The published versions of these articles. An article without one gives undefined. */
export const publishedOf = (service: Target, articles: readonly PlainDocument[]) =>
  Promise.all(articles.map(({ documentId }) => plainFind(service, `articles/${documentId}`)));
