import { draft } from "../magazine.ts";

/** An entry of the list of links of an article. */
export const link = (label: string) => ({ url: "https://example.com", label });

/** The labels of the links that an article has now. */
export const linksOf = async (id: string): Promise<unknown> => {
  const there = await draft(`articles/${id}`, "populate=links");
  return (there?.["links"] as { label: string }[]).map(({ label }) => label);
};
