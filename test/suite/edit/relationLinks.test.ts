import assert from "node:assert/strict";
import * as vscode from "vscode";
import { fromUri } from "../../../src/files/shared/documentUri.ts";
import { keyOf } from "../../../src/model/foundation/address.ts";
import type { Address } from "../../../src/model/foundation/address.ts";
import { untilEqual } from "../../window/until.ts";
import { open, tabs } from "../editors.ts";
import { linksIn } from "./shownRelations.ts";
import { unique, useMagazine } from "../useMagazine.ts";

/** Runs the command of a link, as Ctrl+click does. */
async function follow({ target }: { readonly target: vscode.Uri }): Promise<void> {
  const [on] = JSON.parse(target.query) as unknown[];
  await vscode.commands.executeCommand(target.path, on);
}

const inFront = (): Address | undefined => {
  const uri = vscode.window.activeTextEditor?.document.uri;
  return uri && fromUri(uri);
};

const untilInFront = (address: Address) =>
  untilEqual(() => Promise.resolve(keyIn(inFront())), keyOf(address));

const keyIn = (address: Address | undefined) => address && keyOf(address);

describe("Link of a relation", () => {
  const magazine = useMagazine();

  it("the link of a relation opens the target in the locale of the document, and a user by its id", async () => {
    const { connection } = magazine;
    const tag = await magazine.make("tags", { name: unique("tag") });
    const other = await magazine.makeArticle();
    const quote = { __component: "sections.quote", text: "T", speaker: "S" };
    const author = await magazine.make("authors", { name: unique("Author") });
    const id = await magazine.makeArticle({
      tags: [tag],
      sequel: other,
      editor: 1,
      sections: [{ ...quote, author }],
    });
    const document = await open(magazine.article(id));

    const links = await linksIn(document);

    const [toTag, toUser, toArticle, toAuthor] = links;
    assert.deepEqual(
      [toTag, toArticle, toAuthor].map((link) => link?.marked),
      [tag, other, author],
    );
    assert.equal(links.length, 4);
    await follow(toTag!);
    await untilInFront({ connection, type: "tags", id: tag });
    await follow(toArticle!);
    await untilInFront(magazine.article(other));
    await follow(toAuthor!);
    await untilInFront({ connection, type: "authors", id: author });
    await follow(toUser!);
    await untilInFront({ connection, type: "users", id: "1" });
  });

  it("the link of a relation shows the existing tab of the target, also after a new title", async () => {
    const name = unique("tag");
    const tag = await magazine.make("tags", { name });
    const address = { connection: magazine.connection, type: "tags", id: tag };
    await open(address);
    await magazine.change(`tags/${tag}?status=draft`, { name: unique("renamed") });
    const document = await open(magazine.article(await magazine.makeArticle({ tags: [tag] })));

    const [link] = await linksIn(document);
    await follow(link!);

    await untilInFront(address);
    assert.equal(tabs().length, 2);
  });
});
