import assert from "node:assert/strict";
import * as vscode from "vscode";
import { fromUri } from "../../../src/files/shared/documentUri.ts";
import { isNew } from "../../../src/model/foundation/address.ts";
import type { Address } from "../../../src/model/foundation/address.ts";
import { plainList } from "../../support/plainHttp.ts";
import { until, untilEqual } from "../../window/until.ts";
import { contentOf, edit, open, stateOf, tabs } from "../editors.ts";
import { unique, useMagazine } from "../useMagazine.ts";
import { textIn, type JsonObject } from "../../../src/model/foundation/json.ts";

describe("New document", () => {
  const magazine = useMagazine();
  const createdAddresses: Address[] = [];

  afterEach(async () => {
    for (const { type, id } of createdAddresses.splice(0))
      await magazine.delete(`${type}/${id}?locale=*`);
  });

  const front = () => vscode.window.activeTextEditor!.document;

  const begin = async (connection: string, type = "articles"): Promise<vscode.TextDocument> => {
    await vscode.commands.executeCommand("cms.collection.newDocument", {
      collection: { connection, type },
    });
    return front();
  };

  /** Resolves with the address of the active document once it exists on the service. */
  const becomes = async (): Promise<Address> => {
    let address: Address | undefined;
    await until("The tab did not become the document", () => {
      address = vscode.window.activeTextEditor && fromUri(front().uri);
      return Promise.resolve(address !== undefined && !isNew(address));
    });
    createdAddresses.push(address!);
    return address!;
  };

  it("a new document starts unsaved with required fields and defaults, and writes nothing before it is saved", async () => {
    const detour = await magazine.detour();

    const document = await begin(detour.article("").connection);
    await vscode.commands.executeCommand("cms.document.publish", document.uri);
    await vscode.commands.executeCommand("cms.document.delete", document.uri);

    assert.equal(stateOf(document).isDirty, true);
    assert.equal(contentOf(document)["title"], "");
    assert.deepEqual(tabs(), ["New Article.cms.json"]);
    assert.deepEqual(detour.writes, []);
  });

  it("a new document is created as a draft by its first save, with the slug of its title, and keeps its tab", async () => {
    const title = unique("Grüße aus Łódź");
    const document = await begin(magazine.connection);
    await edit(document, { title });

    assert.equal(await document.save(), true);

    const { id, locale } = await becomes();
    const draft: JsonObject = (await magazine.draft(id, locale)) ?? {};
    assert.equal(draft["title"], title);
    assert.match(textIn(draft, "slug"), /^gruesse-aus-lodz/);
    assert.equal(contentOf(front())["slug"], draft["slug"]);
    assert.equal(await magazine.published(id), undefined);
    await untilEqual(() => Promise.resolve(tabs().length), 1);
    assert.equal(stateOf(front()).isDirty, false);
    await edit(front(), { kicker: "Second" });
    assert.equal(await front().save(), true);
    assert.equal((await magazine.draft(id, locale))?.["kicker"], "Second");
  });

  it("a new document with all fields is created with those that the user fills", async () => {
    const title = unique("Tea");
    const detour = await magazine.detour();
    await begin(detour.article("").connection);
    await vscode.commands.executeCommand("cms.document.insertAllFields", front().uri);
    await edit(front(), { title });

    assert.equal(await front().save(), true);

    await becomes();
    const { data } = detour.writes[0]!.body as { data: JsonObject };
    assert.deepEqual(Object.keys(data).sort(), ["featured", "kind", "slug", "title"]);
  });

  it("a new document stays unsaved while the service rejects it, and is then created with the slug that the user has typed", async () => {
    const detour = await magazine.detour();
    const document = await begin(detour.article("").connection);
    const title = unique("Tea");
    const slug = unique("own")
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, "-");
    await edit(document, { title, slug, nonsense: true });
    const { text } = stateOf(document);

    assert.equal(await document.save(), false);

    assert.deepEqual(stateOf(document), { text, isDirty: true });
    const query = `articles?status=draft&filters[title]=${encodeURIComponent(title)}`;
    assert.deepEqual(await plainList(magazine.service, query), []);
    await edit(document, { nonsense: undefined });
    assert.equal(await document.save(), true);
    const { id, locale } = await becomes();
    assert.equal((await magazine.draft(id, locale))?.["slug"], slug);
  });
});

describe("Duplicate", () => {
  const magazine = useMagazine();

  const reported: string[] = [];
  const { showInformationMessage } = vscode.window;
  before(() => {
    const tell = (words: string) => Promise.resolve(void reported.push(words));
    Object.assign(vscode.window, { showInformationMessage: tell });
  });
  beforeEach(() => {
    reported.length = 0;
  });
  after(() => {
    Object.assign(vscode.window, { showInformationMessage });
  });

  it("Duplicate copies everything except unique values, numbers the title, and is created only by its first save", async () => {
    const detour = await magazine.detour();
    // The year is part of the title. It doesn't count copies.
    const title = `${unique("Tea")} (2025)`;
    await magazine.makeArticle({ title: `${title} (2)` });
    const id = await magazine.makeArticle({ title, kicker: "Hot", code: unique("t").slice(-9) });
    const document = await open(detour.article(id));
    await edit(document, { kicker: "Unsaved" });

    await vscode.commands.executeCommand("cms.document.duplicate", document.uri);

    const copy = contentOf(vscode.window.activeTextEditor!.document);
    assert.equal(copy["title"], `${title} (3)`);
    assert.equal(copy["kicker"], "Unsaved");
    assert.equal("code" in copy, false);
    const { slug } = copy;
    assert.ok(typeof slug === "string" && slug.startsWith("tea"));
    assert.equal("$" in copy, false);
    // A notification shows one line of about 60 characters.
    const [omitted = "", unread = ""] = reported[0]?.split(". ") ?? [];
    assert.deepEqual(
      [reported.length, omitted, unread],
      [
        1,
        "code wasn't copied because it must be unique",
        "Not included because the service doesn't return or accept it: previewPassword, internalNote.",
      ],
    );
    assert.deepEqual(detour.writes, []);
  });
});
