import assert from "node:assert/strict";
import { Session } from "../../../src/model/edit/session.ts";
import { neverPublished } from "../../../src/model/content/publicationStatus.ts";
import { done } from "../../../src/model/foundation/outcome.ts";
import { nothingUnread } from "../../../src/model/content/unreadAttributes.ts";
import type { Stat } from "../../../src/model/edit/session.ts";
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

/** The stats of these versions from one session. */
function statsOf(...versions: readonly number[]): Stat[] {
  const session = new Session(address);
  return versions.map((number) => session.stat(snapshot(number)));
}

describe("Session, read before a write", () => {
  const read = (at: number) => () => Promise.resolve(done(snapshot(at)));

  it("a session reuses the snapshot that the stat of the save has just read", async () => {
    const session = new Session(address);

    await session.readFresh(read(version));

    assert.equal(must(await session.readForWrite(read(version + 1))).version, version);
  });

  it("a session reads again when a write happened while the stat waited for its answer", async () => {
    const session = new Session(address);
    let answer = (): void => undefined;
    const pendingRead = session.readFresh(async () => {
      await new Promise<void>((resolve) => (answer = resolve));
      return read(version)();
    });
    session.expire();
    answer();
    await pendingRead;

    assert.equal(must(await session.readForWrite(read(version + 1))).version, version + 1);
  });
});

describe("Session, stat of a document", () => {
  it("the stat of a document stays the same for the same version", () => {
    const [first, second] = statsOf(version, version);

    assert.deepEqual(second, first);
  });

  it("the stat of a document has the version's time, and another size for the smallest change", () => {
    const [first, second] = statsOf(version, version + 1);

    assert.deepEqual([first?.modified, second?.modified], [version, version + 1]);
    assert.notEqual(second?.size, first?.size);
  });

  it("the stat of a document increases its time when the version goes back, as after Discard Changes", () => {
    const [first, second, third] = statsOf(version, version - 5_000, version + 1);

    const times = [first, second, third].map((stat) => stat?.modified ?? 0);
    assert.deepEqual(
      times,
      times.toSorted((a, b) => a - b),
    );
    assert.equal(new Set(times).size, 3);
    assert.notEqual(second?.size, first?.size);
  });

  it("the stat lets a save pass whose editor has a new text with the time of the version before", () => {
    const session = new Session(address);
    // The extension writes between VS Code's stat and its read.
    const known = session.stat(snapshot(version));
    session.learned(snapshot(version + 1));
    session.readByEditor(snapshot(version + 1));
    session.loaded(snapshot(version + 1));

    const { modified } = session.statUnchanged(snapshot(version + 1));

    assert.ok(modified <= known.modified, `${modified} is after ${known.modified}`);
  });
});
