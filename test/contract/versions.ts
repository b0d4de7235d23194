import { send } from "./realCms.ts";

/** The titles of a document's draft and published version, or null if the version doesn't exist. */
interface Titles {
  readonly draft: string | null;
  readonly published: string | null;
}

/** The titles of a document's two versions in one locale. */
export async function titlesOf(documentId: string, locale = "en"): Promise<Titles> {
  const title = async (status: string): Promise<string | null> => {
    const at = `/articles/${documentId}?status=${status}&locale=${locale}`;
    const { status: code, body } = await send("GET", at);
    if (code !== 200 && code !== 404) throw new Error(`GET ${at}: ${code}`);
    return (body as { data: { title: string } | null }).data?.title ?? null;
  };
  return { draft: await title("draft"), published: await title("published") };
}

export const titlesInTwoLocales = async (documentId: string): Promise<Titles[]> => [
  await titlesOf(documentId, "en"),
  await titlesOf(documentId, "fr"),
];

export const bothTitles = (title: string): Titles => ({ draft: title, published: title });
export const noTitles: Titles = { draft: null, published: null };
