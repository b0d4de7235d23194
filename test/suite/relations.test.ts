import assert from "node:assert/strict";
import * as vscode from "vscode";
import { fromUri } from "../../src/files/uri.ts";
import { keyOf } from "../../src/model/address.ts";
import type { Address } from "../../src/model/address.ts";
import { plainList } from "../support/plainHttp.ts";
import { until, untilEqual } from "../window/until.ts";
import { edit, open, tabs } from "./editors.ts";
import { unique, useMagazine } from "./useMagazine.ts";
import type { Detour } from "./useMagazine.ts";

/** The links in a document, as VS Code has them: the text that is marked, and where it leads. */
async function linksIn(document: vscode.TextDocument) {
  const links = await vscode.commands.executeCommand<vscode.DocumentLink[]>(
    "vscode.executeLinkProvider",
    document.uri,
    100,
  );
  return links
    .filter(({ target }) => target?.scheme === "command")
    .map(({ range, target }) => ({ marked: document.getText(range), target: target! }));
}

/** Goes where a link leads, as Ctrl+click does. */
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

/** The warnings at relations: the text that is marked, and the words. */
const warnings = ({ uri }: vscode.TextDocument) =>
  vscode.languages
    .getDiagnostics(uri)
    .filter(
      ({ source, severity }) => source === "CMS" && severity === vscode.DiagnosticSeverity.Warning,
    );

const marked = (document: vscode.TextDocument): Promise<string[]> =>
  Promise.resolve(warnings(document).map(({ range }) => document.getText(range)));

describe("A relation in a document", () => {
  const magazine = useMagazine();

  /**
   * A document that another one's edits can be timed by: once its own new relation was looked up, so was what was
   * typed before. What is asked for its sake is left out.
   */
  async function openClock(detour: Detour) {
    const later: string[] = [];
    const document = await open(detour.article(await magazine.makeArticle()));
    const tick = async () => {
      const tag = await magazine.make("tags", { name: unique("later") });
      later.push(tag);
      await edit(document, { tags: [{ documentId: tag }] });
      await untilEqual(() => marked(document), [tag]);
    };
    const isOther = (request: Detour["requests"][number]) =>
      !later.some((tag) => JSON.stringify(request.query).includes(tag));
    const since = (count: number) => detour.requests.slice(count).filter(isOther);
    return { tick, since };
  }

  it("is a link to its target, in the locale of the document where the target has some", async () => {
    const { connection } = magazine;
    const tag = await magazine.make("tags", { name: unique("tag") });
    const other = await magazine.makeArticle();
    const quote = { __component: "sections.quote", text: "T", speaker: "S" };
    const author = await magazine.make("authors", { name: unique("Author") });
    const id = await magazine.makeArticle({
      tags: [tag],
      sequel: other,
      sections: [{ ...quote, author }],
    });
    const document = await open(magazine.article(id));

    const links = await linksIn(document);

    assert.deepEqual(
      links.map((link) => link.marked),
      [tag, other, author],
    );
    const [toTag, toArticle, toAuthor] = links;
    await follow(toTag!);
    await untilInFront({ connection, type: "tags", id: tag });
    await follow(toArticle!);
    await untilInFront(magazine.article(other));
    await follow(toAuthor!);
    await untilInFront({ connection, type: "authors", id: author });
  });

  it("leads to the tab that shows the target already, whatever it is called by now", async () => {
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

  it("leads to a user, who has no documentId in the address", async () => {
    const { connection } = magazine;
    const id = await magazine.makeArticle({ editor: 1 });
    const document = await open(magazine.article(id));

    const [link] = await linksIn(document);
    await follow(link!);

    await untilInFront({ connection, type: "users", id: "1" });
  });

  it("warns where the target was never published: the service leaves it out", async () => {
    const [never, live] = [unique("never"), unique("live")];
    const drafted = await magazine.make("tags", { name: never });
    const published = await magazine.make("tags", { name: live }, "");
    const id = await magazine.makeArticle({ tags: [drafted, published] });

    const document = await open(magazine.article(id));

    await untilEqual(() => marked(document), [drafted]);
    assert.match(warnings(document)[0]!.message, new RegExp(`'${never}' was never published`));
    await magazine.change(`articles/${id}?status=published`, {});
    const [kept] = await plainList(
      magazine.service,
      `articles?filters[documentId]=${id}&populate[tags][fields]=name`,
    );
    assert.deepEqual(
      (kept?.["tags"] as { name: string }[]).map(({ name }) => name),
      [live],
    );
  });

  it("warns no more once the target is published here", async () => {
    const tag = await magazine.make("tags", { name: unique("tag") });
    const address = { connection: magazine.connection, type: "tags", id: tag };
    const document = await open(magazine.article(await magazine.makeArticle({ tags: [tag] })));
    await untilEqual(() => marked(document), [tag]);

    await magazine.change(`tags/${tag}?status=published`, {});
    const target = await open(address);
    await edit(target, { color: "#123456" });
    assert.ok(await target.save());
    await vscode.window.showTextDocument(document);

    await untilEqual(() => marked(document), []);
  });

  it("warns where the target is gone, or is not there in the document's locale", async () => {
    const english = await magazine.makeArticle();
    const id = await magazine.makeArticle();
    await magazine.change(`articles/${id}?locale=fr&status=draft`, { title: unique("Thé") });
    const missing = "a".repeat(24);
    const document = await open(magazine.article(id, "fr"));

    await edit(document, { sequel: { documentId: english }, category: missing });

    await untilEqual(async () => (await marked(document)).sort(), [english, missing].sort());
    assert.equal(await document.save(), false);
    await edit(document, { sequel: null, category: null });
    await untilEqual(() => marked(document), []);
  });

  it("is looked at again when the service has refused a save", async () => {
    const tag = await magazine.make("tags", { name: unique("tag") }, "");
    const never = await magazine.make("tags", { name: unique("never") });
    const id = await magazine.makeArticle();
    const document = await open(magazine.article(id));
    await edit(document, { tags: [{ documentId: never }, { documentId: tag }] });
    // One request asks about both: the other one is known to be there.
    await untilEqual(() => marked(document), [never]);
    await magazine.delete(`tags/${tag}`);

    assert.equal(await document.save(), false);

    await untilEqual(() => marked(document), [never, tag]);
  });

  it("costs one request when a document opens, and none for what is known", async () => {
    const tags = [
      await magazine.make("tags", { name: unique("tag") }),
      await magazine.make("tags", { name: unique("tag") }),
    ];
    const author = await magazine.make("authors", { name: unique("Author") });
    const id = await magazine.makeArticle({ tags, author });
    const again = await magazine.makeArticle({ tags: [tags[0]] });
    const detour = await magazine.detour();
    const targets = () =>
      detour.requests
        .filter(({ path }) => /\/api\/(tags|authors)/.test(path))
        .map(({ path }) => path);
    const before = targets().length;

    const document = await open(detour.article(id));
    await untilEqual(() => marked(document), tags);
    const other = await open(detour.article(again));
    await untilEqual(() => marked(other), [tags[0]!]);

    assert.deepEqual(targets().slice(before), ["/api/tags"]);
    await vscode.window.showTextDocument(document);
    await untilEqual(() => marked(document), [...tags, author].sort(byPlace(document)));
  });

  it("is asked about whole with the first edit, in one request for each type that is left", async () => {
    const [tag, other] = [
      await magazine.make("tags", { name: unique("tag") }),
      await magazine.make("tags", { name: unique("tag") }),
    ];
    const author = await magazine.make("authors", { name: unique("Author") });
    const id = await magazine.makeArticle({ tags: [tag, other], author });
    const detour = await magazine.detour();
    const clock = await openClock(detour);
    const document = await open(detour.article(id));
    await untilEqual(() => marked(document), [tag, other]);
    const before = detour.requests.length;

    await edit(document, { kicker: "Edited" });
    await untilEqual(() => marked(document), [tag, other, author].sort(byPlace(document)));
    await edit(document, { kicker: "Edited again" });
    await clock.tick();

    assert.deepEqual(
      clock.since(before).map(({ path }) => path),
      ["/api/authors"],
    );
  });

  it("costs nothing while something else is edited and saved, and all with a new relation", async () => {
    const [tag, added] = [
      await magazine.make("tags", { name: unique("tag") }),
      await magazine.make("tags", { name: unique("tag") }),
    ];
    const author = await magazine.make("authors", { name: unique("Author") });
    const id = await magazine.makeArticle({ tags: [tag], author });
    const detour = await magazine.detour();
    const clock = await openClock(detour);
    const document = await open(detour.article(id));
    await untilEqual(() => marked(document), [tag]);
    await edit(document, { kicker: "Made whole" });
    await untilEqual(() => marked(document), [tag, author].sort(byPlace(document)));
    const before = detour.requests.length;

    await edit(document, { kicker: "Edited" });
    await clock.tick();
    assert.ok(await document.save());
    await clock.tick();
    const saved = clock.since(before).map(({ method }) => method);
    await edit(document, { tags: [{ documentId: tag }, { documentId: added }] });

    await untilEqual(() => marked(document), [tag, added, author].sort(byPlace(document)));
    assert.deepEqual(saved, ["GET", "PUT"]);
  });

  it("is quiet where types can't be known, and where the service can't be asked", async () => {
    const tag = await magazine.make("tags", { name: unique("tag") });
    const id = await magazine.makeArticle({ tags: [tag] });
    const detour = await magazine.detour();
    detour.inject(/GET \/api\/tags/, (response) => response.socket?.destroy());

    const document = await open(detour.article(id));
    await until("Nothing was asked", () =>
      Promise.resolve(detour.requests.some(({ path }) => path === "/api/tags")),
    );

    assert.deepEqual(await marked(document), []);
    assert.equal((await linksIn(document)).length, 1);
  });
});

/** In the order in which they stand in the text. */
const byPlace = (document: vscode.TextDocument) => (one: string, other: string) =>
  document.getText().indexOf(one) - document.getText().indexOf(other);
