import assert from "node:assert/strict";
import { createCms } from "../../../src/client/index.ts";
import { noEarlierRuns } from "../../../src/model/import/earlierRuns.ts";
import { RecordIndex } from "../../../src/model/import/recordIndex.ts";
import { matchRecords } from "../../../src/model/import/recordMatching.ts";
import { TargetFinder } from "../../../src/model/import/targetFinder.ts";
import { Capabilities } from "../../../src/model/connect/capabilities.ts";
import { createCatalog } from "../../../src/model/schemas/catalog.ts";
import { onePage, startLoopback } from "../../support/loopback.ts";
import type { Loopback } from "../../support/loopback.ts";
import { must } from "../outcomes.ts";
import { Routes } from "../../../src/model/schemas/catalogs.ts";

const count = 10_000;
const codes = Array.from({ length: count }, (_, at) => `l${at}`);
const rows = codes.map((locale, at) => ({ id: at, documentId: `tea${at}`, code: "tea", locale }));
const catalog = createCatalog({
  contentTypes: [
    {
      uid: "api::tea.tea",
      schema: {
        ...{ displayName: "Tea", singularName: "tea", pluralName: "teas" },
        ...{ kind: "collectionType", draftAndPublish: true },
        pluginOptions: { i18n: { localized: true } },
        // All localizations of a document share the value.
        attributes: { code: { type: "string" } },
      },
    },
  ],
  components: [],
  locales: codes.map((code) => ({ code, name: code, isDefault: code === "l0" })),
});

describe("One value that 10,000 documents have", () => {
  let server: Loopback;
  beforeEach(async () => {
    server = await startLoopback();
    server.answer(onePage(rows));
  });
  afterEach(() => server.stop());

  function open() {
    const service = {
      ...{ connection: "to", catalog, capabilities: new Capabilities(), sendAllFields: [] },
      ...{ cms: createCms({ baseUrl: server.url }), routes: new Routes(() => undefined) },
      ...{ doubt: () => undefined, type: catalog.types.get("teas")! },
    };
    const target = { connection: "to", type: "teas", key: "code", relations: new Map() };
    return { service, index: new RecordIndex([{ target, service }], noEarlierRuns) };
  }

  it("is refused as the key of as many records, in less than two seconds", async () => {
    const { index } = open();
    for (const [at, locale] of codes.entries()) {
      index.add({ line: at + 1, record: { line: at + 1, locale, content: { code: "tea" } } });
    }
    const startedAt = performance.now();

    must(await matchRecords(index));

    assert.ok(index.all.every(({ failure }) => failure?.code === "ambiguous-key"));
    assert.ok(performance.now() - startedAt < 2_000, `${performance.now() - startedAt} ms`);
  });

  it("is looked up once as the target of as many relations, in less than two seconds", async () => {
    const finder = new TargetFinder(open().service);
    const lookup = { target: "api::tea.tea", by: "code", value: "tea" };
    const startedAt = performance.now();

    must(await finder.learn(codes.map(() => lookup)));

    assert.equal(finder.find(lookup).length, count);
    assert.ok(performance.now() - startedAt < 2_000, `${performance.now() - startedAt} ms`);
  });
});
