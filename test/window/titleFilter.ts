import type { QuickInput } from "./quickInput.ts";
import type { Workbench } from "./workbench.ts";

/** Skips the list of the collection's recent filters, if there is one. */
export async function beginFilter(quickInput: QuickInput): Promise<void> {
  const begin = "New Filter…";
  if (!(await quickInput.offers(begin))) return;
  await quickInput.pick(begin);
  await quickInput.item(begin).waitFor({ state: "detached" });
}

/** Filters a collection by a part of the title, with the command of its tree item. */
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
  // Waits for the input box. Before that, Enter has no effect.
  await quickInput.message().filter({ hasText: "contains" }).waitFor();
  await quickInput.answer(`Filter ${collection}: title`, text);
  await tree.says(tree.row(collection), `title contains ${text}`);
}
