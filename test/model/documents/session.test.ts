import assert from "node:assert/strict";
import { Session } from "../../../src/model/documents/session.ts";
import { noVersions } from "../../../src/model/documents/standing.ts";
import type { Stat } from "../../../src/model/documents/stat.ts";

const version = Date.UTC(2026, 2, 2, 8);

/** What a session answers to stats of these versions, one after the other. */
function statsOf(...versions: readonly number[]): Stat[] {
  const session = new Session({ connection: "k3j2h4x9", type: "articles", id: "tea1" });
  const rest = {
    created: 1,
    content: {},
    text: "{}",
    title: "",
    isReadonly: false,
    facts: {},
    family: "",
    standing: noVersions,
  };
  return versions.map((one) => session.stat({ version: one, ...rest }));
}

describe("A document's time and size, by which an editor tells versions apart", () => {
  it("stay as they are with the version", () => {
    const [first, second] = statsOf(version, version);

    assert.deepEqual(second, first);
  });

  it("are the time of the version, and differ for the smallest change of it", () => {
    const [first, second] = statsOf(version, version + 1);

    assert.deepEqual([first?.modified, second?.modified], [version, version + 1]);
    assert.notEqual(second?.size, first?.size);
  });

  it("move on also when the version goes back, as when somebody discards a draft", () => {
    const [first, second, third] = statsOf(version, version - 5_000, version + 1);

    const times = [first, second, third].map((stat) => stat?.modified ?? 0);
    assert.deepEqual(
      times,
      times.toSorted((a, b) => a - b),
    );
    assert.equal(new Set(times).size, 3);
    assert.notEqual(second?.size, first?.size);
  });
});
