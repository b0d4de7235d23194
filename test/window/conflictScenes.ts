import type { Stage } from "../demo/stage.ts";
import { plainList, plainRequest } from "../support/plainHttp.ts";
import type { PlainDocument } from "../support/plainHttp.ts";
import { changeElsewhere, draftOf, openDocument } from "./documents.ts";

type Scene = Pick<Stage, "workbench" | "service">;

/** Opens an article, changes its text in the editor, and changes it on the service. */
export async function changedByBoth(
  { workbench, service }: Scene,
  title: string,
  mine: Readonly<Record<string, unknown>>,
  theirs: (before: PlainDocument) => Readonly<Record<string, unknown>>,
) {
  await openDocument(workbench, "Articles", title);
  const before = await draftOf(service, title);
  await workbench.editor.change(mine);
  await changeElsewhere(service, before, theirs(before));
  const after = await draftOf(service, title);
  const { page, editor, dialog, notifications } = workbench;
  const parts = { workbench, service, page, editor, dialog, notifications };
  return { ...parts, before, theirs: after };
}

/** Opens an article, changes its text in the editor, and deletes it on the service. */
export async function deletedMeanwhile({ workbench, service }: Scene, title: string) {
  await openDocument(workbench, "Articles", title);
  const before = await draftOf(service, title);
  await workbench.editor.change({ summary: "Still here." });
  await plainRequest(service, "DELETE", `articles/${before.documentId}?locale=*`);
  const readRemaining = () =>
    plainList(service, `articles?status=draft&locale=*&filters[title]=${title}`);
  const { editor, dialog, notifications } = workbench;
  return { workbench, editor, dialog, notifications, before, left: readRemaining };
}
