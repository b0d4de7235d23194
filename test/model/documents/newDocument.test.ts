import assert from "node:assert/strict";
import { newDocumentId } from "../../../src/model/foundation/address.ts";
import { toText } from "../../../src/model/documents/content/documentText.ts";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import {
  contentToCopy,
  templateOf,
  userTemplate,
} from "../../../src/model/changes/creating/template.ts";
import { startFaults } from "../../support/faults.ts";
import { hangUp } from "../../support/loopback.ts";
import { deleteUserElsewhere, makeUser, roles } from "../accounts.ts";
import { ask, draft, magazine, openDesk } from "../magazine.ts";
import { must } from "../outcomes.ts";

describe("A document that is new", () => {
  it("costs no request before it is saved", async () => {
    const desk = openDesk();
    const address = { ...desk.article(newDocumentId()) };

    const { text } = await desk.open(address);

    assert.deepEqual(JSON.parse(text), {
      $schema: `cms-schema://${desk.connection.id}/articles.json`,
    });
    assert.deepEqual(desk.log, []);
  });

  it("is made by its first save, once, and the journal knows it by its own id", async () => {
    const desk = openDesk();
    const address = desk.article(newDocumentId());
    const { content } = await desk.open(address);
    const text = toText({ ...content, title: "Tea in Spring", kicker: "New" });

    const { created } = must(await desk.save(address, text));

    const there = created!.address;
    assert.equal((await draft(`articles/${there.id}`))?.["title"], "Tea in Spring");
    const [entry] = await desk.journal.history(there);
    assert.deepEqual([entry?.action, entry?.outcome], ["create", "done"]);
    assert.deepEqual(await desk.journal.history(address), []);
    await ask("DELETE", `articles/${there.id}?locale=*`);
  });

  it("is made once: what is saved after that from the same editor goes to what was made", async () => {
    const desk = openDesk();
    const address = desk.article(newDocumentId());
    const { content } = await desk.open(address);
    const typed = { ...content, title: "Tea in Spring" };
    const { created } = must(await desk.save(address, toText(typed)));

    const second = must(await desk.save(address, toText({ ...typed, kicker: "Typed meanwhile" })));

    const { id } = created!.address;
    assert.deepEqual([second.created, desk.sent("POST").length], [undefined, 1]);
    assert.equal((await draft(`articles/${id}`))?.["kicker"], "Typed meanwhile");
    await ask("DELETE", `articles/${id}?locale=*`);
  });

  it("is made once also where the window was reloaded with changes that were typed meanwhile", async () => {
    const desk = openDesk();
    const address = desk.article(newDocumentId());
    const { content } = await desk.open(address);
    const typed = toText({ ...content, title: "Tea in Spring" });
    await desk.documents.edits.begin(address, typed);
    const { created } = must(await desk.save(address, typed));
    const later = toText({ ...content, title: "Tea in Spring", kicker: "Typed meanwhile" });

    const reloaded = openDesk({ bases: desk.bases });
    await reloaded.documents.edits.begin(address, later);
    must(await reloaded.documents.stat(address, { text: later }));
    must(await reloaded.save(address, later));

    const { id } = created!.address;
    assert.deepEqual(reloaded.sent("POST"), []);
    assert.deepEqual(reloaded.documents.edits.createdDocument(address), created);
    assert.equal((await draft(`articles/${id}`))?.["kicker"], "Typed meanwhile");
    await ask("DELETE", `articles/${id}?locale=*`);
  });

  it("is not made where the service refuses it, and the journal says so", async () => {
    const desk = openDesk();
    const address = desk.article(newDocumentId());
    const { content } = await desk.open(address);

    const [failure] = await desk.save(address, toText({ ...content, nope: 1 }));

    assert.equal(failure?.code, "service");
    const [entry] = await desk.journal.history(address);
    assert.deepEqual([entry?.action, entry?.outcome], ["create", "failed"]);
  });

  it("may be a user, whose password goes to the service alone", async () => {
    const desk = openDesk();
    const address = desk.at("users", newDocumentId());
    await desk.open(address);
    const email = `${address.id}@example.com`;
    const user = { ...userTemplate, username: address.id, email, role: roles.editor };
    const password = "correct-horse";

    const { created } = must(
      await desk.documents.write(address, {
        text: toText(user),
        askPassword: () => Promise.resolve(password),
      }),
    );

    const entries = await desk.journal.history(created!.address);
    assert.deepEqual(
      entries.map(({ action }) => action),
      ["create"],
    );
    assert.equal(JSON.stringify([entries, desk.log]).includes(password), false);
    await deleteUserElsewhere(Number(created!.address.id));
  });

  it("is nobody else's account, where the answer was lost and the email was taken", async () => {
    const faults = await startFaults(magazine().url);
    const { email, id } = await makeUser();
    const desk = openDesk({ url: faults.url });
    const address = desk.at("users", newDocumentId());
    await desk.open(address);
    faults.inject(/^POST/, hangUp);
    const text = toText({ username: address.id, email, role: roles.editor });

    const [failure] = await desk.documents.write(address, {
      text,
      askPassword: () => Promise.resolve("correct-horse"),
    });

    await faults.stop();
    await deleteUserElsewhere(id);
    assert.deepEqual(
      [failure?.code, failure && "arrived" in failure && failure.arrived],
      ["service", "no"],
    );
  });

  it("is no user where nobody gives a password", async () => {
    const desk = openDesk();
    const address = desk.at("users", newDocumentId());
    await desk.open(address);
    const askPassword = () => Promise.resolve(undefined);

    const text = toText({ username: "Ada", email: "ada@example.com", role: roles.editor });
    const [failure] = await desk.documents.write(address, { text, askPassword });

    assert.equal(failure?.code, "declined");
    assert.deepEqual(desk.sent("POST"), []);
  });
});

describe("What a new document begins with", () => {
  it("is what must be there, what has a default, and the title", async () => {
    const desk = openDesk();
    const address = desk.article(newDocumentId());
    const { type, catalog } = must(await desk.catalogs.type(desk.connection.id, "articles"));

    const template = templateOf(address, { type, catalog });

    for (const [name, attribute] of type.attributes) {
      const isNeeded = attribute.required === true || (attribute.default ?? null) !== null;
      if (isNeeded && !attribute.mappedBy) assert.ok(name in template, name);
    }
    assert.equal(template["title"], "");
  });

  it("is of a copy all but ids and what must be unique, also in components", async () => {
    const desk = openDesk();
    const { type, catalog } = must(await desk.catalogs.type(desk.connection.id, "articles"));
    const content: JsonObject = {
      title: "Tea",
      code: "T-1",
      slug: "tea",
      seo: { id: 7, metaTitle: "Tea" },
      // One document alone can have it: the copy would take it away.
      sequel: { documentId: "sequelsequelsequelsequel", title: "More Tea" },
      $: { documentId: "x" },
    };

    const copy = contentToCopy(content, { type, catalog });

    assert.deepEqual(copy.content, { title: "Tea", seo: { metaTitle: "Tea" } });
    assert.deepEqual([...copy.omitted].sort(), ["code", "sequel", "slug"]);
  });
});
