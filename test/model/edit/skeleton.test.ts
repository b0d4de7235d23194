import assert from "node:assert/strict";
import { componentSnippet } from "../../../src/model/edit/componentSnippet.ts";
import { deepKitchen } from "../deepKitchen.ts";

describe("componentSnippet", () => {
  it("componentSnippet contains texts, choices and required attributes, without those filled in automatically", () => {
    const skeleton = componentSnippet("level.four", deepKitchen);

    assert.deepEqual(skeleton, {
      string: "$1",
      text: "$2",
      richtext: "$3",
      uid: "$4",
      email: "$5",
      enumeration: '^${6|"a","b\\,c"|}',
      mustInteger: "^${7:null}",
      mustBlocks: [],
      mustParts: [],
    });
  });

  it("componentSnippet nests required components four levels deep, with consecutive tab stops", () => {
    const skeleton = JSON.stringify(componentSnippet("level.one", deepKitchen));

    const stops = [...skeleton.matchAll(/\$\{?(\d+)/g)].map(([, stop]) => Number(stop));
    assert.deepEqual(
      stops,
      [...stops.keys()].map((at) => at + 1),
    );
    assert.equal(skeleton.match(/"must":/g)?.length, 3);
  });

  it("componentSnippet stops at a component that requires itself", () => {
    const skeleton = componentSnippet("level.endless", deepKitchen);

    assert.deepEqual(skeleton, { name: "$1", must: {} });
  });
});
