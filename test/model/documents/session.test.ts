import assert from "node:assert/strict";
import { Session } from "../../../src/model/changes/sessions/session.ts";
import { neverPublished } from "../../../src/model/documents/snapshot/publicationStatus.ts";
import { done } from "../../../src/model/foundation/outcome.ts";
import { nothingUnread } from "../../../src/model/documents/content/unreadAttributes.ts";
import type { Stat } from "../../../src/model/changes/sessions/session.ts";
import { must } from "../outcomes.ts";

const version = Date.UTC(2026, 2, 2, 8);

const address = { connection: "k3j2h4x9", type: "articles", id: "tea1" };

const snapshot = (version: number) => ({
  version,
  created: 1,
  content: {},
  text: "{}",
  title: "",
  isReadonly: false,
  facts: {},
  unread: nothingUnread,
  localeVersions: "",
  publication: neverPublished,
});

/** What a session answers to stats of these versions, one after the other. */
function statsOf(...versions: readonly number[]): Stat[] {
  const session = new Session(address);
  return versions.map((one) => session.stat(snapshot(one)));
}

describe("What the service holds before a write", () => {
  const read = (at: number) => () => Promise.resolve(done(snapshot(at)));

  it("is what the stat of the save has just seen", async () => {
    const session = new Session(address);

    await session.readFresh(read(version));

    assert.equal(must(await session.readForWrite(read(version + 1))).version, version);
  });

  it("is looked at anew where something was written while the stat still waited for its answer", async () => {
    const session = new Session(address);
    let answer = (): void => undefined;
    const looking = session.readFresh(async () => {
      await new Promise<void>((resolve) => (answer = resolve));
      return read(version)();
    });
    session.expire();
    answer();
    await looking;

    assert.equal(must(await session.readForWrite(read(version + 1))).version, version + 1);
  });
});

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
