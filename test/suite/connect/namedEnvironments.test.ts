import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { basename } from "node:path";
import * as vscode from "vscode";
import { askAdminLogin } from "../../../src/host/connect/signIns.ts";
import { mediaType } from "../../../src/model/foundation/address.ts";
import type { Address } from "../../../src/model/foundation/address.ts";
import { itLong } from "../../support/longRun.ts";
import { untilEqual } from "../../window/until.ts";
import { accepting, ending } from "../accepting.ts";
import { edit, open } from "../editors.ts";
import { fileNamed, placeOf, putCursor, useFiles } from "../media/mediaFiles.ts";
import { useQuestions } from "../questions.ts";
import { connect, useMagazine } from "../useMagazine.ts";

const environment = "Hearth & Compass (Staging)";

describe("Environment of a connection", () => {
  const magazine = useMagazine();
  const files = useFiles();
  const questions = useQuestions();
  const { showOpenDialog, showInformationMessage, setStatusBarMessage, createQuickPick } =
    vscode.window;
  const { executeCommand } = vscode.commands;
  let connection: string;
  /** The titles of file dialogs and the texts of notifications and of the status bar. */
  const said: string[] = [];
  let chosen: vscode.Uri[] | undefined;
  before(async () => {
    connection = await connect(magazine.service, undefined, "staging");
  });
  beforeEach(() => {
    said.length = 0;
    chosen = undefined;
    const note = (words: string) => Promise.resolve(void said.push(words));
    Object.assign(vscode.window, {
      showOpenDialog: ({ title = "", defaultUri }: vscode.OpenDialogOptions) => {
        said.push(title);
        assert.ok(defaultUri, "It begins in the workspace");
        return Promise.resolve(chosen);
      },
      showInformationMessage: note,
      setStatusBarMessage: note,
    });
  });
  afterEach(() => {
    Object.assign(vscode.window, {
      showOpenDialog,
      showInformationMessage,
      setStatusBarMessage,
      createQuickPick,
    });
  });

  const article = (id: string, locale = "en"): Address => ({
    connection,
    type: "articles",
    locale,
    id,
  });
  const media = () => ({ collection: { connection, type: mediaType } });

  /** Uploads a new text file to the media library. */
  async function uploaded(): Promise<Address> {
    const path = files.onDisk("Tea", "txt");
    await executeCommand("cms.media.upload", media(), [vscode.Uri.file(path)]);
    const { documentId } = await fileNamed(basename(path));
    return { connection, type: mediaType, id: documentId };
  }

  const questionTexts = (): string[] => questions.history.map(({ words }) => words);
  const names = (words: readonly string[]) =>
    words.map((text) => text.split(environment).length - 1);

  it("the environment is named once before a media file is replaced or deleted, and after a replacement and its undo", async () => {
    const address = await uploaded();
    chosen = [vscode.Uri.file(files.onDisk("Milk", "txt"))];

    await executeCommand("cms.media.delete", { address });
    questions.answer("Replace File");
    await executeCommand("cms.media.replace", { address });
    await executeCommand("cms.media.undoReplace", { address });

    assert.deepEqual(names(questionTexts().slice(0, 2)), [1, 1]);
    assert.deepEqual(names(said.slice(-2)), [1, 1]);
  });

  it("the environment is named in the file dialogs of uploads", async () => {
    const document = await open(article(await magazine.makeArticle()));
    await putCursor(placeOf(document, '"cover": null', 10));

    await executeCommand("cms.media.upload", media());
    await executeCommand("cms.document.uploadFile", document.uri);

    assert.deepEqual(said, Array(2).fill(`Upload to the Media Library of ${environment}`));
  });

  it("the environment is named in the question before permissions are checked by writes", async () => {
    const { url } = magazine.service;
    const row = {
      connection: { id: connection, name: "Hearth & Compass", url, environment: "staging" },
    };

    await executeCommand("cms.connection.checkPermissions", row);

    assert.deepEqual(names(questionTexts()), [1]);
  });

  it("the environment is named when an administrator signs in", async () => {
    const titles: (string | undefined)[] = [];
    const create = () => {
      const pick = createQuickPick();
      const show = pick.show.bind(pick);
      pick.show = () => {
        titles.push(pick.title);
        show();
      };
      return pick;
    };
    Object.assign(vscode.window, { createQuickPick: create });
    const { url } = magazine.service;
    const service = {
      id: connection,
      name: "Hearth & Compass",
      url,
      environment: "staging",
    } as const;

    await ending(askAdminLogin(service, { hasTokens: true }), "workbench.action.closeQuickOpen");

    assert.deepEqual(titles, [`Sign In to ${environment} as Administrator`]);
  });

  it("the environment is named in the question whether to resume an import", async () => {
    const uri = vscode.Uri.file(files.onDisk('{"title":"Tea"}', "ndjson"));
    writeFileSync(`${uri.fsPath}.results.ndjson`, '{"line":1,"outcome":"unchanged"}\n');

    await accepting(executeCommand("cms.collection.import", uri));

    const [question = ""] = questionTexts();
    assert.match(question, /^'made-for-a-test-.*\.ndjson' was imported before\. /);
    assert.match(question, /Resume the import into .+ on Hearth & Compass/);
  });

  itLong(
    "the environment is named once in the question before a localization is deleted, also by an undo",
    async () => {
      const id = await magazine.makeArticle();
      const document = await open(article(id));
      await executeCommand("cms.document.addLocalization", { address: article(id), locale: "fr" });
      const french = vscode.window.activeTextEditor?.document;
      assert.ok(french && french !== document);
      await edit(french, { title: "Thé" });
      assert.equal(await french.save(), true);

      await executeCommand("cms.document.undoLastSave", { address: article(id, "fr") });
      await executeCommand("cms.document.deleteLocalization", { address: article(id, "fr") });

      assert.deepEqual(names(questions.history.map(({ words, detail }) => words + detail)), [1, 1]);
      assert.doesNotMatch(questions.history[1]?.detail ?? "", /Environment/);
    },
  );

  it("the environment is named after Undo Last Save", async () => {
    const document = await open(article(await magazine.makeArticle()));
    await edit(document, { kicker: "Hot" });
    assert.equal(await document.save(), true);

    await executeCommand("cms.document.undoLastSave", document.uri);

    await untilEqual(
      () => Promise.resolve(names(said.filter((text) => text.startsWith("Undid")))),
      [1],
    );
  });
});
