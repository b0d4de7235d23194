import assert from "node:assert/strict";
import { basename } from "node:path";
import * as vscode from "vscode";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import { itLong } from "../../support/longRun.ts";
import { plainUpload } from "../../support/plainWrites.ts";
import { untilEqual } from "../../window/until.ts";
import { contentOf, edit, open } from "../editors.ts";
import { fileNamed, placeOf, putCursor, remove, useFiles } from "./mediaFiles.ts";
import { take, titles } from "../edit/relationOffers.ts";
import { useMagazine } from "../useMagazine.ts";

/** The completion items at a position that come from the media library, the first few with details. */
async function offersAt(document: vscode.TextDocument, at: vscode.Position) {
  const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
    "vscode.executeCompletionItemProvider",
    document.uri,
    at,
    undefined,
    2,
  );
  return items.filter(({ kind }) => kind === vscode.CompletionItemKind.File);
}

const warnings = (document: vscode.TextDocument): string[] =>
  vscode.languages
    .getDiagnostics(document.uri)
    .filter(({ severity }) => severity === vscode.DiagnosticSeverity.Warning)
    .map(({ range, message }) => `${document.getText(range)}: ${message}`);

describe("Completion in a media field", () => {
  const magazine = useMagazine();
  const files = useFiles();

  it("completion of a media field offers the files that the service finds for the typed text, with images", async () => {
    const id = await magazine.makeArticle();
    const document = await open(magazine.article(id));
    await edit(document, { cover: "MILKY" });

    const items = await offersAt(document, placeOf(document, "MILKY", 5));
    await take(document, items[0]!);

    const sky = await fileNamed("night-sky.png");
    const cover = contentOf(document)["cover"] as JsonObject;
    assert.deepEqual(titles(items), ["night-sky.png"]);
    assert.deepEqual([cover["documentId"], cover["name"]], [sky.documentId, sky.name]);
    assert.equal(await document.save(), true);
    const { documentation } = items[0]!;
    assert.match((documentation as vscode.MarkdownString).value, /^!\[\]\(data:image\/png/);
  });

  it("completion of a media field offers only the allowed kinds, and adds one to a list", async () => {
    const name = basename(files.onDisk("Tea", "txt"));
    await plainUpload(magazine.service, name);
    const document = await open(magazine.article(await magazine.makeArticle()));

    await edit(document, { cover: name });
    const inCover = await offersAt(document, placeOf(document, `"cover": "${name}`, 15));
    await edit(document, { cover: null, gallery: [{ documentId: "a" }, name] });
    const inGallery = await offersAt(document, placeOf(document, `"${name}"`, name.length + 1));
    await take(document, inGallery[0]!);

    assert.deepEqual([titles(inCover), titles(inGallery)], [[], [name]]);
    const gallery = contentOf(document)["gallery"] as JsonObject[];
    assert.deepEqual(
      gallery.map((entry) => entry["name"]),
      [undefined, name],
    );
  });
});

describe("Missing media file", () => {
  const magazine = useMagazine();
  const files = useFiles();

  it("a missing media file has a warning at its position until the text names another file", async () => {
    const tea = await fileNamed("cup-of-tea.png");
    const document = await open(magazine.article(await magazine.makeArticle()));

    await edit(document, { gallery: [{ documentId: tea.documentId }, { documentId: "nobody" }] });

    const words = "This file doesn't exist in the media library";
    await untilEqual(
      () =>
        Promise.resolve(warnings(document).map((warning) => warning.slice(0, words.length + 3))),
      [`{: ${words}`],
    );
    await edit(document, { gallery: [{ documentId: tea.documentId }] });
    await untilEqual(() => Promise.resolve(warnings(document)), []);
  });

  it("a media file costs no request on opening, and one when the user adds it", async () => {
    const detour = await magazine.detour();
    const tea = await fileNamed("cup-of-tea.png");
    const sky = await fileNamed("night-sky.png");
    const id = await magazine.makeArticle({ cover: tea.documentId });
    const fileQueries = () =>
      detour.requests.filter(({ path }) => path === "/api/upload/files").map(({ query }) => query);
    const before = fileQueries().length;

    const document = await open(detour.article(id));
    await edit(document, { kicker: "Edited" });
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    const opened = fileQueries().length - before;
    await edit(document, { gallery: [sky.documentId] });

    await untilEqual(
      () =>
        Promise.resolve(
          fileQueries()
            .slice(before)
            .map(({ filters }) => filters),
        ),
      [{ documentId: { $in: [sky.documentId] } }],
    );
    assert.equal(opened, 0);
  });

  itLong(
    "a missing media file gets a warning as soon as the service rejects a save for it",
    async () => {
      const path = files.onDisk();
      const document = await open(magazine.article(await magazine.makeArticle()));
      await putCursor(placeOf(document, '"cover": null', 10));
      await vscode.commands.executeCommand("cms.document.uploadFile", document.uri, {
        paths: [path],
      });
      const { documentId = "" } = contentOf(document)["cover"] as { documentId?: string };
      await remove((await fileNamed(path.split("/").at(-1) ?? "")).id);

      const saved = await document.save();

      assert.deepEqual([saved, documentId !== ""], [false, true]);
      await untilEqual(() => Promise.resolve(warnings(document).length), 1);
    },
  );
});
