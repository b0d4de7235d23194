import assert from "node:assert/strict";
import { basename } from "node:path";
import * as vscode from "vscode";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import { notOfKind } from "../../../src/texts/shared/mediaFileWords.ts";
import { contentOf, edit, open } from "../editors.ts";
import { allFiles, fileNamed, placeOf, putCursor, useFiles } from "./mediaFiles.ts";
import { useMagazine } from "../useMagazine.ts";

describe("Upload File", () => {
  const magazine = useMagazine();
  const files = useFiles();

  const upload = (document: vscode.TextDocument, paths: readonly string[]) =>
    vscode.commands.executeCommand("cms.document.uploadFile", document.uri, { paths });
  const namesIn = (value: unknown) => (value as JsonObject[] | null)?.map(({ name }) => name);

  it("Upload File uploads a file into the field at the cursor, and a save keeps it", async () => {
    const id = await magazine.makeArticle();
    const document = await open(magazine.article(id));
    const path = files.onDisk();
    await putCursor(placeOf(document, '"cover": null', 10));

    await upload(document, [path]);

    const file = await fileNamed(basename(path));
    const cover = { documentId: file.documentId, name: file.name, alternativeText: null };
    assert.deepEqual([contentOf(document)["cover"], document.isDirty], [cover, true]);
    assert.match(document.getText(), /\n {2}"cover": \{\n {4}"documentId": .*\n(.*\n)* {2}\},/);
    assert.equal(await document.save(), true);
    const savedDraft = await magazine.draft(id, "en&populate=cover");
    assert.equal((savedDraft!["cover"] as { documentId: string }).documentId, file.documentId);
  });

  it("Upload File adds several files to a list, also when the service rejects the last one, and replaces the file of a single field", async () => {
    const tea = await fileNamed("cup-of-tea.png");
    const id = await magazine.makeArticle({ cover: tea.documentId, gallery: [tea.documentId] });
    const document = await open(magazine.article(id));
    const [first, second, third] = [files.onDisk(), files.onDisk(), files.onDisk()];

    await putCursor(placeOf(document, '"gallery"', 3));
    await upload(document, [first, second, files.onDisk("")]);
    await putCursor(placeOf(document, '"cover"', 3));
    await upload(document, [third, first]);

    const { cover, gallery } = contentOf(document);
    assert.deepEqual(namesIn(gallery), [tea.name, basename(first), basename(second)]);
    assert.equal((cover as JsonObject)["name"], basename(third));
  });

  it("Upload File finds its field when the text has changed during the upload", async () => {
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

  it("Upload File uploads nothing outside media fields, nothing that isn't a file, and nothing with a file of a kind that the field doesn't allow", async () => {
    const document = await open(magazine.article(await magazine.makeArticle()));
    const before = { text: document.getText(), files: (await allFiles()).length };

    await putCursor(placeOf(document, '"kicker"', 2));
    await upload(document, [files.onDisk()]);
    await putCursor(placeOf(document, '"cover"', 3));
    await upload(document, ["/nowhere/tea.png"]);
    await upload(document, [files.onDisk("Tea", "txt")]);
    await putCursor(placeOf(document, '"gallery"', 3));
    await upload(document, [files.onDisk(), files.onDisk("Tea", "mp3")]);

    assert.deepEqual({ text: document.getText(), files: (await allFiles()).length }, before);
  });

  it("Upload File names the allowed kinds and the files of another kind", () => {
    const words = [
      notOfKind("cover", ["images"], "tea.txt"),
      notOfKind("gallery", ["images", "files"], "tea.mp3"),
    ];

    assert.deepEqual(words, [
      "tea.txt was not uploaded. cover accepts only images.",
      "tea.mp3 was not uploaded. gallery accepts only images, other files.",
    ]);
  });
});
