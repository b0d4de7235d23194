import type { Stage } from "../demo/stage.ts";
import { plainFind } from "../support/plainHttp.ts";
import type { PlainDocument, Target } from "../support/plainHttp.ts";
import { make } from "./documents.ts";

/** Makes drafts of articles past the window. Their rows are in sight then, on top of the list, the last one first. */
export async function makeDrafts(
  { workbench, service }: Pick<Stage, "workbench" | "service">,
  titles: readonly string[],
  data: object = {},
): Promise<PlainDocument[]> {
  const { tree } = workbench;
  const made: PlainDocument[] = [];
  for (const title of titles) {
    made.push(await make(service, "articles?status=draft", { title, ...data }));
  }
  await workbench.command("CMS: Refresh");
  await tree.expand(tree.row("Articles"));
  for (const title of titles) await tree.says(tree.row("Articles", title), "draft");
  return made;
}

/** What the service holds of them. */
export const draftsOf = (service: Target, articles: readonly PlainDocument[]) =>
  Promise.all(
    articles.map(({ documentId }) => plainFind(service, `articles/${documentId}?status=draft`)),
  );

/** What of them is live; undefined where nothing is. */
export const publishedOf = (service: Target, articles: readonly PlainDocument[]) =>
  Promise.all(articles.map(({ documentId }) => plainFind(service, `articles/${documentId}`)));
