import assert from "node:assert/strict";
import { plainList, plainRequest } from "../support/plainHttp.ts";
import type { PlainDocument, Target } from "../support/plainHttp.ts";
import type { Service } from "../support/service.ts";
import { succeeds, until } from "./until.ts";
import type { Workbench } from "./workbench.ts";

/** Opens a document or a user from the palette, as a user who knows its type and its title. */
export async function openDocument(
  workbench: Workbench,
  type: string,
  title: string,
): Promise<void> {
  const { quickInput, editor } = workbench;
  await workbench.command("CMS: Open");
  await quickInput.shows(workbench.translateText("Open a Document"));
  await quickInput.pick(type);
  await quickInput.find(title);
  await editor.tab(tabOf(title)).waitFor();
  await editor.waitForText();
}

/** Chooses an action that the CodeLens above the text lists under More…. */
export async function chooseAction({ page, quickInput }: Workbench, name: string): Promise<void> {
  const more = page.locator(".codelens-decoration:visible a").getByText("More…", { exact: true });
  // VS Code loses a click on a CodeLens that it redraws.
  await until("The actions of the document are not shown.", async () => {
    await more.click();
    return succeeds(quickInput.item(name).waitFor({ timeout: 5_000 }));
  });
  await quickInput.pick(name);
}

/** The label of a document's tab. */
export const tabOf = (title: string): string => `${title}.cms.json`;

/** An article's draft in English, as the service has it. */
export async function draftOf(service: Target, title: string): Promise<PlainDocument> {
  const query = `status=draft&locale=en&filters[title][$eq]=${encodeURIComponent(title)}`;
  const [draft] = await plainList(service, `articles?${query}`);
  assert.ok(draft, `the service has ${title}`);
  return draft;
}

/** Changes the draft of an article directly on the service, as another client would. */
export async function changeElsewhere(
  service: Target,
  { documentId }: PlainDocument,
  data: Readonly<Record<string, unknown>>,
): Promise<void> {
  const path = `articles/${documentId}?locale=en&status=draft`;
  const { status } = await plainRequest(service, "PUT", path, { data });
  assert.equal(status, 200);
}

/** Creates a document directly on the service. The path names the type and may have a query. */
export async function make(service: Target, path: string, data: object): Promise<PlainDocument> {
  const { body } = await plainRequest(service, "POST", path, { data });
  return (body as { data: PlainDocument }).data;
}

/** Changes an article as an administrator in the admin panel, so that the service records who changed it. */
export async function changeInPanel(
  { url, admin }: Service,
  { documentId }: PlainDocument,
  data: object,
): Promise<void> {
  const send = (method: string, path: string, body: object, token = "") =>
    fetch(`${url}/${path}`, {
      method,
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
  const signedIn = await send("POST", "admin/login", admin);
  const { token } = ((await signedIn.json()) as { data: { token: string } }).data;
  const path = `content-manager/collection-types/api::article.article/${documentId}?locale=en`;
  assert.equal((await send("PUT", path, data, token)).status, 200);
}
