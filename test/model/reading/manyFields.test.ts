import assert from "node:assert/strict";
import { createCms } from "../../../src/client/index.ts";
import { readRecords } from "../../../src/model/export/exportable.ts";
import { newDocumentId } from "../../../src/model/foundation/address.ts";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import { startLoopback } from "../../support/loopback.ts";
import type { Loopback } from "../../support/loopback.ts";
import { openModel } from "../magazine.ts";
import { must } from "../outcomes.ts";

const names = Array.from({ length: 132 }, (_, at) => `field${at}`);

describe("Export of many fields", () => {
  let loopback: Loopback;

  before(async () => {
    loopback = await startLoopback();
  });
  after(() => loopback.stop());

  it("an export of 130 fields reads them in as many requests as the service takes fields", async () => {
    const ids = [newDocumentId(), newDocumentId()].sort();
    loopback.answer((response, { query }) => {
      const fields = Object.values((query["fields"] ?? []) as string[]);
      const status = fields.length > 100 ? 400 : 200;
      const updatedAt = "2026-11-28T00:00:00.000Z";
      const data = ids.map((documentId, at) => ({
        ...Object.fromEntries(fields.map((name): [string, string] => [name, `${name} ${at}`])),
        ...{ id: at + 1, documentId, updatedAt, locale: "en" },
      }));
      const pagination = { page: 1, pageSize: 100, pageCount: 1, total: 2 };
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify({ data, meta: { pagination } }));
    });
    const model = openModel();
    const typed = must(await model.catalogs.type(model.connection.id, "articles"));
    const cms = createCms({ baseUrl: loopback.url });
    const attributes = new Map(names.map((name) => [name, { type: "string" }]));
    const type = { ...typed.type, attributes, titleField: undefined, draftAndPublish: false };
    const wide = { ...typed, cms, type, names: names.slice(0, 130) };
    const group = { connection: model.connection.id, type: type.name, locale: "en", listQuery: {} };

    const records: JsonObject[] = [];
    for await (const [failure, page] of readRecords(group, wide, {})) {
      assert.equal(failure, null);
      records.push(...page.records);
    }

    assert.deepEqual(
      records.map(({ documentId, field0, field129, field130 }) => [
        documentId,
        field0,
        field129,
        field130,
      ]),
      ids.map((id, at) => [id, `field0 ${at}`, `field129 ${at}`, undefined]),
    );
  });
});
