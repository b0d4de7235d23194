import assert from "node:assert/strict";
import { inspect } from "node:util";
import type { Json, JsonObject } from "../../../src/model/foundation/json.ts";
import { isObject } from "../../../src/model/foundation/json.ts";
import { changeUserElsewhere } from "../accounts.ts";
import { edited } from "../testModel.ts";
import type { TestModel } from "../testModel.ts";
import { ask, magazine, openModel } from "../magazine.ts";
import { must } from "../outcomes.ts";
import type { Round } from "./editing.ts";
import { Watch } from "./watch.ts";
import { isLongRun } from "../../support/longRun.ts";

/** A new value for each editable attribute, derived from the user. */
const edits: Readonly<Record<string, (user: JsonObject, id: string) => Json>> = {
  username: (_, id) => `other-${id}`,
  email: (_, id) => `other-${id}@example.com`,
  blocked: ({ blocked }) => blocked !== true,
  confirmed: ({ confirmed }) => confirmed !== true,
  role: ({ role }) => ({ id: idOf(role) === 1 ? 3 : 1 }),
};

/** A role is compared by its id. */
const idOf = (value: Json | undefined): Json =>
  isObject(value) ? (value["id"] ?? null) : (value ?? null);

/** `npm test` edits 5 of the users. `npm run test:long` edits 40. */
const count = isLongRun ? 40 : 5;

describe("Save of each user", function () {
  this.timeout(60_000);
  let watch: Watch;
  let users: readonly JsonObject[];
  let ids: readonly string[];

  before(async () => {
    watch = await Watch.over(magazine());
    // Sorted by id, the users of the seed precede the users that other tests create.
    const path = `users?populate=role&sort=id&limit=${count}`;
    users = (await ask("GET", path)) as readonly JsonObject[];
    ids = users.map(({ id }) => String(Number(id)));
  });

  after("restore the users for other tests", async () => {
    await watch.close();
    for (const { id, username, email, blocked, confirmed, role } of users) {
      const was = { username, email, blocked, confirmed, role: idOf(role) };
      await changeUserElsewhere(Number(id), was);
    }
  });

  /** Saves a user unchanged and then with one change. Returns the unexpected results. */
  async function round(model: TestModel, id: string, name: string): Promise<Round> {
    const address = model.at("users", id);
    const snapshot = await model.open(address);
    const value = edits[name]?.(snapshot.content, id) ?? null;

    const unchanged = must(await model.save(address, snapshot.text));
    const [failure] = await model.save(address, edited(snapshot, { [name]: value }));

    const user = (await ask("GET", `users/${id}?populate=role`)) as JsonObject;
    const complaints = [
      ...(unchanged.sent.length > 0 ? [`${id}: an unchanged text was sent`] : []),
      ...(failure ? [`${id}: ${name}: ${inspect(failure)}`] : []),
      ...(idOf(user[name]) === idOf(value) ? [] : [`${id}: ${name}: ${inspect(user[name])}`]),
    ];
    return { ...(await whoIs(model, user)), name, complaints };
  }

  async function whoIs(model: TestModel, { documentId }: JsonObject) {
    const { catalog } = must(await model.catalogs.service(model.connection.id));
    const type = catalog.targets.get("plugin::users-permissions.user");
    assert.ok(type && typeof documentId === "string");
    return { type, documentId, locale: undefined, others: [], isShared: false };
  }

  for (const name of Object.keys(edits)) {
    it(`saving a user changes only the edited attribute ${name}`, async () => {
      const model = openModel();
      const rounds: Round[] = [];

      for (const id of ids) rounds.push(await round(model, id, name));

      assert.deepEqual(await watch.after(rounds), []);
      assert.equal(rounds.length, count);
    });
  }
});
