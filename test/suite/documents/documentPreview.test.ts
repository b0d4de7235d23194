import assert from "node:assert/strict";
import * as vscode from "vscode";
import { startLoopback, html, type Loopback } from "../../support/loopback.ts";
import { untilEqual } from "../../window/until.ts";
import { closeEditors, edit, open } from "../editors.ts";
import { connect, unique, useMagazine } from "../useMagazine.ts";

const browserTabs = () =>
  vscode.window.tabGroups.all.flatMap(({ tabs, viewColumn }) =>
    tabs.flatMap(({ input }) => (input instanceof vscode.TabInputWebview ? viewColumn : [])),
  );

describe("Preview of a document", () => {
  const magazine = useMagazine();
  let website: Loopback;
  before(async () => {
    website = await startLoopback();
    website.answer(html("<h1>Tea</h1>"));
  });
  after(() => website.stop());
  afterEach(closeEditors);

  /** The pages that the browser has asked for, without its icons. */
  const pages = () =>
    Promise.resolve(
      website.requests
        .filter(({ path }) => !path.includes("favicon"))
        .map(({ path, query }) => `${path} ${String(query["version"])}`),
    );

  it("Preview opens the draft beside its editor, and loads it again after a save until it is closed", async () => {
    const previewUrl = `${website.url}/{locale}/{slug}?version={status}`;
    const connection = await connect(magazine.service, undefined, undefined, previewUrl);
    const slug = unique("tea").replace(" ", "-");
    const id = await magazine.makeArticle({ slug });
    const document = await open({ ...magazine.article(id), connection });
    const save = async (kicker: string) => {
      await edit(document, { kicker });
      assert.equal(await document.save(), true);
    };

    await vscode.commands.executeCommand("cms.document.preview", document.uri);
    await untilEqual(pages, [`/en/${slug} draft`]);
    const front = vscode.window.activeTextEditor?.document.uri.toString();
    const columns = browserTabs();
    await save("Once");
    await untilEqual(pages, Array(2).fill(`/en/${slug} draft`));
    await vscode.commands.executeCommand("cms.document.previewPublished", document.uri);
    await untilEqual(async () => (await pages()).slice(2), [`/en/${slug} published`]);
    const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
    await vscode.window.tabGroups.close(
      tabs.filter(({ input }) => input instanceof vscode.TabInputWebview),
    );
    await save("Twice");

    assert.deepEqual([front, columns], [document.uri.toString(), [vscode.ViewColumn.Two]]);
    assert.deepEqual([browserTabs(), (await pages()).length], [[], 3]);
  });

  it("Preview Published asks for {status} in a preview URL that doesn't distinguish versions", async () => {
    const connection = await connect(
      magazine.service,
      undefined,
      undefined,
      `${website.url}/{locale}/{slug}`,
    );
    const id = await magazine.makeArticle({ slug: unique("tea").replace(" ", "-") });
    const before = website.requests.length;

    await vscode.commands.executeCommand("cms.document.previewPublished", {
      address: { ...magazine.article(id), connection },
    });

    assert.equal(website.requests.length, before);
  });
});
