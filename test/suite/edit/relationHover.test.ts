import assert from "node:assert/strict";
import type * as vscode from "vscode";
import { open } from "../editors.ts";
import { fileNamed } from "../media/mediaFiles.ts";
import { hoverOver } from "../offers.ts";
import { unique, useMagazine } from "../useMagazine.ts";

/** The Markdown of all hovers over a text, without the escapes that keep texts plain. */
async function cardOver(document: vscode.TextDocument, text: string): Promise<string> {
  const parts = await hoverOver(document, text);
  return parts.join("\n").replaceAll("&nbsp;", " ").replaceAll("\\", "");
}

describe("Hover of a relation", () => {
  const magazine = useMagazine();

  it("the hover of a relation shows the picture, title, status and age of the target at the cursor, or of the only one at its key", async () => {
    const portrait = await fileNamed("cup-of-tea.png");
    const [name, tag, other] = [unique("Ada"), unique("tag"), unique("tag")];
    const author = await magazine.make("authors", { name, portrait: portrait.id });
    const tags = [
      await magazine.make("tags", { name: tag }),
      await magazine.make("tags", { name: other }),
    ];
    const document = await open(magazine.article(await magazine.makeArticle({ author, tags })));

    const card = await cardOver(document, author);
    const cards = [
      await cardOver(document, tags[1]!),
      await cardOver(document, '"author"'),
      await cardOver(document, '"tags"'),
    ];

    assert.match(card, /^!\[\]\(data:image\/png;base64,iVBORw0KGgo[^)]*\|width=160\)/m);
    assert.ok(card.includes(`**${name}**`), card);
    assert.match(card, /^Draft · changed just now$/m);
    assert.ok(card.includes(`Authors · ${author}`), card);
    assert.deepEqual(
      cards.map((card) => [tag, other, name].filter((title) => card.includes(`**${title}**`))),
      [[other], [name], []],
    );
  });

  it("the hover of a relation reads its target once for several hovers, and its published version beside it", async () => {
    const author = await magazine.make("authors", { name: unique("Ada") }, "status=published");
    const id = await magazine.makeArticle({ author });
    const detour = await magazine.detour();
    const document = await open(detour.article(id));

    const cards = [await cardOver(document, author), await cardOver(document, author)];

    const reads = detour.requests.filter(
      ({ path, query }) => path === "/api/authors" && query["status"] === "draft",
    );
    assert.equal(reads.length, 1);
    for (const card of cards) assert.match(card, /^Published · changed /m);
  });

  it("the hover of a relation shows a title as it is, and no picture of another origin", async () => {
    const name = unique("[Open](command:workbench.action.toggleZenMode)");
    const portrait = await fileNamed("cup-of-tea.png");
    const author = await magazine.make("authors", { name, portrait: portrait.id });
    const id = await magazine.makeArticle({ author });
    const detour = await magazine.detour();
    detour.reshape(/GET \/api\/authors/, {
      answer: (body) =>
        JSON.parse(
          JSON.stringify(body).replaceAll('"/uploads/', '"https://elsewhere.test/'),
        ) as unknown,
    });
    const document = await open(detour.article(id));

    const [card = ""] = (await hoverOver(document, author)).filter((part) => part.includes("Open"));

    assert.doesNotMatch(card, /elsewhere/);
    assert.ok(!card.includes("[Open](command:"), card);
  });
});
