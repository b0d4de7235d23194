import assert from "node:assert/strict";
import { relationsIn } from "../../../src/model/content/references.ts";
import { TargetStates } from "../../../src/model/publish/targetStates.ts";
import type { DocumentRelations, TargetFlaw } from "../../../src/model/publish/targetStates.ts";
import type { TestModel } from "../testModel.ts";
import { edited } from "../testModel.ts";
import { ask, make, makeArticle, openModel, unique } from "../magazine.ts";
import { must, why } from "../outcomes.ts";

/** A new article with relations to these tags. */
async function pointingTo(model: TestModel, ...tags: string[]): Promise<DocumentRelations> {
  const address = model.article(await makeArticle({ tags }, "status=draft"));
  const service = must(await model.catalogs.type(address.connection, address.type));
  const { content } = must(await model.documents.read(address));
  return {
    address,
    service,
    relations: relationsIn(content, service),
  };
}

const flaws = (states: TargetStates, pointing: DocumentRelations): (TargetFlaw | undefined)[] =>
  pointing.relations.map((relation) => states.flaw(relation, pointing));

const makeTag = (query = ""): Promise<string> => make(`tags${query}`, { name: unique("tag") });

describe("TargetStates", () => {
  it("TargetStates updates after the relation target is published", async () => {
    const model = openModel();
    const states = new TargetStates(model);
    const tag = await makeTag("?status=draft");
    const pointing = await pointingTo(model, tag);
    await states.checkAll(pointing);
    const before = flaws(states, pointing);
    const target = model.at("tags", tag);

    must(await model.publication.publish(target, must(await model.publication.preview(target))));

    assert.deepEqual([before, flaws(states, pointing)], [["unpublished"], [undefined]]);
    states.dispose();
  });

  it("TargetStates reads again after the service rejects a save", async () => {
    const model = openModel();
    const states = new TargetStates(model);
    const tag = await makeTag();
    const pointing = await pointingTo(model, tag);
    await states.checkAll(pointing);
    const before = flaws(states, pointing);
    const article = await model.open(pointing.address);
    const nowhere = edited(article, { tags: [{ documentId: "a".repeat(24) }] });
    await ask("DELETE", `tags/${tag}`);

    const refused = await model.save(pointing.address, nowhere);
    await states.checkAll(pointing);

    assert.equal(why(refused), "ValidationError");
    assert.deepEqual([before, flaws(states, pointing)], [[undefined], ["gone"]]);
    states.dispose();
  });
});
