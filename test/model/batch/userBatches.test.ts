import assert from "node:assert/strict";
import { Batches } from "../../../src/model/bulk/batch/batches.ts";
import type { BatchTarget } from "../../../src/model/bulk/batch/batches.ts";
import {
  deleteAction,
  publishAction,
  setFieldAction,
} from "../../../src/model/bulk/batch/batchActions.ts";
import type { BatchAction } from "../../../src/model/bulk/batch/batchAction.ts";
import { undoBatch } from "../../../src/model/bulk/batch/undoing.ts";
import { rolesInUse } from "../../../src/model/schemas/access/roles.ts";
import { changeUserElsewhere, makeUser, userNow } from "../accounts.ts";
import type { Desk } from "../desk.ts";
import { openDesk } from "../magazine.ts";
import { must, why } from "../outcomes.ts";

const group = "batch-1";

const usersOf = (desk: Desk, ids: readonly number[]): BatchTarget => ({
  kind: "selected",
  items: ids.map((id) => ({ address: desk.at("users", String(id)), title: "" })),
});

async function previewAndRun(desk: Desk, target: BatchTarget, action: BatchAction) {
  const batches = new Batches(desk);
  const { planned, skipped } = must(await batches.preview(target, action));
  const results = await batches.run(planned, action, { group });
  return {
    outcomes: results.map(({ outcome }) => outcome),
    skipped: skipped.map(({ failure }) => failure.code),
  };
}

describe("Batch of users", () => {
  it("blocks users that are not blocked, and changes nothing else", async () => {
    const desk = openDesk();
    const [open, blocked] = [await makeUser(), await makeUser({ blocked: true })];
    const before = await userNow(open.id);

    const came = await previewAndRun(
      desk,
      usersOf(desk, [open.id, blocked.id]),
      setFieldAction(desk, "blocked", true),
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

  it("updates the tree row of each user", async () => {
    const desk = openDesk({ pageSize: 100 });
    const { id } = await makeUser();
    const listing = desk.content.listing({ connection: desk.connection.id, type: "users" });
    desk.documents.onDidSave(({ address, snapshot }) => {
      desk.content.note(address, snapshot);
    });
    await listing.open();
    const row = () => listing.view.rows.find((one) => one.id === String(id));
    const before = row();

    await previewAndRun(desk, usersOf(desk, [id]), setFieldAction(desk, "blocked", true));

    assert.deepEqual(row(), { ...before, blocked: true });
  });

  it("changes the role of a user, and undoes it", async () => {
    const desk = openDesk();
    const user = await makeUser();
    const roles = must(await rolesInUse(desk.catalogs, desk.connection.id));
    const role = roles.find(({ name }) => name === "Authenticated")!;

    const first = await previewAndRun(
      desk,
      usersOf(desk, [user.id]),
      setFieldAction(desk, "role", { ...role }),
    );
    const given = (await userNow(user.id))["role"];
    const again = await previewAndRun(
      desk,
      usersOf(desk, [user.id]),
      setFieldAction(desk, "role", { ...role }),
    );
    const [newest] = await desk.journal.batches(desk.connection.id);
    const entries = await desk.journal.batch(desk.connection.id, newest!);
    const undone = await undoBatch(entries, desk, {});

    assert.deepEqual([first.outcomes, given, again.skipped], [["done"], role.name, ["unchanged"]]);
    assert.deepEqual(
      [undone.map(({ outcome }) => outcome), (await userNow(user.id))["role"]],
      [["done"], "Editor"],
    );
  });

  it("deletes users, and does not offer to restore them", async () => {
    const desk = openDesk();
    const [goes, moves] = [await makeUser(), await makeUser()];
    const batches = new Batches(desk);
    const action = deleteAction(desk);
    const target = usersOf(desk, [goes.id, moves.id]);
    const { planned } = must(await batches.preview(target, action));
    await changeUserElsewhere(moves.id, { confirmed: false });

    const results = await batches.run(planned, action, { group });

    const gone = await desk.reader.read(desk.at("users", String(goes.id)));
    assert.deepEqual(
      results.map(({ outcome }) => outcome),
      ["done", "skipped"],
    );
    assert.deepEqual([why(gone), (await userNow(moves.id))["confirmed"]], ["gone", false]);
    assert.deepEqual(await desk.journal.deleted(desk.connection.id), []);
    const [entry] = await desk.journal.history(desk.at("users", String(goes.id)));
    assert.deepEqual([entry?.action, entry?.outcome], ["delete", "done"]);
  });

  it("includes every user that matches the list query", async () => {
    const desk = openDesk();
    const user = await makeUser({ blocked: true });
    const place = { connection: desk.connection.id, type: "users" };
    desk.content.changeListQuery(place, { filter: { username: { $eq: user.username } } });

    const came = await previewAndRun(
      desk,
      { kind: "matching", place },
      setFieldAction(desk, "blocked", false),
    );

    assert.deepEqual([came.outcomes, (await userNow(user.id))["blocked"]], [["done"], false]);
  });

  it("skips Publish for users", async () => {
    const desk = openDesk();
    const user = await makeUser();

    const came = await previewAndRun(desk, usersOf(desk, [user.id]), publishAction(desk));

    assert.deepEqual(came, { outcomes: [], skipped: ["no-drafts"] });
  });
});
