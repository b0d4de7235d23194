import assert from "node:assert/strict";
import { findPointedIds } from "../../../src/model/find/inboundRelations.ts";
import { plainMakeDraft } from "../../support/plainWrites.ts";
import type { Service } from "../../support/service.ts";
import { startChangedService } from "../check/changedService.ts";
import { openModel } from "../magazine.ts";
import { must } from "../outcomes.ts";

const names = Array.from({ length: 40 }, (_, at) => `tag${at}`);

describe("Relations of a type with many relations to another one", () => {
  let service: Service;
  before(async function () {
    this.timeout(180_000);
    const relation = { type: "relation", relation: "manyToOne", target: "api::tag.tag" };
    const relations = Object.fromEntries(names.map((name) => [name, relation]));
    service = await startChangedService({ page: relations });
  });
  after(() => service.stop());

  it("findPointedIds searches 40 relations of a type, more than a database joins at once", async () => {
    const { url, apiPrefix, tokens } = service;
    const model = openModel({ url, apiPrefix, token: tokens.full });
    const [first = "", second = "", unused = ""] = await Promise.all(
      ["First", "Second", "Unused"].map((name) =>
        plainMakeDraft(service, "tags", { name, slug: `many-${name.toLowerCase()}` }),
      ),
    );
    const data = { title: "Many tags", slug: "many-tags", tag0: first, tag39: second };
    await plainMakeDraft(service, "pages", data);
    const tags = must(await model.catalogs.type(model.connection.id, "tags"));

    const pointedIds = must(await findPointedIds(tags, [first, second, unused], {}));

    assert.deepEqual([...pointedIds].sort(), [first, second].sort());
  });
});
