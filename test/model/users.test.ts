import assert from "node:assert/strict";
import { startFaults } from "../support/faults.ts";
import type { Json } from "../../src/model/json.ts";
import type { Outcome } from "../../src/model/outcome.ts";
import { changeUserElsewhere, deleteUserElsewhere } from "./accounts.ts";
import { makeUser, moved, roles, userNow } from "./accounts.ts";
import { edited } from "./desk.ts";
import type { Desk } from "./desk.ts";
import { magazine, openDesk } from "./magazine.ts";
import { must, why } from "./outcomes.ts";

type Change = Readonly<Record<string, Json | undefined>>;

/** A user of one's own, opened. */
async function opened(desk: Desk = openDesk(), data: object = {}) {
  const { id, username } = await makeUser(data);
  const address = desk.at("users", String(id));
  const snapshot = await desk.open(address);
  const before = await userNow(id);
  /** As VS Code does: it asks for the stat of what it is about to save. */
  const save = async (change: Change, agreed = true) => {
    const text = edited(snapshot, change);
    await desk.documents.stat(address, { text });
    return desk.save(address, text, agreed);
  };
  /** What differs from what the user was, but for the times that every write moves. */
  const changes = async () => {
    const after = { ...(await userNow(id)), ...moved };
    const was: Readonly<Record<string, Json>> = { ...before, ...moved };
    return Object.fromEntries(Object.entries(after).filter(([name, one]) => one !== was[name]));
  };
  return { desk, id, username, address, snapshot, save, changes };
}

const problemsIn = ([failure]: Outcome<unknown>): string[][] =>
  failure?.code === "not-sendable" ? failure.problems.map(({ path, why: is }) => [path, is]) : [];

describe("A user that is saved", () => {
  it("sends nothing where nothing changed", async () => {
    const { desk, address, snapshot, changes } = await opened();

    const saved = must(await desk.save(address, snapshot.text.replaceAll(",", " ,\n")));

    assert.deepEqual([saved.sent, desk.sent("PUT"), await changes()], [false, [], {}]);
  });

  it("sends what was changed alone, unwrapped, in two requests", async () => {
    const faults = await startFaults(magazine().url);
    try {
      const { id, address, desk, snapshot } = await opened(openDesk({ url: faults.url }));
      const text = edited(snapshot, { blocked: true, role: roles.authenticated });
      const earlier = faults.requests.length;

      must(await desk.documents.stat(address, { text }));
      must(await desk.save(address, text));

      const sent = faults.requests.slice(earlier);
      assert.deepEqual(
        sent.map(({ method, path, body }) => [method, path, body]),
        [
          ["GET", `/api/users/${id}`, undefined],
          ["PUT", `/api/users/${id}`, { blocked: true, role: 1 }],
        ],
      );
    } finally {
      await faults.stop();
    }
  });

  it("changes what was edited, and nothing else of the user", async () => {
    const edits: readonly (readonly [change: Change, changed: object])[] = [
      [{ email: "Tea@Example.com" }, { email: "tea@example.com" }],
      [{ confirmed: false }, { confirmed: false }],
      [{ role: { id: 1, name: "Authenticated" } }, { role: "Authenticated" }],
      [{ provider: null }, { provider: null }],
      [
        { role: 1, blocked: true },
        { role: "Authenticated", blocked: true },
      ],
    ];

    for (const [change, changed] of edits) {
      const { save, changes } = await opened();

      must(await save(change));

      assert.deepEqual(await changes(), changed);
    }
  });

  it("is then shown as the service has it, and the next save starts from there", async () => {
    const { desk, id, address, save } = await opened();

    must(await save({ email: "Milk@Example.com" }));
    desk.documents.settle(address);
    const after = await desk.open(address);
    must(await desk.save(address, edited(after, { confirmed: false })));

    assert.equal(after.content["email"], "milk@example.com");
    assert.deepEqual((await userNow(id))["confirmed"], false);
  });

  it("asks before it clears what was taken out, and clears nothing without a yes", async () => {
    const refused = await opened();
    const agreed = await opened();

    const no = await refused.save({ provider: undefined }, false);
    must(await agreed.save({ provider: undefined }));

    assert.deepEqual([why(no), await refused.changes()], ["declined", {}]);
    assert.deepEqual(await agreed.changes(), { provider: null });
  });

  it("refuses what the service would drop, overwrite or fail at, and sends nothing", async () => {
    const refusals: readonly (readonly [change: Change, problem: string])[] = [
      [{ id: 900 }, "service-owned"],
      [{ documentId: "mine" }, "service-owned"],
      [{ createdAt: "2020-01-01T00:00:00.000Z" }, "service-owned"],
      [{ updatedAt: "2020-01-01T00:00:00.000Z" }, "service-owned"],
      [{ password: "Secret-2" }, "password"],
      [{ bogus: 1 }, "unknown-key"],
      [{ role: null }, "needs-role"],
      [{ role: undefined }, "needs-role"],
      [{ role: "Editor" }, "needs-role"],
    ];
    const { desk, save, changes } = await opened();

    for (const [change, problem] of refusals) {
      const outcome = await save({ ...change, blocked: true });

      assert.deepEqual(problemsIn(outcome), [[Object.keys(change)[0], problem]]);
    }
    assert.deepEqual([desk.sent("PUT"), await changes()], [[], {}]);
  });

  it("is refused in the service's own words where a value won't do, and stays as it was", async () => {
    const other = await makeUser();
    const { save, changes } = await opened();

    const outcomes = [
      await save({ username: "ab" }),
      await save({ email: "nobody" }),
      await save({ username: other.username }),
      await save({ role: 99_999 }),
    ];

    assert.deepEqual(outcomes.map(why), Array(4).fill("ValidationError"));
    assert.deepEqual(await changes(), {});
  });
});

describe("A user whom somebody else has changed", () => {
  it("keeps both changes where they don't touch, and names the other's", async () => {
    const { id, save, changes } = await opened();
    await changeUserElsewhere(id, { confirmed: false });

    const saved = must(await save({ role: roles.authenticated }));

    assert.deepEqual(saved.taken, ["confirmed"]);
    assert.deepEqual(await changes(), { confirmed: false, role: "Authenticated" });
  });

  it("is no conflict where only the times have moved, or both made the same of it", async () => {
    const { id, save, changes } = await opened();
    await changeUserElsewhere(id, { blocked: true });

    const saved = must(await save({ blocked: true, confirmed: false }));

    assert.deepEqual(saved.taken, []);
    assert.deepEqual(await changes(), { blocked: true, confirmed: false });
  });

  it("is a conflict where both changed the same, the role too, and nothing is written", async () => {
    const { desk, id, save, changes } = await opened();
    await changeUserElsewhere(id, { role: roles.authenticated, blocked: true });

    const [failure] = await save({ role: 2, blocked: true, confirmed: false });

    const conflict = failure?.code === "conflict" ? failure.conflict : undefined;
    assert.deepEqual([conflict?.both, conflict?.theirs], [["role"], ["blocked", "role"]]);
    assert.deepEqual(await changes(), { role: "Authenticated", blocked: true });
    assert.deepEqual(desk.sent("PUT"), []);
  });

  it("becomes what the person chose, once they have", async () => {
    for (const [side, provider] of [
      ["mine", "mine"],
      ["theirs", "hers"],
    ] as const) {
      const { desk, id, address, save, changes } = await opened();
      await changeUserElsewhere(id, { provider: "hers" });
      const refused = await save({ provider: "mine", blocked: true });

      const isChoice = desk.documents.choose(address, side);
      must(await save({ provider: "mine", blocked: true }));

      assert.deepEqual([why(refused), isChoice], ["conflict", true]);
      assert.deepEqual(await changes(), { provider, blocked: true });
    }
  });

  it("is a conflict where what was edited is not known any more, after a reload", async () => {
    const { id, address, snapshot, changes } = await opened();
    const text = edited(snapshot, { provider: "mine" });
    await changeUserElsewhere(id, { confirmed: false });
    const later = openDesk();
    await later.documents.edits.begin(address, text);
    await later.documents.stat(address, { text });

    const [failure] = await later.save(address, text);

    const conflict = failure?.code === "conflict" ? failure.conflict : undefined;
    assert.deepEqual(conflict?.both.toSorted(), ["confirmed", "provider"]);
    assert.deepEqual(await changes(), { confirmed: false });
  });

  it("is gone when somebody has deleted them, and is not made anew", async () => {
    const { id, save } = await opened();
    await deleteUserElsewhere(id);

    const outcome = await save({ blocked: true });

    assert.equal(why(outcome), "gone");
  });
});
