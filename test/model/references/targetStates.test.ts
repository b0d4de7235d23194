import assert from "node:assert/strict";
import { relationsIn } from "../../../src/model/documents/references/locatedRelations.ts";
import { TargetStates } from "../../../src/model/changes/lifecycle/targetStates.ts";
import type {
  DocumentRelations,
  TargetFlaw,
} from "../../../src/model/changes/lifecycle/targetStates.ts";
import type { Desk } from "../desk.ts";
import { edited } from "../desk.ts";
import { ask, make, makeArticle, openDesk, unique } from "../magazine.ts";
import { must, why } from "../outcomes.ts";

/** A new article with relations to these tags. */
async function pointingTo(desk: Desk, ...tags: string[]): Promise<DocumentRelations> {
  const address = desk.article(await makeArticle({ tags }, "status=draft"));
  const service = must(await desk.catalogs.type(address.connection, address.type));
  const { content } = must(await desk.documents.read(address));
  return {
    address,
    service,
    relations: relationsIn(content, service.type.attributes, service.catalog),
  };
}

const flaws = (states: TargetStates, pointing: DocumentRelations): (TargetFlaw | undefined)[] =>
  pointing.relations.map((one) => states.flaw(one, pointing));

const makeTag = (query = ""): Promise<string> => make(`tags${query}`, { name: unique("tag") });

describe("TargetStates", () => {
  it("updates after the relation target is published", async () => {
    const desk = openDesk();
    const states = new TargetStates(desk);
    const tag = await makeTag("?status=draft");
    const pointing = await pointingTo(desk, tag);
    await states.checkAll(pointing);
    const before = flaws(states, pointing);
    const target = desk.at("tags", tag);

    must(await desk.lifecycle.publish(target, must(await desk.lifecycle.preview(target))));

    assert.deepEqual([before, flaws(states, pointing)], [["unpublished"], [undefined]]);
    states.dispose();
  });

  it("reads again after the service rejects a save", async () => {
    const desk = openDesk();
    const states = new TargetStates(desk);
    const tag = await makeTag();
    const pointing = await pointingTo(desk, tag);
    await states.checkAll(pointing);
    const before = flaws(states, pointing);
    const article = await desk.open(pointing.address);
    const nowhere = edited(article, { tags: [{ documentId: "a".repeat(24) }] });
    await ask("DELETE", `tags/${tag}`);

    const refused = await desk.save(pointing.address, nowhere);
    await states.checkAll(pointing);

    assert.equal(why(refused), "ValidationError");
    assert.deepEqual([before, flaws(states, pointing)], [[undefined], ["gone"]]);
    states.dispose();
  });
});
