import assert from "node:assert/strict";
import { basename } from "node:path";
import * as vscode from "vscode";
import { mediaDrops } from "../../../src/editor/media/uploads.ts";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import { TestModel } from "../../model/testModel.ts";
import { untilEqual } from "../../window/until.ts";
import { contentOf, open, stateOf } from "../editors.ts";
import { allFiles, placeOf, useFiles } from "./mediaFiles.ts";
import { useShownFailures } from "../shownFailures.ts";
import { unique, useMagazine } from "../useMagazine.ts";

/** The content that stands for a file that can't be read. */
const unreadable = "unreadable";

describe("Files dropped on a document", () => {
  const magazine = useMagazine();
  const files = useFiles();
  const notifications = useShownFailures();
  let model: TestModel;
  before(() => {
    const { url, tokens } = magazine.service;
    model = new TestModel({ url, token: tokens.full });
    // The window knows the connection under the same id.
    Object.assign(model.connection, { id: magazine.connection });
    model.store.tokens.set(magazine.connection, tokens.full);
  });
  after(() => model.close());

  /** Calls the drop provider as VS Code does, and accepts the edit. VS Code has no command that drops files. */
  const drop = async (
    document: vscode.TextDocument,
    at: vscode.Position,
    data: vscode.DataTransfer,
  ) => {
    const provider = mediaDrops(model.catalogs);
    const { token } = new vscode.CancellationTokenSource();
    const offered = await provider.provideDocumentDropEdits(document, at, data, token);
    return offered && provider.resolveDocumentDropEdit(offered);
  };
  const listed = (uriList: string): vscode.DataTransfer => {
    const data = new vscode.DataTransfer();
    data.set("text/uri-list", new vscode.DataTransferItem(uriList));
    return data;
  };
  /** Files as a browser provides them: with a name and content, but without a path. */
  const withoutPaths = (name: string, ...contents: readonly string[]): vscode.DataTransfer => {
    const all = new vscode.DataTransfer();
    for (const [at, content] of contents.entries()) {
      const item = new vscode.DataTransferItem("");
      const data = () =>
        content === unreadable
          ? Promise.reject(new Error("no"))
          : Promise.resolve(Buffer.from(content));
      item.asFile = () => ({ name, data });
      all.set(`image/${at}`, item);
    }
    return all;
  };

  it("dropped files are uploaded into the media field below the pointer", async () => {
    const document = await open(magazine.article(await magazine.makeArticle()));
    const path = files.onDisk();

    const edit = await drop(
      document,
      placeOf(document, '"cover": null', 10),
      listed(vscode.Uri.file(path).toString()),
    );

    assert.equal(edit?.insertText, "");
    await untilEqual(
      () => Promise.resolve((contentOf(document)["cover"] as JsonObject | null)?.["name"]),
      basename(path),
    );
  });

  it("dropped files keep their own content when two have the same name", async () => {
    const document = await open(magazine.article(await magazine.makeArticle()));
    const name = basename(files.onDisk());

    await drop(
      document,
      placeOf(document, '"gallery": []', 12),
      withoutPaths(name, "Tea", "Tea".repeat(1000)),
    );

    const sizes = async () =>
      (await allFiles()).filter((file) => file.name === name).map(({ size }) => size);
    await untilEqual(async () => (await sizes()).length, 2);
    assert.equal(new Set(await sizes()).size, 2);
  });

  it("dropped files change nothing when they can't be read, which is reported, outside media fields, and when they aren't files", async () => {
    const title = unique("Dropped");
    const document = await open(magazine.article(await magazine.makeArticle({ title })));
    const { text } = stateOf(document);
    const file = vscode.Uri.file(files.onDisk()).toString();
    const cover = placeOf(document, '"cover": null', 10);

    const edits = [
      await drop(document, cover, withoutPaths("tea.png", unreadable)),
      await drop(document, placeOf(document, title), listed(file)),
      await drop(document, cover, listed("https://example.com/tea.png")),
    ];

    assert.deepEqual(edits, [undefined, undefined, undefined]);
    assert.deepEqual(stateOf(document), { text, isDirty: false });
    const words = notifications.map((notification) => notification.words);
    assert.deepEqual(words, ["The dropped files couldn't be uploaded: no"]);
  });
});
