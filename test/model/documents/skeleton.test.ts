import assert from "node:assert/strict";
import { componentSnippet } from "../../../src/model/schemas/skeleton.ts";
import { deepKitchen } from "../deepKitchen.ts";

describe("The skeleton of a component", () => {
  it("has its texts and choices, what must be there, and nothing that is filled in by itself", () => {
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

  it("goes four deep where components must be there, with one place for the cursor after the other", () => {
    const skeleton = JSON.stringify(componentSnippet("level.one", deepKitchen));

    const stops = [...skeleton.matchAll(/\$\{?(\d+)/g)].map(([, stop]) => Number(stop));
    assert.deepEqual(
      stops,
      [...stops.keys()].map((at) => at + 1),
    );
    assert.equal(skeleton.match(/"must":/g)?.length, 3);
  });

  it("ends where a component must hold itself", () => {
    const skeleton = componentSnippet("level.endless", deepKitchen);

    assert.deepEqual(skeleton, { name: "$1", must: {} });
  });
});
