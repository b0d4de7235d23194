import { drafts } from "../magazine.ts";

export const titled = (title: string): string => `filters[title]=${encodeURIComponent(title)}`;

export const idOf = async (title: string, locale = "en"): Promise<string | undefined> => {
  const [row] = await drafts("articles", `locale=${locale}&${titled(title)}`);
  return row?.["documentId"] as string | undefined;
};
