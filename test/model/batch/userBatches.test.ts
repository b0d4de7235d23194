import assert from "node:assert/strict";
import { Batches } from "../../../src/model/batch/batches.ts";
import type { BatchTarget } from "../../../src/model/batch/batches.ts";
import {
  deleteAction,
  publishAction,
  setFieldAction,
} from "../../../src/model/batch/documentActions.ts";
import type { BatchAction } from "../../../src/model/runs/batchAction.ts";
import { undoEntries } from "../undoNewest.ts";
import { readRolesInUse } from "../../../src/model/reading/userReader.ts";
import { changeUserElsewhere, makeUser, userNow } from "../accounts.ts";
import type { TestModel } from "../testModel.ts";
import { openModel } from "../magazine.ts";
import { must, why } from "../outcomes.ts";

const group = "batch-1";

const usersOf = (model: TestModel, ids: readonly number[]): BatchTarget => ({
  kind: "selected",
  items: ids.map((id) => ({ address: model.at("users", String(id)), title: "" })),
});

async function previewAndRun(model: TestModel, target: BatchTarget, action: BatchAction) {
  const batches = new Batches(model);
  const { planned, skipped } = must(await batches.preview(target, action));
  const results = await batches.run(planned, action, { group });
  return {
    outcomes: results.map(({ outcome }) => outcome),
    skipped: skipped.map(({ failure }) => failure.code),
  };
}

describe("Batch of users", () => {
  it("a batch blocks users that are not blocked, and changes nothing else", async () => {
    const model = openModel();
    const [open, blocked] = [await makeUser(), await makeUser({ blocked: true })];
    const before = await userNow(open.id);

    const came = await previewAndRun(
      model,
      usersOf(model, [open.id, blocked.id]),
      setFieldAction(model, "blocked", true),
    );

    const { updatedAt, publishedAt, ...after } = await userNow(open.id);
    assert.deepEqual(came, { outcomes: ["done"], skipped: ["unchanged"] });
    assert.deepEqual(
      { ...after, updatedAt: 0, publishedAt: 0 },
      {
        ...before,
        updatedAt: 0,
        publishedAt: 0,
        blocked: true,
      },
    );
    assert.notEqual(updatedAt, before["updatedAt"] ?? publishedAt);
  });

  it("a batch of users updates the tree item of each user", async () => {
    const model = openModel({ pageSize: 100 });
    const { id } = await makeUser();
    const listing = model.lists.listing({ connection: model.connection.id, type: "users" });
    model.documents.onDidSave(({ address, snapshot }) => model.lists.note(address, snapshot));
    await listing.open();
    const row = () => listing.view.rows.find((entry) => entry.id === String(id));
    const before = row();

    await previewAndRun(model, usersOf(model, [id]), setFieldAction(model, "blocked", true));

    assert.deepEqual(row(), { ...before, blocked: true });
  });

  it("a batch changes the role of a user, and undoes it", async () => {
    const model = openModel();
    const user = await makeUser();
    const roles = must(
      await readRolesInUse(must(await model.catalogs.service(model.connection.id))),
    );
    const role = roles.find(({ name }) => name === "Authenticated")!;

    const first = await previewAndRun(
      model,
      usersOf(model, [user.id]),
      setFieldAction(model, "role", { ...role }),
    );
    const given = (await userNow(user.id))["role"];
    const again = await previewAndRun(
      model,
      usersOf(model, [user.id]),
      setFieldAction(model, "role", { ...role }),
    );
    const [newest] = await model.journal.batches(model.connection.id);
    const entries = await model.journal.batch(model.connection.id, newest!);
    const undone = await undoEntries(model, entries);

    assert.deepEqual([first.outcomes, given, again.skipped], [["done"], role.name, ["unchanged"]]);
    assert.deepEqual(
      [undone.map(({ outcome }) => outcome), (await userNow(user.id))["role"]],
      [["done"], "Editor"],
    );
  });

  it("a batch deletes users, and does not offer to restore them", async () => {
    const model = openModel();
    const [goes, moves] = [await makeUser(), await makeUser()];
    const batches = new Batches(model);
    const action = deleteAction(model);
    const target = usersOf(model, [goes.id, moves.id]);
    const { planned } = must(await batches.preview(target, action));
    await changeUserElsewhere(moves.id, { confirmed: false });

    const results = await batches.run(planned, action, { group });

    const deletedUser = await model.reader.read(model.at("users", String(goes.id)));
    assert.deepEqual(
      results.map(({ outcome }) => outcome),
      ["done", "skipped"],
    );
    assert.deepEqual([why(deletedUser), (await userNow(moves.id))["confirmed"]], ["gone", false]);
    assert.deepEqual(await model.journal.deleted(model.connection.id), []);
    const [entry] = await model.journal.history(model.at("users", String(goes.id)));
    assert.deepEqual([entry?.action, entry?.outcome], ["delete", "done"]);
  });

  it("a batch includes every user that matches the list query", async () => {
    const model = openModel();
    const user = await makeUser({ blocked: true });
    const collection = { connection: model.connection.id, type: "users" };
    model.lists.changeListQuery(collection, { filter: { username: { $eq: user.username } } });

    const came = await previewAndRun(
      model,
      { kind: "matching", collection },
      setFieldAction(model, "blocked", false),
    );

    assert.deepEqual([came.outcomes, (await userNow(user.id))["blocked"]], [["done"], false]);
  });

  it("a batch of users skips them for Publish", async () => {
    const model = openModel();
    const user = await makeUser();

    const came = await previewAndRun(model, usersOf(model, [user.id]), publishAction(model));

    assert.deepEqual(came, { outcomes: [], skipped: ["no-drafts"] });
  });
});
