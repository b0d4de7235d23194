import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Address } from "../../../src/model/foundation/address.ts";
import { LastEditors } from "../../../src/model/documents/snapshot/lastEditors.ts";
import { MediaLibrary } from "../../../src/model/documents/media/mediaLibrary.ts";
import { undoLastSave } from "../../../src/model/changes/saving/undo.ts";
import { plainFind, plainList } from "../../support/plainHttp.ts";
import { startService } from "../../support/service.ts";
import type { Service } from "../../support/service.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";
import { deskOn, edited } from "../desk.ts";
import type { Desk } from "../desk.ts";
import { useSeededService } from "../magazine.ts";
import { must } from "../outcomes.ts";
import { recordService } from "./recordedService.ts";
import type { RecordedService } from "./recordedService.ts";

describe("Two connections to services with the same documentIds", function () {
  this.timeout(120_000);
  const folder = temporaryFolder();
  const seeded = useSeededService();
  let second: Service;
  let sides: readonly [RecordedService, RecordedService];
  let desk: Desk;
  let ids: string[];
  let places: readonly [string, string];

  before(async () => {
    second = await startService();
    sides = await Promise.all([recordService(seeded()), recordService(second)]);
    const [one, other] = sides.map(({ service }) => plainList(service, "articles?sort=documentId"));
    ids = (await one!).map(({ documentId }) => documentId);
    // The same seed filled both services.
    assert.deepEqual(
      (await other!).map(({ documentId }) => documentId),
      ids,
    );
  });
  after(async () => {
    folder.remove();
    for (const side of sides) side.stop();
    await second.stop();
  });
  beforeEach(async () => {
    const [one, other] = sides;
    desk = deskOn({ ...one.service, url: one.url });
    const { apiPrefix, tokens } = other.service;
    const credentials = { url: other.url, token: tokens.full };
    const added = await desk.connections.add("Other", credentials, { apiPrefix });
    places = [desk.connection.id, added.id];
  });
  afterEach(() => {
    desk.close();
  });

  /** An action on one of the two services. The other service must not receive a request. */
  interface Acting {
    readonly side: RecordedService;
    readonly connection: string;
    readonly address: Address;
    readonly twin: Address;
  }

  const save = async ({ address }: Pick<Acting, "address">, kicker: string) => {
    must(await desk.save(address, edited(await desk.open(address), { kicker })));
  };
  const kickerAt = async ({ service }: RecordedService, { id }: Address) =>
    (await plainFind(service, `articles/${id}?status=draft&locale=en`))?.["kicker"];
  const titlesIn = async (connection: string) =>
    (await desk.content.listing({ connection, type: "articles" }).open()).rows.map(
      ({ title }) => title,
    );
  const admin = async ({ side, connection }: Acting) => {
    desk.logins.push(side.service.admin);
    const known = desk.connections.get(connection);
    assert.ok(known);
    must(await desk.admins.signIn(known));
  };

  const acts: Readonly<Record<string, (acting: Acting) => Promise<unknown>>> = {
    "a read": async ({ address }) => must(await desk.documents.read(address)),
    "a save": (acting) => save(acting, "Saved"),
    "a publish": async (acting) => {
      await save(acting, "To be published");
      const looked = must(await desk.lifecycle.preview(acting.address));
      must(await desk.lifecycle.publish(acting.address, looked));
    },
    "an undo and its journal entries": async (acting) => {
      const { address, twin } = acting;
      await save(acting, "To be undone");
      must(await undoLastSave(address, desk));
      const entries = [await desk.journal.history(address), await desk.journal.history(twin)];
      assert.deepEqual(
        entries.map(({ length }) => length),
        [2, 0],
      );
    },
    "an unsaved edit": async ({ address, twin }) => {
      const text = edited(await desk.open(address), { kicker: "Unsaved" });
      await desk.documents.edits.begin(address, text);
      assert.deepEqual(
        [address, twin].map((one) => desk.documents.edits.hasUnsavedChanges(one)),
        [true, false],
      );
      must(await desk.save(address, text));
    },
    "a filter": async ({ connection, twin }) => {
      const place = { connection, type: "articles" };
      const [title = ""] = await titlesIn(connection);
      desk.content.changeListQuery(place, { filter: { title: { $eq: title } } });
      assert.deepEqual(await titlesIn(connection), [title]);
      assert.deepEqual(desk.content.listQuery(twin), {});
    },
    "a search": async ({ connection }) =>
      must(await desk.content.find({ connection, type: "articles" }, "tea")),
    "a list of users and a save of one": async ({ connection }) => {
      const { rows } = await desk.content.listing({ connection, type: "users" }).open();
      const address = { connection, type: "users", id: rows[0]?.id ?? "" };
      const opened = await desk.open(address);
      const text = edited(opened, { confirmed: opened.content["confirmed"] !== true });
      await desk.documents.stat(address, { text });
      must(await desk.save(address, text));
    },
    "an upload and a search of the media library": async ({ connection }) => {
      const library = new MediaLibrary(desk.catalogs);
      const path = join(folder.path, "leaf.txt");
      writeFileSync(path, "Tea");
      must(await library.upload(connection, { path }));
      must(await library.search(connection, { search: "leaf" }));
      library.dispose();
    },
    "an administrator's requests": async (acting) => {
      const { address, connection } = acting;
      await admin(acting);
      const editors = new LastEditors(desk.admins, desk.catalogs);
      editors.of(address, 1);
      must(await desk.admins.call(connection, (panel) => panel.me()));
      const looked = must(await desk.lifecycle.preview(address));
      must(await desk.lifecycle.withdraw("unpublish", address, looked));
      must(await desk.lifecycle.publish(address, must(await desk.lifecycle.preview(address))));
    },
    "a delete": async ({ address }) => {
      const looked = must(await desk.lifecycle.preview(address));
      const inbound = must(await desk.lifecycle.inbound(address));
      must(await desk.lifecycle.delete(address, { ...looked, inbound }));
    },
  };

  for (const [what, act] of Object.entries(acts)) {
    for (const at of [0, 1] as const) {
      it(`keep apart ${what}, at the ${at === 0 ? "first" : "second"}`, async () => {
        const [side, other] = [sides[at], sides[1 - at]!];
        const [own, others] = [places[at], places[1 - at]!];
        // The tests of each side delete a different document, so the other service still has it.
        const id = ids[at] ?? "";
        const address: Address = { connection: own, type: "articles", locale: "en", id };
        const twin = { ...address, connection: others };
        // Both documents are opened first, so that both connections have cached state.
        for (const one of [twin, address]) {
          await desk.open(one);
          must(await must(await desk.documents.read(one)).publication.wait());
          await titlesIn(one.connection);
        }
        const before = [await kickerAt(other, twin), side.asked.length, other.asked.length];

        await act({ side, connection: own, address, twin });
        // Requests that the action sent have arrived before the service answers this one.
        must(await desk.content.find({ connection: own, type: "articles" }, "tea"));

        const [kicker, earlier, earlierThere] = before;
        assert.ok(side.asked.length > Number(earlier));
        assert.deepEqual(other.asked.slice(Number(earlierThere)), []);
        assert.equal(await kickerAt(other, twin), kicker);
      });
    }
  }

  it("are locked separately", async () => {
    const address: Address = { connection: places[0], type: "articles", locale: "en", id: ids[2]! };
    const twin = { ...address, connection: places[1] };
    await desk.connections.change(desk.connection, { environment: "production" });
    const texts = await Promise.all(
      [address, twin].map(async (one) => edited(await desk.open(one), { kicker: "Locked?" })),
    );
    const writes = () =>
      sides.map(({ asked }) => asked.filter((line) => line.startsWith("PUT")).length);
    const before = writes();

    const [failure] = await desk.save(address, texts[0]!);
    must(await desk.save(twin, texts[1]!));
    const sent = writes().map((count, at) => count - before[at]!);
    desk.locks.unlock(places[0]);

    assert.equal(failure?.code === "service" && failure.error.name, "WriteDeniedError");
    assert.deepEqual([sent, desk.locks.locked(places[1])], [[0, 1], undefined]);
  });
});
