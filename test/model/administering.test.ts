import assert from "node:assert/strict";
import type { Login } from "../../src/model/connections/admins.ts";
import type { Address } from "../../src/model/address.ts";
import type { Withdrawal } from "../../src/model/journal/journalEntry.ts";
import { LastEditors } from "../../src/model/connections/lastEditors.ts";
import { undoLastSave } from "../../src/model/saving/undo.ts";
import { startFaults } from "../support/faults.ts";
import type { Faults } from "../support/faults.ts";
import { json } from "../support/loopback.ts";
import { until, untilEqual } from "../window/until.ts";
import { edited } from "./desk.ts";
import type { Desk } from "./desk.ts";
import {
  ask,
  bothVersions,
  changeElsewhere,
  document,
  magazine,
  makeArticle,
  openDesk,
} from "./magazine.ts";
import { must } from "./outcomes.ts";

const wrong: Login = { email: "admin@example.com", password: "not-the-password" };

let jwt: string | undefined;

const ways: Faults[] = [];
afterEach(async () => {
  for (const way of ways.splice(0)) await way.stop();
});

/** A way to the magazine on which things can be made to go wrong. */
async function openWay(): Promise<Faults> {
  const way = await startFaults(magazine().url);
  ways.push(way);
  return way;
}

/** A desk with an administrator. The service takes five sign-ins in five minutes: one serves them all. */
async function openPanel(options: Parameters<typeof openDesk>[0] = {}): Promise<Desk> {
  const desk = openDesk(options);
  desk.logins.push(jwt === undefined ? magazine().admin : { token: jwt });
  must(await desk.admins.signIn(desk.connection));
  jwt = desk.store.tokens.get(`admin/${desk.connection.id}`);
  return desk;
}

/** Does it to what a person has just looked at. */
async function withdraw(desk: Desk, kind: Withdrawal, address: Address) {
  const looked = must(await desk.lifecycle.look(address));
  return desk.lifecycle.withdraw(kind, address, looked);
}

describe("An administrator", function () {
  this.timeout(60_000);

  it("is asked again until the service takes the answer, and the password is kept nowhere", async () => {
    const desk = openDesk();
    desk.logins.push(wrong, magazine().admin);

    const outcome = await desk.admins.signIn(desk.connection);

    const kept = JSON.stringify([...desk.store.tokens, ...desk.store.connections]);
    assert.deepEqual(
      [outcome, desk.admins.isSignedIn(desk.connection.id), desk.logins.length],
      [[null, null], true, 0],
    );
    assert.deepEqual(
      [desk.connections.all[0]?.adminEmail, kept.includes(magazine().admin.password)],
      ["admin@example.com", false],
    );
    jwt = desk.store.tokens.get(`admin/${desk.connection.id}`);
  });

  it("who gives up is signed in nowhere", async () => {
    const desk = openDesk();

    const [failure] = await desk.admins.signIn(desk.connection);

    assert.deepEqual(
      [failure, desk.admins.isSignedIn(desk.connection.id)],
      [{ code: "declined" }, false],
    );
  });

  it("whose sign-in has ended is asked again, and what waited goes on", async () => {
    const desk = await openPanel();
    await desk.store.saveSecret(desk.connection, "admin", "an-ended-token");
    desk.connections.renew(desk.connection.id);
    desk.logins.push({ token: jwt ?? "" });

    const me = must(await desk.admins.call(desk.connection.id, (admin) => admin.me()));

    assert.deepEqual([me.email, desk.logins.length], ["admin@example.com", 0]);
  });

  it("goes on with what is under way while the name, the user or the token of its connection changes", async () => {
    const faults = await openWay();
    const desk = await openPanel({ url: faults.url });
    const goOn = faults.hold(/admin\/users\/me/);
    const asked = () => faults.requests.filter(({ path }) => path.endsWith("users/me")).length;
    const before = asked();

    const asking = desk.admins.call(desk.connection.id, (admin) => admin.me());
    await until("Nobody asks", () => Promise.resolve(asked() > before));
    await desk.connections.change(desk.connection, { name: "Renamed" });
    await desk.connections.setUser(desk.connection, { identifier: "ada", session: "a-session" });
    await desk.connections.setToken(desk.connection, magazine().tokens.readOnly);
    goOn();

    const [failure, me] = await asking;
    assert.deepEqual([failure, me?.email], [null, "admin@example.com"]);
  });

  it("is asked at the new place, with no sign-in of the old one, where a connection goes elsewhere", async () => {
    const faults = await openWay();
    const desk = await openPanel();
    must(await desk.admins.call(desk.connection.id, (admin) => admin.me()));

    await desk.connections.change(desk.connection, { url: faults.url });
    const [failure] = await desk.admins.call(desk.connection.id, (admin) => admin.me(), true);

    assert.deepEqual(
      [failure?.code, faults.requests.map(({ headers }) => headers.authorization)],
      ["service", [undefined]],
    );
  });

  it("who signs out is used for nothing more, also by a client that is there", async () => {
    const desk = await openPanel();
    must(await desk.admins.call(desk.connection.id, (admin) => admin.me()));

    await desk.admins.signOut(desk.connection);

    const [failure] = await desk.admins.call(desk.connection.id, (admin) => admin.me(), true);
    assert.equal(failure?.code === "service" && failure.error.name, "UnauthorizedError");
  });

  it("who signs out leaves nothing behind", async () => {
    const desk = await openPanel();

    await desk.admins.signOut(desk.connection);

    assert.deepEqual(
      [desk.admins.isSignedIn(desk.connection.id), [...desk.store.tokens.keys()]],
      [false, [desk.connection.id]],
    );
  });

  it("makes an API token, and stays signed in nowhere", async () => {
    const desk = openDesk();
    desk.logins.push({ token: jwt ?? "" });

    const token = must(await desk.admins.createToken(desk.connection, `Made at ${Date.now()}`));

    const [failure] = await desk.connections.try({ url: magazine().url, token });
    assert.deepEqual([failure, desk.admins.isSignedIn(desk.connection.id)], [null, false]);
  });
});

describe("Who changed a document last", function () {
  this.timeout(60_000);

  const changeInPanel = (id: string, data: object) =>
    fetch(
      `${magazine().url}/content-manager/collection-types/api::article.article/${id}?locale=en`,
      {
        method: "PUT",
        headers: { authorization: `Bearer ${jwt ?? ""}`, "content-type": "application/json" },
        body: JSON.stringify(data),
      },
    );

  it("is asked for once a version, and told when it is known", async () => {
    const desk = await openPanel();
    const editors = new LastEditors(desk.admins, desk.catalogs);
    const id = await makeArticle();
    await changeInPanel(id, { kicker: "From the panel" });
    const { version } = must(await desk.documents.read(desk.article(id)));
    const told = new Promise((resolve) => editors.onDidLearn(resolve));

    const before = [1, 2].map(() => editors.of(desk.article(id), version));
    await told;

    const asked = panelRequests(desk);
    assert.deepEqual(
      [before, editors.of(desk.article(id), version), asked.length],
      [[undefined, undefined], "Harriet Penhallow", 1],
    );
  });

  const panelRequests = (desk: Desk) =>
    desk.sent("GET").filter((path) => path.startsWith("content-manager"));

  it("is asked by nobody where no administrator is signed in", async () => {
    const desk = openDesk();
    const editors = new LastEditors(desk.admins, desk.catalogs);
    const address = desk.article(await makeArticle());
    await desk.documents.read(address);

    const name = editors.of(address, 1);

    // What was asked later is answered: so would be what was asked before.
    const target = { uid: "api::article.article", documentId: address.id };
    const askMore = () =>
      desk.admins.call(address.connection, (admin) => admin.lastEditor(target), true);
    await askMore();
    await askMore();
    assert.deepEqual([name, panelRequests(desk).length], [undefined, 2]);
  });

  it("is asked for again once somebody has signed in anew, where the sign-in had ended", async () => {
    const desk = await openPanel();
    const editors = new LastEditors(desk.admins, desk.catalogs);
    const address = desk.article(await makeArticle());
    await changeInPanel(address.id, { kicker: "From the panel" });
    const { version } = must(await desk.documents.read(address));
    await desk.store.saveSecret(desk.connection, "admin", "an-ended-token");
    desk.connections.renew(desk.connection.id);
    editors.of(address, version);
    await until("Nobody asks", () => Promise.resolve(panelRequests(desk).length === 1));
    const names: unknown[] = [];
    editors.onDidLearn((learned) => names.push(editors.of(learned, version)));

    desk.logins.push({ token: jwt ?? "" });
    must(await desk.admins.signIn(desk.connection));

    await untilEqual(() => Promise.resolve(names), [undefined, "Harriet Penhallow"]);
    assert.equal(panelRequests(desk).length, 2);
  });

  const lies: Readonly<Record<string, readonly [lie: object, shown: string]>> = {
    "line breaks": [{ firstname: "Ada\nStatus: live", lastname: "\u2028B" }, "Ada Status: live  B"],
    "marks that turn it around": [{ username: "\u202eada\u2069" }, "ada"],
    "no text at all": [{ firstname: { toString: 1 }, username: 7, email: "a@b.c" }, "a@b.c"],
  };
  for (const [what, [lie, shown]] of Object.entries(lies)) {
    it(`is named in one line where the service says ${what}`, async () => {
      const faults = await openWay();
      const desk = await openPanel({ url: faults.url });
      const editors = new LastEditors(desk.admins, desk.catalogs);
      faults.inject(/content-manager/, json({ data: { updatedBy: { id: 1, ...lie } } }));
      const told = new Promise((resolve) => editors.onDidLearn(resolve));

      editors.of(desk.article("tea1"), 1);
      await told;

      assert.equal(editors.of(desk.article("tea1"), 1), shown);
    });
  }
});

describe("Unpublish", function () {
  this.timeout(60_000);

  it("takes down what is published, keeps it in the journal, and leaves the draft", async () => {
    const desk = await openPanel();
    const id = await makeArticle({ kicker: "Live" });
    await changeElsewhere(id, { kicker: "Draft" });

    must(await withdraw(desk, "unpublish", desk.article(id)));

    const [entry] = await desk.journal.history(desk.article(id));
    assert.deepEqual(await bothVersions(id, "kicker"), [["Draft"], undefined]);
    assert.deepEqual(
      [entry?.action, entry?.outcome, entry?.before["en"]?.["kicker"], entry?.after],
      ["unpublish", "done", "Live", {}],
    );
  });

  it("takes down a single type, which Publish brings back", async () => {
    const desk = await openPanel();
    const address = desk.single("homepage", "en");

    must(await withdraw(desk, "unpublish", address));

    const down = await document("homepage");
    must(await desk.lifecycle.publish(address, must(await desk.lifecycle.look(address))));
    assert.deepEqual(
      [down, typeof (await document("homepage"))?.["heading"]],
      [undefined, "string"],
    );
  });

  it("does nothing where somebody has published again since it was looked at", async () => {
    const desk = await openPanel();
    const id = await makeArticle({ kicker: "Live" });
    const looked = must(await desk.lifecycle.look(desk.article(id)));
    await ask("PUT", `articles/${id}?status=published`, { kicker: "Live again" });

    const [failure] = await desk.lifecycle.withdraw("unpublish", desk.article(id), looked);

    assert.equal(failure?.code, "changed-meanwhile");
    assert.deepEqual(await bothVersions(id, "kicker"), [["Live again"], ["Live again"]]);
  });

  it("does nothing where nobody signs in", async () => {
    const desk = openDesk();
    const id = await makeArticle({ kicker: "Live" });

    const [failure] = await withdraw(desk, "unpublish", desk.article(id));

    assert.deepEqual(
      [failure, await bothVersions(id, "kicker")],
      [{ code: "declined" }, [["Live"], ["Live"]]],
    );
  });
});

describe("Discard Changes", function () {
  this.timeout(60_000);

  it("makes the draft what is published, and an open document shows it", async () => {
    const desk = await openPanel();
    const id = await makeArticle({ kicker: "Live" });
    await changeElsewhere(id, { kicker: "Draft" });
    const before = await desk.open(desk.article(id));

    must(await withdraw(desk, "discard", desk.article(id)));

    const after = await desk.open(desk.article(id));
    assert.deepEqual(await bothVersions(id, "kicker"), [["Live"], ["Live"]]);
    assert.deepEqual(
      [
        before.content["kicker"],
        after.content["kicker"],
        (await desk.stood(desk.article(id))).state,
      ],
      ["Draft", "Live", "published"],
    );
  });

  it("leaves unsaved changes in their editor, and a save sends those alone", async () => {
    const desk = await openPanel();
    const id = await makeArticle({ kicker: "Live", summary: "Old" });
    const address = desk.article(id);
    await changeElsewhere(id, { kicker: "Draft" });
    const opened = await desk.open(address);
    const text = edited(opened, { summary: "Unsaved" });
    await desk.documents.edits.begin(address, text);

    must(await withdraw(desk, "discard", address));
    must(await desk.save(address, text));

    assert.deepEqual(await bothVersions(id, "kicker", "summary"), [
      ["Live", "Unsaved"],
      ["Live", "Old"],
    ]);
  });

  it("is taken back with the rows of its components, by undoing the last save", async () => {
    const desk = await openPanel();
    const seo = { metaTitle: "Live", metaDescription: "Of a test" };
    const id = await makeArticle({ seo });
    const address = desk.article(id);
    await changeElsewhere(id, { seo: { ...seo, metaTitle: "Draft" } });
    must(await withdraw(desk, "discard", address));

    must(await undoLastSave(address, desk));

    const draft = await desk.open(address);
    assert.equal((draft.content["seo"] as { metaTitle: string }).metaTitle, "Draft");
  });

  it("is taken back by undoing the last save", async () => {
    const desk = await openPanel();
    const id = await makeArticle({ kicker: "Live" });
    const address = desk.article(id);
    must(await desk.save(address, edited(await desk.open(address), { kicker: "Draft" })));
    must(await withdraw(desk, "discard", address));

    const undone = must(await undoLastSave(address, desk));

    assert.deepEqual(
      [undone.entry.action, await bothVersions(id, "kicker")],
      ["discard", [["Draft"], ["Live"]]],
    );
  });

  it("does nothing where the draft has changed since it was looked at", async () => {
    const desk = await openPanel();
    const id = await makeArticle({ kicker: "Live" });
    await changeElsewhere(id, { kicker: "Draft" });
    const looked = must(await desk.lifecycle.look(desk.article(id)));
    await changeElsewhere(id, { kicker: "Newer" });

    const [failure] = await desk.lifecycle.withdraw("discard", desk.article(id), looked);

    assert.deepEqual(
      [failure?.code, await bothVersions(id, "kicker")],
      ["changed-meanwhile", [["Newer"], ["Live"]]],
    );
  });

  it("does nothing where the draft has changed while the administrator signed in again", async () => {
    const desk = await openPanel();
    const id = await makeArticle({ kicker: "Live" });
    await changeElsewhere(id, { kicker: "Draft" });
    const looked = must(await desk.lifecycle.look(desk.article(id)));
    await desk.store.saveSecret(desk.connection, "admin", "an-ended-token");
    desk.connections.renew(desk.connection.id);
    desk.logins.push({ token: jwt ?? "" });
    desk.meanwhile = () => changeElsewhere(id, { kicker: "Newer" });

    const [failure] = await desk.lifecycle.withdraw("discard", desk.article(id), looked);

    assert.deepEqual(
      [failure?.code, await bothVersions(id, "kicker")],
      ["changed-meanwhile", [["Newer"], ["Live"]]],
    );
  });
});
