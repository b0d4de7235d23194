import { draft } from "../magazine.ts";

/** An entry of an article's list of links. */
export const link = (label: string) => ({ url: "https://example.com", label });

/** The current labels of an article's links. */
export const linksOf = async (id: string): Promise<unknown> => {
  const articleDraft = await draft(`articles/${id}`, "populate=links");
  return (articleDraft!["links"] as { label: string }[]).map(({ label }) => label);
};
