import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import * as vscode from "vscode";
import { mediaType, singleId } from "../../../src/model/foundation/address.ts";
import type { Address } from "../../../src/model/foundation/address.ts";
import { mediaScheme } from "../../../src/files/shared/documentUri.ts";
import { MediaDropTarget, MediaNode } from "../../../src/tree/listNodes.ts";
import { MediaFileNode } from "../../../src/tree/rowNodes.ts";
import type { TreeNode } from "../../../src/tree/treeNode.ts";
import { itLong } from "../../support/longRun.ts";
import { plainRequest } from "../../support/plainHttp.ts";
import { until, untilEqual } from "../../window/until.ts";
import { contentOf, edit, open } from "../editors.ts";
import { allFiles, fileNamed, useFiles } from "./mediaFiles.ts";
import { useQuestions } from "../questions.ts";
import { iconOf, useTrees } from "../trees.ts";
import { connect, useMagazine } from "../useMagazine.ts";

interface Held {
  readonly caption: string | null;
  readonly alternativeText: string | null;
  readonly url: string;
  readonly documentId: string;
}

describe("Media tree item", () => {
  useMagazine();
  const openTree = useTrees();

  it("the Media tree item lists files with size and age, speaks their type, and sends no request before it is expanded", async () => {
    const tree = openTree({ pageSize: 3 });

    const [row] = (await tree.rows("Magazine")).filter((node) => node instanceof MediaNode);
    const before = tree.model.sent("GET").filter((path) => path.startsWith("upload"));
    const lines = await tree.lines("Magazine", "Media");
    const items = await tree.items("Magazine", "Media");

    assert.ok(row);
    assert.deepEqual(before, []);
    assert.equal(lines.length, 4);
    assert.match(lines[0] ?? "", /\.png {3}[\d.]+ kB · (?:now|\d+[a-z])$/);
    const { label = "" } = items[0]?.accessibilityInformation ?? {};
    assert.match(label, /\.png, image\/png, [\d.]+ kB, (?:just now|\d+ \w+ ago)$/);
    assert.equal(lines[3], "Load More   3");
    assert.deepEqual(
      items.slice(0, 2).map((item) => [iconOf(item), item.contextValue, item.tooltip]),
      [
        ["file-media", "mediaFile", undefined],
        ["file-media", "mediaFile", undefined],
      ],
    );
  });

  it("the Media tree item shows how many files are loaded until it knows their number", async () => {
    const [paged, whole] = [openTree({ pageSize: 3 }), openTree({ pageSize: 100 })];

    const lines = [await paged.read("Magazine", "Media"), await whole.read("Magazine", "Media")];

    const count = (await allFiles()).length;
    assert.deepEqual(
      lines.flat().filter((line) => line.startsWith("  Media")),
      ["  Media   3+", `  Media   ${String(count)}`],
    );
  });

  it("the Media tree item names the missing permission when the token can't read files", async () => {
    const tree = openTree({ token: "none" });
    const node = new MediaNode((await tree.rows())[0]!, tree.model.connection, tree.sources);

    const [row] = await node.children();

    assert.equal(row?.item().contextValue?.startsWith("failure"), true);
  });

  it("the Media tree item shows only the search results, and offers to clear a search without results", async () => {
    const tree = openTree();
    const collection = { connection: tree.model.connection.id, type: mediaType };

    tree.model.lists.changeListQuery(collection, { search: "milky way" });
    const rows = await tree.rows("Magazine", "Media");
    tree.model.lists.changeListQuery(collection, { search: "no such picture" });
    const nothing = await tree.lines("Magazine", "Media");

    const [file] = rows;
    assert.ok(file instanceof MediaFileNode);
    assert.deepEqual([rows.length, file.row.title], [1, "night-sky.png"]);
    assert.deepEqual(nothing, ["No matches   Clear Filter"]);
  });
});

describe("Files dropped on Media", () => {
  const magazine = useMagazine();
  const files = useFiles();
  const openTree = useTrees();

  /** The tree items of a connection, of its media library, and of one media file. */
  async function mediaRows() {
    const tree = openTree();
    const [parent] = await tree.rows();
    const [file] = await tree.rows("Magazine", "Media");
    assert.ok(parent && file instanceof MediaFileNode);
    const connection = { ...tree.model.connection, id: magazine.connection };
    const media = new MediaNode(parent, connection, tree.sources);
    return { parent, media, file: new MediaFileNode(media, file.row, tree.sources) };
  }

  /** Drops a list of URIs on a tree item. */
  async function drop(list: string, row: TreeNode): Promise<void> {
    const dropped = new vscode.DataTransfer();
    dropped.set("text/uri-list", new vscode.DataTransferItem(list));
    await new MediaDropTarget().handleDrop(row, dropped);
  }
  const names = async () => (await allFiles()).map(({ name }) => name);

  it("files dropped on the Media tree item are uploaded, also when dropped on a file below it", async () => {
    const paths = [
      files.onDisk("Tea", "txt"),
      files.onDisk("Coffee", "txt"),
      files.onDisk("Cocoa"),
    ];
    const [tea = "", coffee = "", cocoa = ""] = paths.map((path) =>
      vscode.Uri.file(path).toString(),
    );

    const { media, file } = await mediaRows();

    await drop(["# two files", tea, coffee].join("\r\n"), media);
    await drop(cocoa, file);

    const fileNames = await names();
    assert.deepEqual(
      paths.map((path) => fileNames.includes(basename(path))),
      [true, true, true],
    );
  });

  it("dropped files are not uploaded from a web URL or on another tree item", async () => {
    const before = await names();
    const { media, parent } = await mediaRows();

    await drop("https://127.0.0.1/tea.png", media);
    await drop(vscode.Uri.file(files.onDisk()).toString(), parent);

    assert.deepEqual(await names(), before);
  });
});

describe("Media file editor", () => {
  const magazine = useMagazine();
  const files = useFiles();
  const questions = useQuestions();

  const readFile = async (documentId: string): Promise<Held | undefined> => {
    const query = `filters[documentId][$eq]=${documentId}`;
    const { body } = await plainRequest(magazine.service, "GET", `upload/files?${query}`);
    return (body as Held[])[0];
  };
  const addressOf = (id: string): Address => ({
    connection: magazine.connection,
    type: mediaType,
    id,
  });
  const bytesOf = async ({ url }: Held): Promise<string> =>
    (await fetch(`${magazine.service.url}${url}`)).text();

  /** Uploads a new text file to the media library. */
  async function uploaded(content = "Tea"): Promise<string> {
    const path = files.onDisk(content, "txt");
    const row = { collection: { connection: magazine.connection, type: mediaType } };
    await vscode.commands.executeCommand("cms.media.upload", row, [vscode.Uri.file(path)]);
    return (await fileNamed(basename(path))).documentId;
  }

  it("a media file editor saves with Ctrl+S, and keeps the service's properties in $", async () => {
    const id = await uploaded();
    const document = await open(addressOf(id));
    const { name, $: facts } = contentOf(document);

    await edit(document, { alternativeText: "A cup", caption: "Warm" });
    const isSaved = await document.save();

    assert.equal(isSaved, true);
    const now = await readFile(id);
    assert.deepEqual([now?.alternativeText, now?.caption], ["A cup", "Warm"]);
    assert.equal(document.uri.path.endsWith(`/${name as string}.cms.json`), true);
    assert.equal((facts as { mime: string }).mime, "text/plain");
  });

  it("a media file editor opens the read-only image with the service's bytes beside it, and takes it along when it closes", async () => {
    const { documentId } = await fileNamed("night-sky.png");
    // Another editor, so that its group stays open.
    await open({ connection: magazine.connection, type: "site-setting", id: singleId });

    await vscode.commands.executeCommand("cms.media.open", { address: addressOf(documentId) });

    const pictureUris = () =>
      vscode.window.tabGroups.all
        .flatMap(({ tabs }) => tabs)
        .flatMap(({ input }) => (input instanceof vscode.TabInputCustom ? [input.uri] : []));
    await until("No picture is shown", () => Promise.resolve(pictureUris().length > 0));
    const [uri] = pictureUris();
    assert.ok(uri);
    assert.equal(uri.scheme, mediaScheme);
    const bytes = await vscode.workspace.fs.readFile(uri);
    const now = await readFile(documentId);
    const answer = await fetch(`${magazine.service.url}${now?.url ?? ""}`);
    assert.deepEqual(Buffer.from(bytes), Buffer.from(await answer.arrayBuffer()));
    await assert.rejects(async () => vscode.workspace.fs.writeFile(uri, bytes));

    await vscode.commands.executeCommand("workbench.action.closeActiveEditor");

    await untilEqual(() => Promise.resolve(pictureUris().length), 0);
  });

  it("a media file editor replaces the file after confirmation, and Undo Replace File restores it", async () => {
    const id = await uploaded("Green tea");
    const path = files.onDisk("Black tea", "txt");
    const { showOpenDialog, showInformationMessage } = vscode.window;
    const dialogs = {
      showOpenDialog: () => Promise.resolve([vscode.Uri.file(path)]),
      showInformationMessage: () => Promise.resolve(undefined),
    };
    Object.assign(vscode.window, dialogs);
    try {
      questions.answer("Replace File");
      await vscode.commands.executeCommand("cms.media.replace", { address: addressOf(id) });
    } finally {
      Object.assign(vscode.window, { showOpenDialog, showInformationMessage });
    }
    const replaced = await readFile(id);
    const after = replaced && (await bytesOf(replaced));

    await vscode.commands.executeCommand("cms.media.undoReplace", { address: addressOf(id) });

    const restored = await readFile(id);
    assert.deepEqual(
      [after, readFileSync(path, "utf8"), restored && (await bytesOf(restored))],
      ["Black tea", "Black tea", "Green tea"],
    );
    assert.match(questions.history[0]?.detail ?? "", /No documents are known to use the file/);
  });

  itLong(
    "a media file editor lists the documents that use the file, and opens the chosen one",
    async () => {
      const address = addressOf(await uploaded());
      const { id } = (await allFiles()).find(({ documentId }) => documentId === address.id)!;
      const article = await magazine.makeArticle();
      await magazine.change(`articles/${article}?status=draft`, { cover: id });

      const running = vscode.commands.executeCommand("cms.media.whereUsed", { address });
      const inFront = async () => {
        await vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
        return vscode.window.activeTextEditor?.document.uri.query.includes(article);
      };

      await untilEqual(inFront, true);
      await running;
    },
  );

  it("a media file editor deletes the file after a question that names its uses, and closes", async () => {
    const id = await uploaded();
    const { id: number } = (await allFiles()).find((file) => file.documentId === id)!;
    const article = await magazine.makeArticle({ title: "Tea for Two", cover: number });
    await open(addressOf(id));
    questions.answer("Delete File");

    await vscode.commands.executeCommand("cms.media.delete", { address: addressOf(id) });

    assert.match(questions.history[0]?.detail ?? "", /Used in: Articles 'Tea for Two'/);
    assert.equal(await readFile(id), undefined);
    assert.ok(await magazine.draft(article));
    await untilEqual(
      () =>
        Promise.resolve(
          vscode.workspace.textDocuments.filter(
            ({ uri, isClosed }) => uri.query === id && !isClosed,
          ).length,
        ),
      0,
    );
  });

  itLong(
    "a media file editor keeps the file when the user cancels the question, which names the environment",
    async () => {
      const { service } = magazine;
      const connection = await connect(service, service.tokens.full, "staging");
      const id = await uploaded();
      const address = { ...addressOf(id), connection };

      await vscode.commands.executeCommand("cms.media.delete", { address });

      const words = questions.history.map((question) =>
        question.words.replace(/^Delete '.+?' /, ""),
      );
      assert.deepEqual(words, ["from the media library of Hearth & Compass (Staging)?"]);
      assert.ok(await readFile(id));
    },
  );
});
