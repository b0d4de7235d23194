import assert from "node:assert/strict";
import { basename } from "node:path";
import * as vscode from "vscode";
import { MediaDrop } from "../../src/editor/mediaDrop.ts";
import { Uploads } from "../../src/editor/uploads.ts";
import { MediaLibrary } from "../../src/model/media/mediaLibrary.ts";
import type { JsonObject } from "../../src/model/json.ts";
import { notOfKind } from "../../src/host/words/fileWords.ts";
import { Desk } from "../model/desk.ts";
import { untilEqual } from "../window/until.ts";
import { contentOf, edit, open } from "./editors.ts";
import { allFiles, fileNamed, placeOf, putCursor, useFiles } from "./mediaFiles.ts";
import { unique, useMagazine } from "./useMagazine.ts";

describe("Upload File", () => {
  const magazine = useMagazine();
  const files = useFiles();

  const upload = (document: vscode.TextDocument, paths: readonly string[]) =>
    vscode.commands.executeCommand("cms.document.uploadFile", document.uri, { paths });
  const namesIn = (value: unknown) => (value as JsonObject[] | null)?.map(({ name }) => name);

  it("puts a file into the library and into the field at the cursor, and a save keeps it there", async () => {
    const id = await magazine.makeArticle();
    const document = await open(magazine.article(id));
    const path = files.onDisk();
    await putCursor(placeOf(document, '"cover": null', 10));

    await upload(document, [path]);

    const made = await fileNamed(basename(path));
    const cover = { documentId: made.documentId, name: made.name, alternativeText: null };
    assert.deepEqual([contentOf(document)["cover"], document.isDirty], [cover, true]);
    assert.match(document.getText(), /\n {2}"cover": \{\n {4}"documentId": .*\n(.*\n)* {2}\},/);
    assert.equal(await document.save(), true);
    const kept = await magazine.draft(id, "en&populate=cover");
    assert.equal((kept?.["cover"] as { documentId: string }).documentId, made.documentId);
  });

  it("adds several to a list, from its key too, and takes the place of the one file of a field", async () => {
    const tea = await fileNamed("cup-of-tea.png");
    const id = await magazine.makeArticle({ cover: tea.documentId, gallery: [tea.documentId] });
    const document = await open(magazine.article(id));
    const [first, second, third] = [files.onDisk(), files.onDisk(), files.onDisk()];

    await putCursor(placeOf(document, '"gallery"', 3));
    await upload(document, [first, second]);
    await putCursor(placeOf(document, '"cover"', 3));
    await upload(document, [third, first]);

    const { cover, gallery } = contentOf(document);
    assert.deepEqual(namesIn(gallery), [tea.name, basename(first), basename(second)]);
    assert.equal((cover as JsonObject)["name"], basename(third));
  });

  it("finds its field again where the text was changed meanwhile", async () => {
    const document = await open(magazine.article(await magazine.makeArticle()));
    const path = files.onDisk("Tea ".repeat(500_000));
    await putCursor(placeOf(document, '"cover": null', 10));

    const uploading = upload(document, [path]);
    await edit(document, { kicker: "Written while it was on its way" });
    await uploading;

    const { cover, kicker } = contentOf(document);
    assert.deepEqual(
      [(cover as JsonObject)["name"], kicker],
      [basename(path), "Written while it was on its way"],
    );
  });

  it("does nothing where the cursor stands in no media field, and nothing with what is no file", async () => {
    const document = await open(magazine.article(await magazine.makeArticle()));
    const before = { text: document.getText(), files: (await allFiles()).length };

    await putCursor(placeOf(document, '"kicker"', 2));
    await upload(document, [files.onDisk()]);
    await putCursor(placeOf(document, '"cover"', 3));
    await upload(document, ["/nowhere/tea.png"]);

    assert.deepEqual({ text: document.getText(), files: (await allFiles()).length }, before);
  });

  it("sends nothing where one of several is of a kind that the field does not take", async () => {
    const document = await open(magazine.article(await magazine.makeArticle()));
    const before = { text: document.getText(), files: (await allFiles()).length };

    await putCursor(placeOf(document, '"cover"', 3));
    await upload(document, [files.onDisk("Tea", "txt")]);
    await putCursor(placeOf(document, '"gallery"', 3));
    await upload(document, [files.onDisk(), files.onDisk("Tea", "mp3")]);

    assert.deepEqual({ text: document.getText(), files: (await allFiles()).length }, before);
  });

  it("says what the field takes, and which file is none of that", () => {
    const words = [
      notOfKind("cover", ["images"], "tea.txt"),
      notOfKind("gallery", ["images", "files"], "tea.mp3"),
    ];

    assert.deepEqual(words, [
      "Nothing was uploaded: cover takes only images, and tea.txt is something else.",
      "Nothing was uploaded: gallery takes only images, other files, and tea.mp3 is something else.",
    ]);
  });

  it("writes what was uploaded though the next file is refused", async () => {
    const document = await open(magazine.article(await magazine.makeArticle()));
    const [good, empty] = [files.onDisk(), files.onDisk("")];
    await putCursor(placeOf(document, '"gallery"', 3));

    await upload(document, [good, empty]);

    assert.deepEqual(namesIn(contentOf(document)["gallery"]), [basename(good)]);
  });
});

describe("Files that are dropped on a text", () => {
  const magazine = useMagazine();
  const files = useFiles();
  let desk: Desk;
  before(() => {
    const { url, tokens } = magazine.service;
    desk = new Desk({ url, token: tokens.full });
    // What the window itself knows under this name.
    Object.assign(desk.connection, { id: magazine.connection });
    desk.store.tokens.set(magazine.connection, tokens.full);
  });
  after(() => {
    desk.close();
  });

  /** VS Code has no command that drops: this asks as it does, and takes what it is offered. */
  const drop = async (
    document: vscode.TextDocument,
    at: vscode.Position,
    data: vscode.DataTransfer,
  ) => {
    const { catalogs } = desk;
    const uploads = new Uploads({ catalogs, library: new MediaLibrary(catalogs) });
    const provider = new MediaDrop(uploads);
    const { token } = new vscode.CancellationTokenSource();
    const offered = await provider.provideDocumentDropEdits(document, at, data, token);
    return offered && provider.resolveDocumentDropEdit(offered);
  };
  const listed = (uriList: string): vscode.DataTransfer => {
    const data = new vscode.DataTransfer();
    data.set("text/uri-list", new vscode.DataTransferItem(uriList));
    return data;
  };
  /** Files as a browser gives them. */
  const withoutPaths = (name: string, ...contents: readonly string[]): vscode.DataTransfer => {
    const data = new vscode.DataTransfer();
    for (const [at, content] of contents.entries()) {
      const item = new vscode.DataTransferItem("");
      item.asFile = () => ({ name, data: () => Promise.resolve(Buffer.from(content)) });
      data.set(`image/${at}`, item);
    }
    return data;
  };

  it("are uploaded into the media field where they fall", async () => {
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

  it("are each what they are, also where two of them have one name", async () => {
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

  it("are left to VS Code elsewhere, and where they are no files", async () => {
    const title = unique("Dropped");
    const document = await open(magazine.article(await magazine.makeArticle({ title })));

    const file = vscode.Uri.file(files.onDisk()).toString();
    const cover = placeOf(document, '"cover": null', 10);
    const edits = [
      await drop(document, placeOf(document, title), listed(file)),
      await drop(document, cover, listed("https://example.com/tea.png")),
    ];

    assert.deepEqual(edits, [undefined, undefined]);
  });
});
