import assert from "node:assert/strict";
import { inspect } from "node:util";
import type { Address } from "../../../src/model/foundation/address.ts";
import { setPassword } from "../../../src/model/users/password.ts";
import type { Outcome } from "../../../src/model/foundation/outcome.ts";
import type { Failure } from "../../../src/model/failure.ts";
import {
  changeUserElsewhere,
  deleteUserElsewhere,
  firstPassword,
  makeUser,
  mayEnter,
  moved,
  userNow,
} from "../accounts.ts";
import { edited } from "../testModel.ts";
import type { TestModel } from "../testModel.ts";
import { magazine, openModel, useFaultyProxy } from "../magazine.ts";
import { must, why } from "../outcomes.ts";

const second = "Another-2-Secret";

/** Sets the password as the command does, which reads the user first. */
async function set(
  model: TestModel,
  address: Address,
  password = second,
): Promise<Outcome<null, Failure>> {
  const now = must(await model.reader.read(address));
  return setPassword(model, address, { password, now });
}

describe("Set Password", () => {
  const proxy = useFaultyProxy();

  /** A model whose requests pass through the proxy. */
  const openFaulty = (): TestModel => openModel({ url: proxy.url });

  it("Set Password accepts the new password and rejects the old one", async () => {
    const model = openModel();
    const user = await makeUser();

    must(await set(model, model.at("users", String(user.id))));

    const entered = [await mayEnter(user, second), await mayEnter(user, firstPassword)];
    assert.deepEqual(entered, [true, false]);
  });

  it("Set Password sends only the password and changes nothing else", async () => {
    const model = openFaulty();
    const { id } = await makeUser();
    const before = await userNow(id);

    must(await set(model, model.at("users", String(id))));

    const writes = proxy.passages.filter(({ method }) => method !== "GET").slice(-1);
    assert.deepEqual(
      writes.map(({ method, target, body }) => ({ method, target, body })),
      [
        {
          method: "PUT",
          target: `/${magazine().apiPrefix}/users/${id}`,
          body: { password: second },
        },
      ],
    );
    assert.deepEqual({ ...(await userNow(id)), ...moved }, { ...before, ...moved });
  });

  it("Set Password stores the password neither in the journal, the bases, the log nor an editor", async () => {
    const model = openModel();
    const { id } = await makeUser();
    const address = model.at("users", String(id));
    const { text } = await model.open(address);

    must(await set(model, address));

    const after = await model.open(address);
    const inspection = inspect([after, text, model.log, model.bases, model.documents], {
      depth: 12,
    });
    assert.deepEqual(await model.journal.history(address), []);
    assert.doesNotMatch(inspection, new RegExp(second));
  });

  it("Set Password shows the service's error when the password is too short, and keeps the old one", async () => {
    const model = openModel();
    const user = await makeUser();

    const outcome = await set(model, model.at("users", String(user.id)), "Xy-12");

    const words = inspect(outcome, { depth: 9 });
    assert.match(words, /password must be at least 6 characters/);
    assert.doesNotMatch(words, /Xy-12/);
    assert.equal(why(outcome), "ValidationError");
    assert.equal(await mayEnter(user, firstPassword), true);
  });

  it('Set Password fails with "gone" when the user was deleted', async () => {
    const model = openModel();
    const { id } = await makeUser();
    const address = model.at("users", String(id));
    const now = must(await model.reader.read(address));
    await deleteUserElsewhere(id);

    const outcome = await setPassword(model, address, { password: second, now });

    assert.equal(why(outcome), "gone");
  });

  it('Set Password reports an unknown outcome when the answer is lost, and "no" when the request is lost', async () => {
    const model = openFaulty();
    const { id } = await makeUser();
    const address = model.at("users", String(id));
    const meetWrites = (kind: "answer dropped" | "request dropped") => {
      proxy.meet(({ method }) => (method === "PUT" ? { kind } : undefined));
    };

    meetWrites("answer dropped");
    const [lost] = await set(model, address);
    meetWrites("request dropped");
    const [unsent] = await set(model, address);

    const arrived = [lost, unsent].map((failure) => failure?.code === "service" && failure.arrived);
    assert.deepEqual(arrived, ["unknown", "no"]);
  });

  it("Set Password reloads a clean editor, and its next save sends only the edit", async () => {
    const model = openModel();
    const { id } = await makeUser();
    const address = model.at("users", String(id));
    const before = must(await model.documents.stat(address));
    await model.open(address);
    const changes: unknown[] = [];
    model.documents.onDidChange((change) => changes.push(change));

    must(await set(model, address));
    const after = must(await model.documents.stat(address));
    const now = await model.open(address);
    const saved = must(await model.save(address, edited(now, { blocked: true })));

    assert.deepEqual(changes[0], { address, kind: "changed" });
    assert.ok(after.modified > before.modified);
    assert.deepEqual([saved.sent, saved.remotePaths], [["blocked"], []]);
    assert.equal((await userNow(id))["blocked"], true);
  });

  it("Set Password keeps an unsaved edit and is no conflict with it", async () => {
    const model = openModel();
    const { id, username } = await makeUser();
    const address = model.at("users", String(id));
    const snapshot = await model.open(address);
    const text = edited(snapshot, { confirmed: false });

    must(await set(model, address));
    must(await model.documents.stat(address, { text }));
    const saved = must(await model.save(address, text));

    const after = await userNow(id);
    assert.deepEqual([saved.sent, saved.remotePaths], [["confirmed"], []]);
    assert.deepEqual([after["confirmed"], after["username"]], [false, username]);
  });

  it("Set Password keeps another client's change", async () => {
    const model = openModel();
    const { id } = await makeUser();
    const address = model.at("users", String(id));
    const now = must(await model.reader.read(address));
    await changeUserElsewhere(id, { blocked: true });

    must(await setPassword(model, address, { password: second, now }));

    assert.equal((await userNow(id))["blocked"], true);
  });
});
