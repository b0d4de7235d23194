import assert from "node:assert/strict";
import { newDocumentId, newLocalization } from "../../../src/model/foundation/address.ts";
import { toText } from "../../../src/model/content/documentText.ts";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import {
  contentToCopy,
  filledContent,
  templateOf,
  userTemplate,
  withAllFields,
} from "../../../src/model/create/documentTemplate.ts";
import { startFaults } from "../../support/faults.ts";
import { hangUp } from "../../support/loopback.ts";
import { deleteUserElsewhere, makeUser, roles } from "../accounts.ts";
import { ask, draft, magazine, makeArticle, openModel } from "../magazine.ts";
import { must } from "../outcomes.ts";

describe("New document", () => {
  it("a new document sends no request before it is saved", async () => {
    const model = openModel();
    const address = { ...model.article(newDocumentId()) };

    const { text } = await model.open(address);

    assert.deepEqual(JSON.parse(text), {
      $schema: `cms-schema://${model.connection.id}/articles.json`,
    });
    assert.deepEqual(model.log, []);
  });

  it("a new document is created by its first save, and its journal entry has the created documentId", async () => {
    const model = openModel();
    const address = model.article(newDocumentId());
    const { content } = await model.open(address);
    const text = toText({ ...content, title: "Tea in Spring", kicker: "New" });

    const { created } = must(await model.save(address, text));

    const createdAddress = created!.address;
    assert.equal((await draft(`articles/${createdAddress.id}`))?.["title"], "Tea in Spring");
    const [entry] = await model.journal.history(createdAddress);
    assert.deepEqual([entry?.action, entry?.outcome], ["create", "done"]);
    assert.deepEqual(await model.journal.history(address), []);
    await ask("DELETE", `articles/${createdAddress.id}?locale=*`);
  });

  it("a new document is created once; later saves from the same editor update it", async () => {
    const model = openModel();
    const address = model.article(newDocumentId());
    const { content } = await model.open(address);
    const typed = { ...content, title: "Tea in Spring" };
    const { created } = must(await model.save(address, toText(typed)));

    const second = must(await model.save(address, toText({ ...typed, kicker: "Typed meanwhile" })));

    const { id } = created!.address;
    assert.deepEqual([second.created, model.sent("POST").length], [undefined, 1]);
    assert.equal((await draft(`articles/${id}`))?.["kicker"], "Typed meanwhile");
    await ask("DELETE", `articles/${id}?locale=*`);
  });

  it("a new document is created once when the window reloads with later unsaved changes", async () => {
    const model = openModel();
    const address = model.article(newDocumentId());
    const { content } = await model.open(address);
    const typed = toText({ ...content, title: "Tea in Spring" });
    await model.documents.edits.begin(address, typed);
    const { created } = must(await model.save(address, typed));
    const later = toText({ ...content, title: "Tea in Spring", kicker: "Typed meanwhile" });

    const reloaded = openModel({ bases: model.bases });
    await reloaded.documents.edits.begin(address, later);
    must(await reloaded.documents.stat(address, { text: later }));
    must(await reloaded.save(address, later));

    const { id } = created!.address;
    assert.deepEqual(reloaded.sent("POST"), []);
    assert.deepEqual(reloaded.documents.edits.createdDocument(address), created);
    assert.equal((await draft(`articles/${id}`))?.["kicker"], "Typed meanwhile");
    await ask("DELETE", `articles/${id}?locale=*`);
  });

  it("a new document records a failed journal entry when the service rejects it", async () => {
    const model = openModel();
    const address = model.article(newDocumentId());
    const { content } = await model.open(address);

    const [failure] = await model.save(address, toText({ ...content, nope: 1 }));

    assert.equal(failure?.code, "service");
    const [entry] = await model.journal.history(address);
    assert.deepEqual([entry?.action, entry?.outcome], ["create", "failed"]);
  });

  it("a new document for a user creates the user, and writes the password to neither log nor journal", async () => {
    const model = openModel();
    const address = model.at("users", newDocumentId());
    await model.open(address);
    const email = `${address.id}@example.com`;
    const user = { ...userTemplate, username: address.id, email, role: roles.editor };
    const password = "correct-horse";

    const { created } = must(
      await model.documents.write(address, {
        text: toText(user),
        askPassword: () => Promise.resolve(password),
      }),
    );

    const entries = await model.journal.history(created!.address);
    assert.deepEqual(
      entries.map(({ action }) => action),
      ["create"],
    );
    assert.equal(JSON.stringify([entries, model.log]).includes(password), false);
    await deleteUserElsewhere(Number(created!.address.id));
  });

  it("a new user is not another user's account when the answer is lost and the email is taken", async () => {
    const faults = await startFaults(magazine().url);
    const { email, id } = await makeUser();
    const model = openModel({ url: faults.url });
    const address = model.at("users", newDocumentId());
    await model.open(address);
    faults.inject(/^POST/, hangUp);
    const text = toText({ username: address.id, email, role: roles.editor });

    const [failure] = await model.documents.write(address, {
      text,
      askPassword: () => Promise.resolve("correct-horse"),
    });

    await faults.stop();
    await deleteUserElsewhere(id);
    assert.deepEqual(
      [failure?.code, failure?.code === "service" && failure.arrived],
      ["service", "no"],
    );
  });

  it("a new user is not created without a password", async () => {
    const model = openModel();
    const address = model.at("users", newDocumentId());
    await model.open(address);
    const askPassword = () => Promise.resolve(undefined);

    const text = toText({ username: "Ada", email: "ada@example.com", role: roles.editor });
    const [failure] = await model.documents.write(address, { text, askPassword });

    assert.equal(failure?.code, "declined");
    assert.deepEqual(model.sent("POST"), []);
  });
});

describe("Content of a new document", () => {
  it("templateOf contains required attributes, attributes with a default, and the title", async () => {
    const model = openModel();
    const address = model.article(newDocumentId());
    const { type, catalog } = must(await model.catalogs.type(model.connection.id, "articles"));

    const template = templateOf(address, { type, catalog });

    for (const [name, attribute] of type.attributes) {
      const isNeeded = attribute.required === true || (attribute.default ?? null) !== null;
      if (isNeeded && !attribute.mappedBy) assert.ok(name in template, name);
    }
    assert.equal(template["title"], "");
  });

  it("withAllFields adds every attribute that can be sent, and invents no value", async () => {
    const model = openModel();
    const service = must(await model.catalogs.type(model.connection.id, "articles"));

    const content = withAllFields({ title: "Tea", $schema: "s" }, service);

    const { prequel, ...writable } = Object.fromEntries(service.type.attributes);
    assert.equal(prequel?.mappedBy, "sequel");
    assert.deepEqual(Object.keys(content), [...Object.keys(writable), "$schema"]);
    const { title, slug, seo, links, issueDate, kind, featured, metadata } = content;
    assert.deepEqual(
      { title, slug, seo, links, issueDate, kind, featured, metadata },
      {
        ...{ title: "Tea", slug: "", seo: null, links: [], issueDate: null },
        ...{ kind: "feature", featured: false, metadata: null },
      },
    );
  });

  it("filledContent omits empty fields, also in components, unless they have a default or hold JSON", async () => {
    const model = openModel();
    const service = must(await model.catalogs.type(model.connection.id, "articles"));
    const content = {
      ...{ title: "Tea", kicker: "", cover: null, links: [], kind: null, unknown: "" },
      seo: { metaTitle: "Tea", metaDescription: "", noIndex: null },
      sections: [{ __component: "sections.quote", text: "", speaker: "Ada" }],
    };

    const [article, ...json] = [
      content,
      { metadata: {} },
      { metadata: [] },
      { metadata: "" },
      { metadata: null },
    ].map((each) => filledContent(each, service));

    assert.deepEqual(article, {
      ...{ title: "Tea", kind: null, unknown: "" },
      seo: { metaTitle: "Tea", noIndex: null },
      sections: [{ __component: "sections.quote", speaker: "Ada" }],
    });
    assert.deepEqual(json, [{ metadata: {} }, { metadata: [] }, { metadata: "" }, {}]);
  });

  it("filledContent is for a new document only: a localization starts from another document's values", async () => {
    const model = openModel();
    const id = await makeArticle({ kicker: "Shared" });
    const address = newLocalization({ ...model.article(id), locale: "fr" });
    const { content } = await model.open(address);
    const title = "Thé";

    must(await model.save(address, toText({ ...content, title, summary: "" })));

    const french = await draft(`articles/${id}`, "&locale=fr");
    assert.deepEqual([french?.["title"], french?.["summary"]], [title, ""]);
  });

  it("contentToCopy contains everything except ids and unique values, also in components", async () => {
    const model = openModel();
    const { type, catalog } = must(await model.catalogs.type(model.connection.id, "articles"));
    const content: JsonObject = {
      title: "Tea",
      code: "T-1",
      slug: "tea",
      seo: { id: 7, metaTitle: "Tea" },
      // An owned one-to-one relation. The copy would take the target from the original.
      sequel: { documentId: "sequelsequelsequelsequel", title: "More Tea" },
      $: { documentId: "x" },
    };

    const copy = contentToCopy(content, { type, catalog });

    assert.deepEqual(copy.content, { title: "Tea", seo: { metaTitle: "Tea" } });
    assert.deepEqual([...copy.omitted].sort(), ["code", "sequel", "slug"]);
  });
});
