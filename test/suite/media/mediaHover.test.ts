import assert from "node:assert/strict";
import * as vscode from "vscode";
import { itLong } from "../../support/longRun.ts";
import { edit, open } from "../editors.ts";
import { fileNamed, placeOf } from "./mediaFiles.ts";
import { connect, useMagazine } from "../useMagazine.ts";

/** The Markdown of all hovers at a position, without the escapes that keep texts plain. */
async function hoverAt(document: vscode.TextDocument, at: vscode.Position): Promise<string> {
  const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
    "vscode.executeHoverProvider",
    document.uri,
    at,
  );
  return hovers
    .flatMap(({ contents }) => contents)
    .map((part) => (part instanceof vscode.MarkdownString ? part.value : ""))
    .join("\n")
    .replaceAll("&nbsp;", " ")
    .replaceAll("\\", "");
}

describe("Hover of a media field", () => {
  const magazine = useMagazine();

  const openWith = async (data: object) => open(magazine.article(await magazine.makeArticle(data)));

  it("the hover of a media field shows the image, name and properties of the only file at its key, and of the file at the cursor in a list", async () => {
    const [sky, tea] = [await fileNamed("night-sky.png"), await fileNamed("cup-of-tea.png")];
    const document = await openWith({
      cover: tea.documentId,
      gallery: [tea.documentId, sky.documentId],
    });

    const item = await hoverAt(document, placeOf(document, sky.documentId));
    const key = await hoverAt(document, placeOf(document, '"cover"', 3));
    const list = await hoverAt(document, placeOf(document, '"gallery"', 3));

    assert.match(key, /^!\[\]\(data:image\/png;base64,iVBORw0KGgo[^)]*\|width=240\)/m);
    assert.match(key, /720 × 480 · [\d.]+ kB · image\/png/);
    // VS Code truncates longer hovers.
    assert.ok(key.length < 100_000);
    assert.deepEqual(
      [item, key, list].map((hover) => [/night.{0,2}sky/.test(hover), /cup.{0,2}of/.test(hover)]),
      [
        [true, false],
        [false, true],
        [false, false],
      ],
    );
  });

  it("the hover of a media field reports a missing file, and shows nothing for other fields", async () => {
    const document = await openWith({ kicker: "Plain" });
    await edit(document, { cover: { documentId: "nobody" } });

    assert.match(
      await hoverAt(document, placeOf(document, "nobody")),
      /This file doesn't exist in the media library/,
    );
    assert.doesNotMatch(await hoverAt(document, placeOf(document, "Plain")), /file/);
  });

  itLong("the hover of a media field names the missing permission", async () => {
    const { documentId } = await fileNamed("cup-of-tea.png");
    const id = await magazine.makeArticle({ cover: documentId });
    const { service } = magazine;
    const connection = await connect(service, service.tokens.custom);
    const document = await open({ ...magazine.article(id), connection });

    const hover = await hoverAt(document, placeOf(document, documentId));

    assert.match(hover, /[\d.:]+ requires the permission Upload: find\. Enable it for the token/);
  });
});
