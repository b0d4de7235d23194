import assert from "node:assert/strict";
import { startFaults } from "../../support/faults.ts";
import type { Outcome } from "../../../src/model/foundation/outcome.ts";
import type { Failure } from "../../../src/model/failure.ts";
import { makeUser, roles, userNow } from "../accounts.ts";
import { edited } from "../testModel.ts";
import { magazine, openModel } from "../magazine.ts";
import { must, why } from "../outcomes.ts";
import { opened } from "./openedUser.ts";
import type { Change } from "./openedUser.ts";

const problemsIn = ([failure]: Outcome<unknown, Failure>): string[][] =>
  failure?.code === "not-sendable" ? failure.problems.map(({ path, why: is }) => [path, is]) : [];

describe("Saving a user", () => {
  it("saving a user sends nothing when only the formatting changed", async () => {
    const { model, address, snapshot, changes } = await opened();

    const saved = must(await model.save(address, snapshot.text.replaceAll(",", " ,\n")));

    assert.deepEqual([saved.sent, model.sent("PUT"), await changes()], [[], [], {}]);
  });

  it("saving a user sends only the changes, without a data wrapper, in two requests", async () => {
    const faults = await startFaults(magazine().url);
    try {
      const { id, address, model, snapshot } = await opened(openModel({ url: faults.url }));
      const text = edited(snapshot, { blocked: true, role: roles.authenticated });
      const earlier = faults.requests.length;

      must(await model.documents.stat(address, { text }));
      must(await model.save(address, text));

      const sent = faults.requests.slice(earlier);
      assert.deepEqual(
        sent.map(({ method, path, body }) => [method, path, body]),
        [
          ["GET", `/${magazine().apiPrefix}/users/${id}`, undefined],
          ["PUT", `/${magazine().apiPrefix}/users/${id}`, { blocked: true, role: 1 }],
        ],
      );
    } finally {
      await faults.stop();
    }
  });

  it("saving a user changes only the edited attributes", async () => {
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

  it("saving a user shows the values of the service, which the next save starts from", async () => {
    const { model, id, address, save } = await opened();

    must(await save({ email: "Milk@Example.com" }));
    model.documents.finishSave(address);
    const after = await model.open(address);
    must(await model.save(address, edited(after, { confirmed: false })));

    assert.equal(after.content["email"], "milk@example.com");
    assert.deepEqual((await userNow(id))["confirmed"], false);
  });

  it("saving a user asks before it clears a removed attribute, and clears nothing without consent", async () => {
    const refused = await opened();
    const agreed = await opened();

    const no = await refused.save({ provider: undefined }, false);
    must(await agreed.save({ provider: undefined }));

    assert.deepEqual([why(no), await refused.changes()], ["declined", {}]);
    assert.deepEqual(await agreed.changes(), { provider: null });
  });

  it("saving a user refuses values that the service would drop, overwrite or fail on", async () => {
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
    const { model, save, changes } = await opened();

    for (const [change, problem] of refusals) {
      const outcome = await save({ ...change, blocked: true });

      assert.deepEqual(problemsIn(outcome), [[Object.keys(change)[0], problem]]);
    }
    assert.deepEqual([model.sent("PUT"), await changes()], [[], {}]);
  });

  it("saving a user shows the service's error when a value is rejected, and changes nothing", async () => {
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
