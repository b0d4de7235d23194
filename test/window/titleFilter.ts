import type { QuickInput } from "./quickInput.ts";
import type { Workbench } from "./workbench.ts";

/** Leaves the list of the filters that a collection was shown in before, where there are any. */
export async function beginFilter(quickInput: QuickInput): Promise<void> {
  const begin = "New Filter…";
  if (!(await quickInput.offers(begin))) return;
  await quickInput.pick(begin);
  await quickInput.item(begin).waitFor({ state: "detached" });
}

/** Narrows a collection to what has that in its title, from its row, as a person does. */
export async function filterByTitle(
  { tree, quickInput }: Workbench,
  collection: string,
  text: string,
): Promise<void> {
  await tree.contextMenu(tree.row(collection), "Filter…");
  await quickInput.shows(`Filter ${collection}`);
  await beginFilter(quickInput);
  await quickInput.fill("title");
  await quickInput.pick("title");
  await quickInput.shows(`Filter ${collection}: title`);
  await quickInput.pick("contains");
  // The box is there: before, Enter would go nowhere.
  await quickInput.message().filter({ hasText: "contains" }).waitFor();
  await quickInput.answer(`Filter ${collection}: title`, text);
  await tree.says(tree.row(collection), `title contains ${text}`);
}
