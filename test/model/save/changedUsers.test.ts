import assert from "node:assert/strict";
import { changeUserElsewhere, deleteUserElsewhere, roles } from "../accounts.ts";
import { edited } from "../testModel.ts";
import { openModel } from "../magazine.ts";
import { must, why } from "../outcomes.ts";
import { opened } from "./openedUser.ts";

describe("Save of a user, with another client", () => {
  it("saving a changed user keeps both changes of different attributes and names the other client's", async () => {
    const { id, save, changes } = await opened();
    await changeUserElsewhere(id, { confirmed: false });

    const saved = must(await save({ role: roles.authenticated }));

    assert.deepEqual(saved.remotePaths, ["confirmed"]);
    assert.deepEqual(await changes(), { confirmed: false, role: "Authenticated" });
  });

  it("saving a user is no conflict when only times changed or both made the same change", async () => {
    const { id, save, changes } = await opened();
    await changeUserElsewhere(id, { blocked: true });

    const saved = must(await save({ blocked: true, confirmed: false }));

    assert.deepEqual(saved.remotePaths, []);
    assert.deepEqual(await changes(), { blocked: true, confirmed: false });
  });

  it("saving a user is a conflict when both changed the same attribute, and writes nothing", async () => {
    const { model, id, save, changes } = await opened();
    await changeUserElsewhere(id, { role: roles.authenticated, blocked: true });

    const [failure] = await save({ role: 2, blocked: true, confirmed: false });

    const conflict = failure?.code === "conflict" ? failure.conflict : undefined;
    assert.deepEqual([conflict?.both, conflict?.theirs], [["role"], ["blocked", "role"]]);
    assert.deepEqual(await changes(), { role: "Authenticated", blocked: true });
    assert.deepEqual(model.sent("PUT"), []);
  });

  it("saving a user in conflict writes the side that the user chose", async () => {
    for (const [side, provider] of [
      ["mine", "mine"],
      ["theirs", "hers"],
    ] as const) {
      const { model, id, address, save, changes } = await opened();
      await changeUserElsewhere(id, { provider: "hers" });
      const refused = await save({ provider: "mine", blocked: true });

      const isChoice = model.documents.choose(address, side);
      must(await save({ provider: "mine", blocked: true }));

      assert.deepEqual([why(refused), isChoice], ["conflict", true]);
      assert.deepEqual(await changes(), { provider, blocked: true });
    }
  });

  it("saving a user is a conflict after a reload when the base is unknown", async () => {
    const { id, address, snapshot, changes } = await opened();
    const text = edited(snapshot, { provider: "mine" });
    await changeUserElsewhere(id, { confirmed: false });
    const later = openModel();
    await later.documents.edits.begin(address, text);
    await later.documents.stat(address, { text });

    const [failure] = await later.save(address, text);

    const conflict = failure?.code === "conflict" ? failure.conflict : undefined;
    assert.deepEqual(conflict?.both.toSorted(), ["confirmed", "provider"]);
    assert.deepEqual(await changes(), { confirmed: false });
  });

  it('saving a user fails with "gone" when it was deleted, and creates no new one', async () => {
    const { id, save } = await opened();
    await deleteUserElsewhere(id);

    const outcome = await save({ blocked: true });

    assert.equal(why(outcome), "gone");
  });
});
