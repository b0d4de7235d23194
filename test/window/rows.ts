import type { Tree } from "./tree.ts";
import type { Workbench } from "./workbench.ts";

/** The query of a list in the order of the tree. */
export const lastChangedFirst = "status=draft&sort[0]=updatedAt:desc&sort[1]=documentId:asc";

/** The labels and descriptions of the visible documents and users. */
export async function documentRows(tree: Tree): Promise<[string, string][]> {
  const rows = (await tree.rows()).filter((text) => /^ {4}\S/.test(text));
  return rows
    .map((text): [string, string] => {
      const [label = "", description = ""] = text.trim().split("  ");
      return [label, description];
    })
    .filter(([label, description]) => label !== "Load More" && description !== "Retry");
}

/** Collapses every collection, wherever the tree is scrolled to. */
export async function collapseAll({ tree }: Workbench): Promise<void> {
  await tree.scrollTo(tree.row("Magazine"));
  for (const name of ["Articles", "Pages", "Tags", "Users"]) {
    await tree.scrollTo(tree.row(name));
    await tree.collapse(tree.row(name));
  }
}
