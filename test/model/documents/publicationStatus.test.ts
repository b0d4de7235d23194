import assert from "node:assert/strict";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import type { State } from "../../../src/model/documents/snapshot/states.ts";
import { startFaults } from "../../support/faults.ts";
import type { Faults } from "../../support/faults.ts";
import { refusal } from "../../support/loopback.ts";
import { untilEqual } from "../../window/until.ts";
import { edited, factsIn } from "../desk.ts";
import type { Desk } from "../desk.ts";
import { ask, changeElsewhere, draft, magazine, makeArticle, openDesk } from "../magazine.ts";
import { must, why } from "../outcomes.ts";
import { BasesInMemory } from "../ports.ts";

/** The client reads published versions as a list, and the draft by its documentId. */
const published = /^GET \/\w+\/articles$/;

describe("Publication status", () => {
  let proxy: Faults;

  beforeEach(async () => {
    proxy = await startFaults(magazine().url);
  });
  afterEach(async () => {
    await proxy.stop();
  });

  /** A desk that uses the proxy, and a published article. */
  async function articleOnTheWay() {
    const desk = openDesk({ url: proxy.url });
    const address = desk.article(await makeArticle({ title: "Tea" }));
    must(await desk.catalogs.service(address.connection));
    return { desk, address, told: statesToldBy(desk) };
  }

  function statesToldBy(desk: Desk): (State | undefined)[] {
    const told: (State | undefined)[] = [];
    desk.documents.onDidReadSnapshot(({ snapshot }) => told.push(snapshot.publication.now?.state));
    return told;
  }

  it("is reported after the text, once the published version is read", async () => {
    const { desk, address, told } = await articleOnTheWay();
    const release = proxy.hold(published);

    const { content, publication } = await desk.open(address);
    const before = [content["title"], publication.now, new Set(told)];
    release();

    assert.deepEqual(before, ["Tea", undefined, new Set([undefined])]);
    assert.equal((await desk.stood(address)).state, "published");
    assert.deepEqual(new Set(told), new Set([undefined, "published"]));
  });

  it("stays the same while it is read again, unless the document has changed", async () => {
    const { desk, address } = await articleOnTheWay();
    await desk.open(address);
    await desk.stood(address);
    const state = () => desk.documents.latestSnapshot(address)?.publication.now?.state;

    const release = proxy.hold(published);
    desk.documents.recordWrite(address, null);
    must(await desk.documents.read(address));
    const unmoved = state();
    await changeElsewhere(address.id, { title: "Milk" });
    desk.documents.recordWrite(address, null);
    must(await desk.documents.read(address));
    const moved = state();
    release();

    assert.deepEqual([unmoved, moved], ["published", undefined]);
    assert.equal((await desk.stood(address)).state, "modified");
  });

  it("stays unknown when the published version is forbidden; the document can be opened and saved", async () => {
    const { desk, address, told } = await articleOnTheWay();
    proxy.inject(published, refusal(403, "ForbiddenError", "Forbidden"));

    const snapshot = await desk.open(address);
    const looked = await desk.lifecycle.preview(address);
    must(await desk.save(address, edited(snapshot, { kicker: "Saved" })));

    const { kicker } = (await draft(`articles/${address.id}`)) ?? {};
    assert.deepEqual([kicker, why(looked)], ["Saved", "ForbiddenError"]);
    assert.deepEqual(new Set(told), new Set([undefined]));
  });

  it("is read again by a save when the first read failed", async () => {
    const { desk, address } = await articleOnTheWay();
    proxy.inject(published, refusal(403, "ForbiddenError", "Forbidden"));
    const snapshot = await desk.open(address);
    await snapshot.publication.wait();
    proxy.heal();

    must(await desk.save(address, edited(snapshot, { kicker: "Saved" })));

    assert.equal((await desk.stood(address)).state, "modified");
  });

  it("does not delay a save, and is reported after it", async () => {
    const { desk, address, told } = await articleOnTheWay();
    const release = proxy.hold(published);
    const snapshot = await desk.open(address);
    const earlier = desk.log.length;

    must(await desk.save(address, edited(snapshot, { kicker: "Saved" })));
    const requests = desk.log.slice(earlier).map(({ method }) => method);
    release();

    assert.deepEqual(requests, ["GET", "PUT"]);
    await untilEqual(() => Promise.resolve(told.at(-1)), "modified");
  });

  it("is awaited by the preview of Publish", async () => {
    const { desk, address } = await articleOnTheWay();
    await changeElsewhere(address.id, { title: "Milk" });
    const release = proxy.hold(published);

    const looking = desk.lifecycle.preview(address);
    await untilEqual(() => Promise.resolve(proxy.requests.some(isForPublished)), true);
    release();

    const looked = must(await looking);
    must(await desk.lifecycle.publish(address, looked));
    assert.deepEqual([looked.state, (await desk.stood(address)).state], ["modified", "published"]);
  });

  it("keeps the tree row unchanged until it is known", async () => {
    const { desk, address } = await articleOnTheWay();
    desk.documents.onDidReadSnapshot((changes) => {
      desk.content.note(changes.address, changes.snapshot);
    });
    const listing = desk.content.listing({ connection: address.connection, type: "articles" });
    const stateInRow = () => {
      const row = listing.view.rows.find(({ id }) => id === address.id);
      return Promise.resolve(row?.kind === "document" ? row.state : undefined);
    };
    await listing.open();
    await untilEqual(stateInRow, "published");
    const release = proxy.hold(published);

    await desk.open(address);
    const before = await stateInRow();
    await ask("PUT", `articles/${address.id}?status=draft`, { title: "Milk" });
    await desk.noticeChange(address);
    const moved = await stateInRow();
    release();

    assert.deepEqual([before, moved], ["published", undefined]);
    await untilEqual(stateInRow, "modified");
  });
});

const isForPublished = ({ method, path }: { readonly method: string; readonly path: string }) =>
  published.test(`${method} ${path}`);

describe("Unsaved text stored by an earlier version", () => {
  /** The content in the format of earlier versions, with publishedAt and the status of each locale. */
  const asBefore = (content: JsonObject): JsonObject => {
    const facts = content["$"] as JsonObject;
    return { ...content, $: { ...facts, publishedAt: null, locales: { en: "draft" } } };
  };

  it("is saved with or without a stored base, and its old $ counts as no edit", async () => {
    for (const isKept of [true, false]) {
      const bases = new BasesInMemory();
      const before = openDesk({ bases });
      const address = before.article(await makeArticle({ title: "Tea" }, "status=draft"));
      const { content, text: opened } = await before.open(address);
      await before.documents.edits.begin(address, opened);
      for (const [key, kept] of bases.texts) {
        const base = JSON.parse(kept) as { readonly content: JsonObject };
        bases.texts.set(key, JSON.stringify({ ...base, content: asBefore(base.content) }));
        if (!isKept) bases.texts.delete(key);
      }

      const after = openDesk({ bases });
      const text = edited({ content: asBefore(content) }, { kicker: "Saved" });
      await after.documents.edits.begin(address, text);
      must(await after.documents.stat(address, { text }));
      const saved = must(await after.save(address, text));

      assert.deepEqual(saved, { sent: true, factsChanged: false, ignored: [], taken: [] });
      const now = await draft(`articles/${address.id}`);
      assert.deepEqual([now?.["title"], now?.["kicker"]], ["Tea", "Saved"]);
      assert.deepEqual(factsIn(await after.open(address))["locales"], ["en"]);
    }
  });
});
