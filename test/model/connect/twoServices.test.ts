import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Address } from "../../../src/model/foundation/address.ts";
import { LastEditors } from "../../../src/model/documents/lastEditors.ts";
import { MediaLibrary } from "../../../src/model/media/mediaLibrary.ts";
import { SchemaCache } from "../../../src/model/schemas/schemaCache.ts";
import { undoLastSave } from "../../../src/model/history/saveUndo.ts";
import { plainFind, plainList } from "../../support/plainHttp.ts";
import { itLong } from "../../support/longRun.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";
import { edited, storedSchemas, TestModel } from "../testModel.ts";
import { TextsInMemory } from "../ports.ts";
import { targetId, useTwoServices } from "../twoServices.ts";
import { must } from "../outcomes.ts";
import { recordService } from "./recordedService.ts";
import type { RecordedService } from "./recordedService.ts";

describe("Same documentIds in two services", function () {
  this.timeout(120_000);
  const folder = temporaryFolder();
  const services = useTwoServices();
  let sides: readonly [RecordedService, RecordedService];
  let model: TestModel;
  let ids: string[];
  let connectionIds: readonly [string, string];
  /** The schemas of both services, as an earlier window stored them. */
  let schemas: TextsInMemory;

  before(async () => {
    const { from, to } = services();
    sides = await Promise.all([recordService(from), recordService(to)]);
    const [firstRead, other] = sides.map(({ service }) =>
      plainList(service, "articles?sort=documentId"),
    );
    ids = (await firstRead!).map(({ documentId }) => documentId);
    // The same seed filled both services.
    assert.deepEqual(
      (await other!).map(({ documentId }) => documentId),
      ids,
    );
    const [first, second] = sides.map(({ service, url }) => ({ ...service, url }));
    const stored = [await storedSchemas(first!), await storedSchemas(second!, { id: targetId })];
    schemas = new TextsInMemory(stored.flatMap(({ texts }) => [...texts]));
  });
  after(() => {
    folder.remove();
    for (const side of sides) side.stop();
  });
  beforeEach(() => {
    const [firstSide, { service, url }] = sides;
    const schemaCache = new SchemaCache(new TextsInMemory(schemas.texts));
    model = new TestModel({
      ...{ ...firstSide.service, url: firstSide.url, token: firstSide.service.tokens.full },
      catalogs: { schemaCache },
    });
    const other = { id: targetId, name: "Other", url, apiPrefix: service.apiPrefix };
    model.store.connections = [model.connection, other];
    model.store.tokens.set(targetId, service.tokens.full);
    connectionIds = [model.connection.id, targetId];
  });
  afterEach(() => model.close());

  /** An action on one of the two services. The other service must not receive a request. */
  interface Acting {
    readonly side: RecordedService;
    readonly connection: string;
    readonly address: Address;
    readonly twin: Address;
  }

  const save = async ({ address }: Pick<Acting, "address">, kicker: string) => {
    must(await model.save(address, edited(await model.open(address), { kicker })));
  };
  const kickerAt = async ({ service }: RecordedService, { id }: Address) =>
    (await plainFind(service, `articles/${id}?status=draft&locale=en`))?.["kicker"];
  const titlesIn = async (connection: string) =>
    (await model.lists.listing({ connection, type: "articles" }).open()).rows.map(
      ({ title }) => title,
    );
  const admin = async ({ side, connection }: Acting) => {
    model.logins.push(side.service.admin);
    const known = model.connections.get(connection);
    assert.ok(known);
    must(await model.administrators.signIn(known));
  };

  const acts: Readonly<Record<string, (context: Acting) => Promise<unknown>>> = {
    "a read, a save and a publish": async (context) => {
      must(await model.documents.read(context.address));
      await save(context, "To be published");
      const previewed = must(await model.publication.preview(context.address));
      must(await model.publication.publish(context.address, previewed));
    },
    "an undo and its journal entries": async (context) => {
      const { address, twin } = context;
      await save(context, "To be undone");
      must(await undoLastSave(address, model));
      const entries = [await model.journal.history(address), await model.journal.history(twin)];
      assert.deepEqual(
        entries.map(({ length }) => length),
        [2, 0],
      );
    },
    "an unsaved edit": async ({ address, twin }) => {
      const text = edited(await model.open(address), { kicker: "Unsaved" });
      await model.documents.edits.begin(address, text);
      assert.deepEqual(
        [address, twin].map((documentAddress) =>
          model.documents.edits.hasUnsavedChanges(documentAddress),
        ),
        [true, false],
      );
      must(await model.save(address, text));
    },
    "a filter and a search": async ({ connection, twin }) => {
      const collection = { connection, type: "articles" };
      const [title = ""] = await titlesIn(connection);
      model.lists.changeListQuery(collection, { filter: { title: { $eq: title } } });
      assert.deepEqual(await titlesIn(connection), [title]);
      assert.deepEqual(model.lists.listQuery(twin), {});
      must(await model.lists.find(collection, "tea"));
    },
    "a list of users and a save of one": async ({ connection }) => {
      const { rows } = await model.lists.listing({ connection, type: "users" }).open();
      const address = { connection, type: "users", id: rows[0]?.id ?? "" };
      const opened = await model.open(address);
      const text = edited(opened, { confirmed: opened.content["confirmed"] !== true });
      await model.documents.stat(address, { text });
      must(await model.save(address, text));
    },
    "an upload and a search of the media library": async ({ connection }) => {
      const library = new MediaLibrary(model.catalogs);
      const path = join(folder.path, "leaf.txt");
      writeFileSync(path, "Tea");
      must(await library.upload(connection, { path }));
      must(await library.search(connection, { search: "leaf" }));
      library.dispose();
    },
    "an administrator's requests": async (context) => {
      const { address, connection } = context;
      await admin(context);
      const editors = new LastEditors(model.administrators, model.catalogs);
      editors.of(address, 1);
      must(await model.administrators.call(connection, (panel) => panel.me()));
      const previewed = must(await model.publication.preview(address));
      must(await model.publication.withdraw("unpublish", address, previewed));
      must(
        await model.publication.publish(address, must(await model.publication.preview(address))),
      );
    },
    "a delete": async ({ address }) => {
      const previewed = must(await model.publication.preview(address));
      const inbound = must(await model.publication.inbound(address));
      must(await model.publication.delete(address, { ...previewed, inbound }));
    },
  };

  for (const [what, act] of Object.entries(acts)) {
    for (const at of [0, 1] as const) {
      // Whatever takes the first connection for the second one fails at the second.
      const test = at === 1 ? it : itLong;
      test(`keep apart ${what}, at the ${at === 0 ? "first" : "second"}`, async () => {
        const [side, other] = [sides[at], sides[1 - at]!];
        const [ownConnection, others] = [connectionIds[at], connectionIds[1 - at]!];
        // The tests of each side delete a different document, so the other service still has it.
        const id = ids[at] ?? "";
        const address: Address = { connection: ownConnection, type: "articles", locale: "en", id };
        const twin = { ...address, connection: others };
        // Both documents are opened first, so that both connections have cached state.
        for (const documentAddress of [twin, address]) {
          await model.open(documentAddress);
          must(await must(await model.documents.read(documentAddress)).publication.wait());
          await titlesIn(documentAddress.connection);
        }
        const before = [await kickerAt(other, twin), side.requests.length, other.requests.length];

        await act({ side, connection: ownConnection, address, twin });
        // Requests that the action sent have arrived before the service answers this one.
        must(await model.lists.find({ connection: ownConnection, type: "articles" }, "tea"));

        const [kicker, earlier, earlierThere] = before;
        assert.ok(side.requests.length > Number(earlier));
        assert.deepEqual(other.requests.slice(Number(earlierThere)), []);
        assert.equal(await kickerAt(other, twin), kicker);
      });
    }
  }

  it("two connections to services with the same documentIds are locked separately", async () => {
    const address: Address = {
      connection: connectionIds[0],
      type: "articles",
      locale: "en",
      id: ids[2]!,
    };
    const twin = { ...address, connection: connectionIds[1] };
    await model.connections.change(model.connection, { environment: "production" });
    const texts = await Promise.all(
      [address, twin].map(async (documentAddress) =>
        edited(await model.open(documentAddress), { kicker: "Locked?" }),
      ),
    );
    const writes = () =>
      sides.map(({ requests }) => requests.filter((line) => line.startsWith("PUT")).length);
    const before = writes();

    const [failure] = await model.save(address, texts[0]!);
    must(await model.save(twin, texts[1]!));
    const sent = writes().map((count, at) => count - before[at]!);
    model.locks.unlock(connectionIds[0]);

    assert.equal(failure?.code === "service" && failure.error.name, "WriteDeniedError");
    assert.deepEqual([sent, model.locks.locked(connectionIds[1])], [[0, 1], undefined]);
  });
});
