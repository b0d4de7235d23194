import assert from "node:assert/strict";
import { createCms } from "../../../src/client/index.ts";
import { noEarlierRuns } from "../../../src/model/import/earlierRuns.ts";
import { RecordIndex } from "../../../src/model/import/recordIndex.ts";
import { Capabilities } from "../../../src/model/connect/capabilities.ts";
import { refuseKeptValues } from "../../../src/model/copy/takenValues.ts";
import { createCatalog } from "../../../src/model/schemas/catalog.ts";
import { Routes } from "../../../src/model/schemas/catalogFindings.ts";

const catalog = createCatalog({
  contentTypes: [
    {
      uid: "api::tea.tea",
      schema: {
        ...{ displayName: "Tea", singularName: "tea", pluralName: "teas" },
        ...{ kind: "collectionType", draftAndPublish: true, attributes: { slug: { type: "uid" } } },
      },
    },
  ],
  components: [],
  locales: [],
});

/** Entries for documents `id1`, `id2` and so on, which exist on the target. */
function entriesOf(count: number) {
  const service = {
    ...{
      connection: "to",
      catalog,
      capabilities: new Capabilities(),
      routes: new Routes(() => undefined),
    },
    ...{ cms: createCms({ baseUrl: "http://localhost:1" }), doubt: () => undefined },
    ...{ sendAllFields: [], type: catalog.types.get("teas")! },
  };
  const target = { connection: "to", type: "teas", relations: new Map<string, string>() };
  const index = new RecordIndex([{ target, service }], noEarlierRuns);
  for (let line = 1; line <= count; line += 1) {
    index.add({ line, record: { line, documentId: `id${line}`, content: {} } });
    index.at(line)!.group.documentId = `id${line}`;
  }
  return index.all;
}

const holderOf = (documentId: string) => ({ documentId, slug: "" });

describe("Taken unique values", () => {
  it("taken unique values are refused in a chain of 10,000 documents in less than a second", () => {
    const entries = entriesOf(10_000);
    // Each document is to get the value of the next one, and somebody else has that of the last.
    const values = entries.map((entry, at) => ({
      claims: [{ name: "slug", value: `v${at + 1}`, entry, locale: undefined }] as const,
      holders: [holderOf(at + 1 < entries.length ? `id${at + 2}` : "another")],
    }));
    const startedAt = performance.now();

    refuseKeptValues(values);

    assert.ok(entries.every(({ failure }) => failure?.code === "taken-value"));
    assert.ok(performance.now() - startedAt < 1_000, `${performance.now() - startedAt} ms`);
  });

  it("a unique value that 10,000 documents have is refused for 10,000 others in less than a second", () => {
    const entries = entriesOf(10_000);
    const [first, ...others] = entries.map((entry) => ({
      ...{ name: "slug", value: "tea", entry, locale: undefined },
    }));
    const holders = entries.map((_, at) => holderOf(`other${at}`));
    const startedAt = performance.now();

    refuseKeptValues([{ claims: [first!, ...others], holders }]);

    assert.ok(entries.every(({ failure }) => failure?.code === "taken-value"));
    assert.ok(performance.now() - startedAt < 1_000, `${performance.now() - startedAt} ms`);
  });

  it("unique values that documents exchange are not refused", () => {
    const entries = entriesOf(3);
    const values = entries.map((entry, at) => ({
      claims: [{ name: "slug", value: `v${at}`, entry, locale: undefined }] as const,
      holders: [holderOf(`id${((at + 1) % 3) + 1}`)],
    }));

    refuseKeptValues(values);

    assert.deepEqual(
      entries.map(({ failure }) => failure),
      [undefined, undefined, undefined],
    );
  });
});
