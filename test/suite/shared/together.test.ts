import assert from "node:assert/strict";
import { together } from "../../../src/compose/ownership.ts";

describe("Disposables", () => {
  const ended: string[] = [];
  const thing = (name: string) => ({ dispose: () => ended.push(name) });
  beforeEach(() => {
    ended.length = 0;
  });

  it("disposables created together are disposed of together, and once", () => {
    const [opened, things] = together((own) => [own(thing("first")), own(thing("second"))].length);

    things.dispose();
    things.dispose();

    assert.deepEqual([opened, ended], [2, ["first", "second"]]);
  });

  it("disposables are disposed of when one of them can't be created", () => {
    const open = () =>
      together((own) => {
        own(thing("first"));
        throw new Error("no second");
      });

    assert.throws(open, /no second/);
    assert.deepEqual(ended, ["first"]);
  });
});
