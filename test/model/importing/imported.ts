import type { JsonObject } from "../../../src/model/json.ts";
import { draft } from "../magazine.ts";

export const titled = (title: string): string => `filters[title]=${encodeURIComponent(title)}`;

export const idOf = async (title: string, locale = "en"): Promise<string | undefined> => {
  const found = await draft("articles", `locale=${locale}&${titled(title)}`);
  const [row] = (found as unknown as JsonObject[] | undefined) ?? [];
  return row?.["documentId"] as string | undefined;
};
