import { plainList } from "../support/plainHttp.ts";
import type { Target } from "../support/plainHttp.ts";
import {
  plainDelete,
  plainMake,
  plainMakeDraft,
  plainPublish,
  plainUploadImage,
} from "../support/plainWrites.ts";

/** The article that has most of the defects. */
export const defective = "Reading Aboard the Night Ferry";

/** Makes some defects that Check Content finds, as editors make them without noticing. */
export async function addDefects(service: Target): Promise<void> {
  const [island] = await draftsOf(service, "articles", "title", "An Island Without Cars");
  const [category] = await draftsOf(service, "categories", "name", "Travel");
  const [tag] = await draftsOf(service, "tags", "name", "Ferries");
  const articles = [island?.documentId];
  const quay = await plainUploadImage(service, "quay.svg", "The quay at night");
  const cover = await plainUploadImage(service, "night-ferry.svg");
  await plainMake(service, "articles", {
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
  await plainPublish(service, `articles/${island?.documentId}`);
  await plainDelete(service, `upload/files/${quay.id}`);
  // The service compares unique names only when it publishes.
  await plainMakeDraft(service, "tags", { name: tag?.["name"], slug: "ferries-and-boats" });
}

const draftsOf = (service: Target, type: string, field: string, value: string) =>
  plainList(service, `${type}?status=draft&filters[${field}][$eq]=${encodeURIComponent(value)}`);
