import { ContentWriter } from "../support/contentWriter.ts";
import { plainList } from "../support/plainHttp.ts";
import type { Target } from "../support/plainHttp.ts";

/** The article that has most of the defects. */
export const defective = "Reading Aboard the Night Ferry";

/** Makes some defects that Check Content finds, as editors make them without noticing. */
export async function addDefects(service: Target): Promise<void> {
  const writer = new ContentWriter(service);
  const [island] = await draftsOf(service, "articles", "title", "An Island Without Cars");
  const [category] = await draftsOf(service, "categories", "name", "Travel");
  const [tag] = await draftsOf(service, "tags", "name", "Ferries");
  const articles = [island?.documentId];
  const quay = await writer.upload("quay.svg", "The quay at night");
  const cover = await writer.upload("night-ferry.svg");
  await writer.make("articles", {
    title: defective,
    kicker: "Eleven hours, one lamp",
    summary: "What to take along when the last light on deck goes out at ten.",
    body: `Bring a book that you have read before.\n\n![The quay at night](${quay.url})`,
    category: category?.documentId,
    tags: [tag?.documentId],
    cover: cover.id,
    sections: [{ __component: "sections.reading-list", heading: "On the Way", articles }],
  });
  // The article was published before the one on its reading list.
  await writer.publish(`articles/${island?.documentId}`);
  await writer.delete(`upload/files/${quay.id}`);
  // The service compares unique names only when it publishes.
  await writer.make("tags?status=draft", { name: tag?.["name"], slug: "ferries-and-boats" });
}

const draftsOf = (service: Target, type: string, field: string, value: string) =>
  plainList(service, `${type}?status=draft&filters[${field}][$eq]=${encodeURIComponent(value)}`);
