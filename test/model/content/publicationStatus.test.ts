import assert from "node:assert/strict";
import { changeReportOf } from "../../../src/model/writing/changeReport.ts";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import { startFaults } from "../../support/faults.ts";
import type { Faults } from "../../support/faults.ts";
import { refusal } from "../../support/loopback.ts";
import { untilEqual } from "../../window/until.ts";
import { edited, factsIn } from "../testModel.ts";
import type { TestModel } from "../testModel.ts";
import { ask, changeElsewhere, draft, magazine, makeArticle, openModel } from "../magazine.ts";
import { must, why } from "../outcomes.ts";
import { BasesInMemory } from "../ports.ts";
import type { State } from "../../../src/model/content/publicationStatus.ts";

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

  /** A model that uses the proxy, and a published article. */
  async function articleOnTheWay() {
    const model = openModel({ url: proxy.url });
    const address = model.article(await makeArticle({ title: "Tea" }));
    must(await model.catalogs.service(address.connection));
    return { model, address, reported: statesReportedBy(model) };
  }

  function statesReportedBy(model: TestModel): (State | undefined)[] {
    const reported: (State | undefined)[] = [];
    model.documents.onDidReadSnapshot(({ snapshot }) =>
      reported.push(snapshot.publication.knownValue?.state),
    );
    return reported;
  }

  it("the publication status is reported after the text, once the published version is read", async () => {
    const { model, address, reported } = await articleOnTheWay();
    const release = proxy.hold(published);

    const { content, publication } = await model.open(address);
    const before = [content["title"], publication.knownValue, new Set(reported)];
    release();

    assert.deepEqual(before, ["Tea", undefined, new Set([undefined])]);
    assert.equal((await model.stood(address)).state, "published");
    assert.deepEqual(new Set(reported), new Set([undefined, "published"]));
  });

  it("the publication status stays the same while it is read again, unless the document has changed", async () => {
    const { model, address } = await articleOnTheWay();
    await model.open(address);
    await model.stood(address);
    const state = () => model.documents.latestSnapshot(address)?.publication.knownValue?.state;

    const release = proxy.hold(published);
    model.documents.recordWrite(address, null);
    must(await model.documents.read(address));
    const unmoved = state();
    await changeElsewhere(address.id, { title: "Milk" });
    model.documents.recordWrite(address, null);
    must(await model.documents.read(address));
    const moved = state();
    release();

    assert.deepEqual([unmoved, moved], ["published", undefined]);
    assert.equal((await model.stood(address)).state, "modified");
  });

  it("the publication status stays unknown if it is forbidden; the document can be opened and saved", async () => {
    const { model, address, reported } = await articleOnTheWay();
    proxy.inject(published, refusal(403, "ForbiddenError", "Forbidden"));

    const snapshot = await model.open(address);
    const previewed = await model.publication.preview(address);
    must(await model.save(address, edited(snapshot, { kicker: "Saved" })));

    const { kicker } = (await draft(`articles/${address.id}`)) ?? {};
    assert.deepEqual([kicker, why(previewed)], ["Saved", "ForbiddenError"]);
    assert.deepEqual(new Set(reported), new Set([undefined]));
  });

  it("the publication status is read again by a save when the first read failed", async () => {
    const { model, address } = await articleOnTheWay();
    proxy.inject(published, refusal(403, "ForbiddenError", "Forbidden"));
    const snapshot = await model.open(address);
    await snapshot.publication.wait();
    proxy.heal();

    must(await model.save(address, edited(snapshot, { kicker: "Saved" })));

    assert.equal((await model.stood(address)).state, "modified");
  });

  it("the publication status does not delay a save, and is reported after it", async () => {
    const { model, address, reported } = await articleOnTheWay();
    const release = proxy.hold(published);
    const snapshot = await model.open(address);
    const earlier = model.log.length;

    must(await model.save(address, edited(snapshot, { kicker: "Saved" })));
    const requests = model.log.slice(earlier).map(({ method }) => method);
    release();

    assert.deepEqual(requests, ["GET", "PUT"]);
    await untilEqual(() => Promise.resolve(reported.at(-1)), "modified");
  });

  it("the publication status is awaited by the preview of Publish", async () => {
    const { model, address } = await articleOnTheWay();
    await changeElsewhere(address.id, { title: "Milk" });
    const release = proxy.hold(published);

    const pendingPreview = model.publication.preview(address);
    await untilEqual(() => Promise.resolve(proxy.requests.some(isForPublished)), true);
    release();

    const previewed = must(await pendingPreview);
    must(await model.publication.publish(address, previewed));
    assert.deepEqual(
      [previewed.state, (await model.stood(address)).state],
      ["modified", "published"],
    );
  });

  it("the publication status keeps the tree item unchanged until it is known", async () => {
    const { model, address } = await articleOnTheWay();
    model.documents.onDidReadSnapshot((changes) => {
      model.lists.note(changes.address, changes.snapshot);
    });
    const listing = model.lists.listing({ connection: address.connection, type: "articles" });
    const stateInRow = () => {
      const row = listing.view.rows.find(({ id }) => id === address.id);
      return Promise.resolve(row?.kind === "document" ? row.state : undefined);
    };
    await listing.open();
    await untilEqual(stateInRow, "published");
    const release = proxy.hold(published);

    await model.open(address);
    const before = await stateInRow();
    await ask("PUT", `articles/${address.id}?status=draft`, { title: "Milk" });
    await model.noticeChange(address);
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

  it("unsaved text of an earlier version is saved with or without a base, and its old $ counts as no edit", async () => {
    for (const isKept of [true, false]) {
      const bases = new BasesInMemory();
      const before = openModel({ bases });
      const address = before.article(await makeArticle({ title: "Tea" }, "status=draft"));
      const { content, text: opened } = await before.open(address);
      await before.documents.edits.begin(address, opened);
      for (const [key, baseText] of bases.texts) {
        const base = JSON.parse(baseText) as { readonly content: JsonObject };
        bases.texts.set(key, JSON.stringify({ ...base, content: asBefore(base.content) }));
        if (!isKept) bases.texts.delete(key);
      }

      const after = openModel({ bases });
      const text = edited({ content: asBefore(content) }, { kicker: "Saved" });
      await after.documents.edits.begin(address, text);
      must(await after.documents.stat(address, { text }));
      const saved = must(await after.save(address, text));

      assert.deepEqual(saved, {
        ...changeReportOf({ sent: ["kicker"] }),
        factsChanged: false,
        ignored: [],
      });
      const now = await draft(`articles/${address.id}`);
      assert.deepEqual([now?.["title"], now?.["kicker"]], ["Tea", "Saved"]);
      assert.deepEqual(factsIn(await after.open(address))["locales"], ["en"]);
    }
  });
});
