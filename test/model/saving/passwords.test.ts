import assert from "node:assert/strict";
import { inspect } from "node:util";
import type { Address } from "../../../src/model/foundation/address.ts";
import { setPassword } from "../../../src/model/changes/saving/password.ts";
import type { Outcome } from "../../../src/model/foundation/outcome.ts";
import type { Failure } from "../../../src/model/failure.ts";
import { changeUserElsewhere, deleteUserElsewhere, firstPassword } from "../accounts.ts";
import { makeUser, mayEnter, moved, userNow } from "../accounts.ts";
import { edited } from "../desk.ts";
import type { Desk } from "../desk.ts";
import { magazine, openDesk, useFaultyProxy } from "../magazine.ts";
import { must, why } from "../outcomes.ts";

const second = "Another-2-Secret";

/** Sets the password as the command does, which reads the user first. */
async function set(
  desk: Desk,
  address: Address,
  password = second,
): Promise<Outcome<null, Failure>> {
  const now = must(await desk.reader.read(address));
  return setPassword(desk, address, { password, now });
}

describe("Set Password", () => {
  const proxy = useFaultyProxy();

  /** A desk whose requests pass through the proxy. */
  const openFaulty = (): Desk => openDesk({ url: proxy.url });

  it("accepts the new password and rejects the old one", async () => {
    const desk = openDesk();
    const user = await makeUser();

    must(await set(desk, desk.at("users", String(user.id))));

    const entered = [await mayEnter(user, second), await mayEnter(user, firstPassword)];
    assert.deepEqual(entered, [true, false]);
  });

  it("sends only the password and changes nothing else", async () => {
    const desk = openFaulty();
    const { id } = await makeUser();
    const before = await userNow(id);

    must(await set(desk, desk.at("users", String(id))));

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

  it("stores the password neither in the journal, the bases, the log nor an editor", async () => {
    const desk = openDesk();
    const { id } = await makeUser();
    const address = desk.at("users", String(id));
    const { text } = await desk.open(address);

    must(await set(desk, address));

    const after = await desk.open(address);
    const kept = inspect([after, text, desk.log, desk.bases, desk.documents], { depth: 12 });
    assert.deepEqual(await desk.journal.history(address), []);
    assert.doesNotMatch(kept, new RegExp(second));
  });

  it("shows the service's error when the password is too short, and keeps the old one", async () => {
    const desk = openDesk();
    const user = await makeUser();

    const outcome = await set(desk, desk.at("users", String(user.id)), "Xy-12");

    const words = inspect(outcome, { depth: 9 });
    assert.match(words, /password must be at least 6 characters/);
    assert.doesNotMatch(words, /Xy-12/);
    assert.equal(why(outcome), "ValidationError");
    assert.equal(await mayEnter(user, firstPassword), true);
  });

  it('fails with "gone" when the user was deleted', async () => {
    const desk = openDesk();
    const { id } = await makeUser();
    const address = desk.at("users", String(id));
    const now = must(await desk.reader.read(address));
    await deleteUserElsewhere(id);

    const outcome = await setPassword(desk, address, { password: second, now });

    assert.equal(why(outcome), "gone");
  });

  it('reports an unknown outcome when the answer is lost, and "no" when the request is lost', async () => {
    const desk = openFaulty();
    const { id } = await makeUser();
    const address = desk.at("users", String(id));
    const meetWrites = (kind: "answer dropped" | "request dropped") => {
      proxy.meet(({ method }) => (method === "PUT" ? { kind } : undefined));
    };

    meetWrites("answer dropped");
    const [lost] = await set(desk, address);
    meetWrites("request dropped");
    const [unsent] = await set(desk, address);

    const arrived = [lost, unsent].map((failure) => failure?.code === "service" && failure.arrived);
    assert.deepEqual(arrived, ["unknown", "no"]);
  });

  it("reloads a clean editor, and its next save sends only the edit", async () => {
    const desk = openDesk();
    const { id } = await makeUser();
    const address = desk.at("users", String(id));
    const before = must(await desk.documents.stat(address));
    await desk.open(address);
    const changes: unknown[] = [];
    desk.documents.onDidChange((change) => changes.push(change));

    must(await set(desk, address));
    const after = must(await desk.documents.stat(address));
    const now = await desk.open(address);
    const saved = must(await desk.save(address, edited(now, { blocked: true })));

    assert.deepEqual(changes[0], { address, kind: "changed" });
    assert.ok(after.modified > before.modified);
    assert.deepEqual([saved.sent, saved.taken], [true, []]);
    assert.equal((await userNow(id))["blocked"], true);
  });

  it("keeps an unsaved edit and is no conflict with it", async () => {
    const desk = openDesk();
    const { id, username } = await makeUser();
    const address = desk.at("users", String(id));
    const snapshot = await desk.open(address);
    const text = edited(snapshot, { confirmed: false });

    must(await set(desk, address));
    must(await desk.documents.stat(address, { text }));
    const saved = must(await desk.save(address, text));

    const after = await userNow(id);
    assert.deepEqual([saved.sent, saved.taken], [true, []]);
    assert.deepEqual([after["confirmed"], after["username"]], [false, username]);
  });

  it("keeps another client's change", async () => {
    const desk = openDesk();
    const { id } = await makeUser();
    const address = desk.at("users", String(id));
    const now = must(await desk.reader.read(address));
    await changeUserElsewhere(id, { blocked: true });

    must(await setPassword(desk, address, { password: second, now }));

    assert.equal((await userNow(id))["blocked"], true);
  });
});
