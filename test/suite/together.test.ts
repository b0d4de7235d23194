import assert from "node:assert/strict";
import { together } from "../../src/compose/own.ts";

describe("What is opened together", () => {
  const ended: string[] = [];
  const thing = (name: string) => ({ dispose: () => ended.push(name) });
  beforeEach(() => {
    ended.length = 0;
  });

  it("ends together, and once", () => {
    const [opened, things] = together((own) => [own(thing("first")), own(thing("second"))].length);

    things.dispose();
    things.dispose();

    assert.deepEqual([opened, ended], [2, ["first", "second"]]);
  });

  it("is not there at all where one of it can't be opened", () => {
    const open = () =>
      together((own) => {
        own(thing("first"));
        throw new Error("no second");
      });

    assert.throws(open, /no second/);
    assert.deepEqual(ended, ["first"]);
  });
});
