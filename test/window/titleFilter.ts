import type { Workbench } from "./workbench.ts";

/** Narrows a collection to what has that in its title, from its row, as a person does. */
export async function filterByTitle(
  { tree, quickInput }: Workbench,
  collection: string,
  text: string,
): Promise<void> {
  await tree.contextMenu(tree.row(collection), "Filter");
  await quickInput.shows(`Filter ${collection}`);
  await quickInput.fill("title");
  await quickInput.pick("title");
  await quickInput.shows(`Filter ${collection}: title`);
  await quickInput.pick("contains");
  // The box is there: before, Enter would go nowhere.
  await quickInput.message().filter({ hasText: "contains" }).waitFor();
  await quickInput.answer(`Filter ${collection}: title`, text);
  await tree.says(tree.row(collection), `title contains ${text}`);
}
