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

/** The published versions are a list; the draft is asked for by its documentId. */
const published = /^GET \/\w+\/articles$/;

describe("How a document stands", () => {
  let way: Faults;

  beforeEach(async () => {
    way = await startFaults(magazine().url);
  });
  afterEach(async () => {
    await way.stop();
  });

  /** A desk on the way, and an article that is published. */
  async function articleOnTheWay() {
    const desk = openDesk({ url: way.url });
    const address = desk.article(await makeArticle({ title: "Tea" }));
    must(await desk.catalogs.service(address.connection));
    return { desk, address, told: statesToldBy(desk) };
  }

  function statesToldBy(desk: Desk): (State | undefined)[] {
    const told: (State | undefined)[] = [];
    desk.documents.onDidReadSnapshot(({ snapshot }) => told.push(snapshot.publication.now?.state));
    return told;
  }

  it("is told once it is known; the text is there after the first request", async () => {
    const { desk, address, told } = await articleOnTheWay();
    const release = way.hold(published);

    const { content, publication } = await desk.open(address);
    const before = [content["title"], publication.now, new Set(told)];
    release();

    assert.deepEqual(before, ["Tea", undefined, new Set([undefined])]);
    assert.equal((await desk.stood(address)).state, "published");
    assert.deepEqual(new Set(told), new Set([undefined, "published"]));
  });

  it("stays as it was while it is asked for again, unless the document has moved", async () => {
    const { desk, address } = await articleOnTheWay();
    await desk.open(address);
    await desk.stood(address);
    const state = () => desk.documents.latestSnapshot(address)?.publication.now?.state;

    const release = way.hold(published);
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

  it("is not known where it can't be read, which keeps no document from being opened and saved", async () => {
    const { desk, address, told } = await articleOnTheWay();
    way.inject(published, refusal(403, "ForbiddenError", "Forbidden"));

    const snapshot = await desk.open(address);
    const looked = await desk.lifecycle.preview(address);
    must(await desk.save(address, edited(snapshot, { kicker: "Saved" })));

    const { kicker } = (await draft(`articles/${address.id}`)) ?? {};
    assert.deepEqual([kicker, why(looked)], ["Saved", "ForbiddenError"]);
    assert.deepEqual(new Set(told), new Set([undefined]));
  });

  it("is asked for again by a save, where it could not be read", async () => {
    const { desk, address } = await articleOnTheWay();
    way.inject(published, refusal(403, "ForbiddenError", "Forbidden"));
    const snapshot = await desk.open(address);
    await snapshot.publication.wait();
    way.heal();

    must(await desk.save(address, edited(snapshot, { kicker: "Saved" })));

    assert.equal((await desk.stood(address)).state, "modified");
  });

  it("is waited for by no save, and is told after it", async () => {
    const { desk, address, told } = await articleOnTheWay();
    const release = way.hold(published);
    const snapshot = await desk.open(address);
    const earlier = desk.log.length;

    must(await desk.save(address, edited(snapshot, { kicker: "Saved" })));
    const requests = desk.log.slice(earlier).map(({ method }) => method);
    release();

    assert.deepEqual(requests, ["GET", "PUT"]);
    await untilEqual(() => Promise.resolve(told.at(-1)), "modified");
  });

  it("is waited for by what acts on it", async () => {
    const { desk, address } = await articleOnTheWay();
    await changeElsewhere(address.id, { title: "Milk" });
    const release = way.hold(published);

    const looking = desk.lifecycle.preview(address);
    await untilEqual(() => Promise.resolve(way.requests.some(isForPublished)), true);
    release();

    const looked = must(await looking);
    must(await desk.lifecycle.publish(address, looked));
    assert.deepEqual([looked.state, (await desk.stood(address)).state], ["modified", "published"]);
  });

  it("leaves the row in the tree as it was until it is known", async () => {
    const { desk, address } = await articleOnTheWay();
    desk.documents.onDidReadSnapshot((news) => {
      desk.content.note(news.address, news.snapshot);
    });
    const listing = desk.content.listing({ connection: address.connection, type: "articles" });
    const stateInRow = () => {
      const row = listing.view.rows.find(({ id }) => id === address.id);
      return Promise.resolve(row?.kind === "document" ? row.state : undefined);
    };
    await listing.open();
    await untilEqual(stateInRow, "published");
    const release = way.hold(published);

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

describe("An unsaved text that an earlier version of the extension has kept", () => {
  /** As texts were: with the time of publishing and the state of each locale. */
  const asBefore = (content: JsonObject): JsonObject => {
    const facts = content["$"] as JsonObject;
    return { ...content, $: { ...facts, publishedAt: null, locales: { en: "draft" } } };
  };

  it("is saved as any other, whether its base was kept or not, and nobody is said to have edited $", async () => {
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
