import assert from "node:assert/strict";
import { createCms } from "../../../src/client/index.ts";
import type { RuleFinding } from "../../../src/model/check/checkFinding.ts";
import type { CheckedPage } from "../../../src/model/check/checkRule.ts";
import { CheckLookups } from "../../../src/model/check/checkLookups.ts";
import { duplicateValue } from "../../../src/model/check/rules/duplicateValue.ts";
import { UncheckedParts } from "../../../src/model/check/uncheckedParts.ts";
import { Capabilities } from "../../../src/model/connect/capabilities.ts";
import { ConcurrencyLimit } from "../../../src/model/foundation/concurrencyLimit.ts";
import { sizedChunks } from "../../../src/model/foundation/chunks.ts";
import { createCatalog } from "../../../src/model/schemas/catalog.ts";
import { describeCheckFinding } from "../../../src/texts/check/checkFindingWords.ts";
import { onePage, startLoopback } from "../../support/loopback.ts";
import type { Loopback } from "../../support/loopback.ts";
import { TestModel } from "../testModel.ts";
import { Routes } from "../../../src/model/schemas/catalogs.ts";

const count = 10_000;
const rows = Array.from({ length: count }, (_, at) => ({
  ...{ id: at, documentId: `tea${String(at).padStart(5, "0")}`, name: "Tea", locale: null },
}));

describe("Rule duplicate-value with 10,000 documents that share a value", () => {
  let server: Loopback;
  let model: TestModel;
  beforeEach(async () => {
    server = await startLoopback();
    server.answer(onePage(rows));
    model = new TestModel({ url: server.url, token: "t" });
  });
  afterEach(async () => {
    model.close();
    await server.stop();
  });

  /** Checks the documents in pages of 100. */
  async function findingsOf(isPartOfType: boolean): Promise<RuleFinding<"duplicate-value">[]> {
    const catalog = createCatalog({
      contentTypes: [
        {
          uid: "api::tea.tea",
          schema: {
            ...{ displayName: "Tea", singularName: "tea", pluralName: "teas" },
            ...{ kind: "collectionType", draftAndPublish: true },
            attributes: { name: { type: "string", unique: true } },
          },
        },
      ],
      ...{ components: [], locales: [] },
    });
    const { connection, catalogs, connections } = model;
    const service = {
      ...{ connection: connection.id, catalog, capabilities: new Capabilities() },
      ...{ cms: createCms({ baseUrl: server.url }), doubt: () => undefined, sendAllFields: [] },
      routes: new Routes(() => undefined),
    };
    const limit = new ConcurrencyLimit(4);
    const unchecked = new UncheckedParts(connection);
    const findings: RuleFinding<"duplicate-value">[] = [];
    const run = duplicateValue.create({
      scope: {
        ...{ connection, service, otherConnections: [] },
        target: { kind: "connection", connection: connection.id },
      },
      report: (finding) => findings.push(finding),
      lookups: new CheckLookups({ service, catalogs, connections, limit, unchecked }),
      checksForeignLinks: false,
      isComplete: () => true,
    });
    const documents = rows.map(({ documentId, name }) => ({
      address: { connection: connection.id, type: "teas", id: documentId },
      ...{ documentId, title: name, content: { name }, unread: new Map(), changes: new Map() },
      ...{ state: undefined, published: undefined, copies: { draft: 0, published: 0 } },
    }));
    const type = catalog.types.get("teas");
    assert.ok(type);
    for (const page of sizedChunks(documents, 100)) {
      const checked: CheckedPage = { service: { ...service, type }, documents: page, isPartOfType };
      assert.equal(await run.page?.(checked), undefined);
    }
    return findings;
  }

  for (const isPartOfType of [false, true]) {
    const what = isPartOfType ? "of selected documents" : "of a type";
    it(`a check ${what} reports each once, names 20 others in it, and reads them once`, async () => {
      const findings = await findingsOf(isPartOfType);

      assert.equal(new Set(findings.map(({ address }) => address.id)).size, count);
      assert.equal(findings.length, count);
      assert.ok(findings.every(({ data }) => data.others.length === 20));
      assert.ok(server.requests.length <= 2, `${server.requests.length} requests`);
      const [finding] = findings;
      assert.ok(finding);
      assert.match(
        describeCheckFinding({ ...finding, rule: "duplicate-value", severity: "error" }),
        /^name must be unique\. The value 'Tea' is also in 'Tea', .+ and 9994 more\.$/,
      );
    });
  }
});
