import assert from "node:assert/strict";
import { plainList, plainRequest } from "../support/plainHttp.ts";
import type { PlainDocument, Target } from "../support/plainHttp.ts";
import type { Workbench } from "./workbench.ts";

/** Opens a document or a user from the palette, as a person does who knows its type and its title. */
export async function openDocument(
  workbench: Workbench,
  type: string,
  title: string,
): Promise<void> {
  const { quickInput, editor } = workbench;
  await workbench.command("CMS: Open");
  await quickInput.shows("Open a Document");
  await quickInput.pick(type);
  await quickInput.find(title);
  await editor.tab(tabOf(title)).waitFor();
  await editor.shown();
}

/** Gives up what is unsaved in the editor in front, and leaves no editor and no notification. */
export async function giveUp(workbench: Workbench): Promise<void> {
  await workbench.notifications.clear();
  await workbench.command("File: Revert File");
  await workbench.command("View: Close All Editors");
}

/** What a document's tab is labelled with. */
export const tabOf = (title: string): string => `${title}.cms.json`;

/** An article's draft in English, as the service holds it. */
export async function draftOf(service: Target, title: string): Promise<PlainDocument> {
  const query = `status=draft&locale=en&filters[title][$eq]=${encodeURIComponent(title)}`;
  const [draft] = await plainList(service, `articles?${query}`);
  assert.ok(draft, `the service has ${title}`);
  return draft;
}

/** Somebody else changes the draft of an article behind the window's back. */
export async function changeElsewhere(
  service: Target,
  { documentId }: PlainDocument,
  data: Readonly<Record<string, unknown>>,
): Promise<void> {
  const path = `articles/${documentId}?locale=en&status=draft`;
  const { status } = await plainRequest(service, "PUT", path, { data });
  assert.equal(status, 200);
}
