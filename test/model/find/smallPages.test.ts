import assert from "node:assert/strict";
import { findInboundRelations } from "../../../src/model/find/inboundRelations.ts";
import { must } from "../outcomes.ts";
import { useShapedService } from "../shapedService.ts";
import { TestModel } from "../testModel.ts";
import { find } from "./finding.ts";
import { plainMake, plainMakeDraft } from "../../support/plainWrites.ts";

describe("Pages of 7", () => {
  const shaped = useShapedService();
  let model: TestModel;
  let tag: string;
  before(async () => {
    const service = shaped();
    const { url, apiPrefix, tokens } = service;
    model = new TestModel({ url, apiPrefix, token: tokens.full });
    tag = await plainMake(service, "tags", { name: "Lighthouse keeping" });
    for (let number = 0; number < 11; number += 1) {
      await plainMakeDraft(service, "articles", { title: `Foghorn ${number}`, tags: [tag] });
    }
  });
  after(() => model.close());

  it("a service that grants pages of 7 returns all 11 documents that refer to a document", async () => {
    const read = must(await model.catalogs.service(model.connection.id));

    const { relations, total } = must(await findInboundRelations(read, model.at("tags", tag)));

    const ids = new Set(relations.map(({ documentId }) => documentId));
    assert.deepEqual([ids.size, total], [11, 11]);
  });

  it("a service that grants pages of 7 lets Find Content show ten documents that contain a text", async () => {
    const { groups } = await find(model, "Foghorn");

    const counts = groups.map(({ collection, hits }) => [collection.type, hits.length]);
    assert.deepEqual(counts, [["articles", 10]]);
  });
});
