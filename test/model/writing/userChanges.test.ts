import assert from "node:assert/strict";
import { fromText, toText } from "../../../src/model/content/documentText.ts";
import { must } from "../outcomes.ts";
import {
  against,
  attributes,
  catalogOf,
  changed,
  nora,
  nothing,
  problemsOf,
  untold,
  without,
} from "./nora.ts";

describe("userChanges", () => {
  it("userChanges is empty when only white space or the order of keys changed", () => {
    const reversed = Object.fromEntries(Object.entries(nora).reverse());
    const now = must(fromText(toText(reversed).replaceAll(",", " ,\n\t")));

    assert.deepEqual(must(against(now)), nothing);
  });

  it("userChanges has the changed attributes and no other", () => {
    const data = { email: "n@example.com", blocked: true, motto: "Slowly." };

    assert.deepEqual(changed(data), { ...nothing, data });
  });

  it("userChanges names the role by its number in any notation", () => {
    const roles = [1, { id: 1, name: "Authenticated" }, { id: 1 }, { id: 1, name: "Editor" }];

    const changes = roles.map((role) => changed({ role }));

    assert.deepEqual(changes, Array(4).fill({ ...nothing, data: { role: 1 } }));
  });

  it("userChanges omits an unchanged role, and lists other edits of it as ignored", () => {
    const roles = [{ id: 3, name: "Editor in Chief" }, { id: 3 }, 3];

    const changes = roles.map((role) => changed({ role }));

    assert.deepEqual(changes, Array(3).fill({ ...nothing, ignored: ["role"] }));
  });

  it("userChanges treats a missing key and null as equal", () => {
    const changes = [must(against(without("nickname"))), changed({ motto: null })];

    assert.deepEqual(changes, [nothing, nothing]);
  });

  it("userChanges clears attributes that were removed from the text, and lists them as cleared", () => {
    const changes = must(against(without("email", "confirmed")));

    assert.deepEqual(changes, {
      ...nothing,
      data: { email: null, confirmed: null },
      cleared: ["email", "confirmed"],
    });
  });

  it("userChanges does not clear attributes that the service owns", () => {
    const owned = ["id", "documentId", "createdAt", "updatedAt", "publishedAt"];

    const changes = must(against({ ...without(...owned), blocked: true }));

    assert.deepEqual(changes, { ...nothing, data: { blocked: true } });
  });

  it("userChanges refuses changes of attributes that the service owns, null included", () => {
    const owned = ["id", "documentId", "createdAt", "updatedAt", "publishedAt"];
    const other = Object.fromEntries(owned.map((name) => [name, "2020-01-01T00:00:00.000Z"]));

    const problems = [
      problemsOf(against({ ...nora, ...other, createdBy: { id: 1 } })),
      problemsOf(against({ ...nora, documentId: null })),
    ];

    assert.deepEqual(problems, [
      [...owned, "createdBy"].map((name) => [name, "service-owned"]),
      [["documentId", "service-owned"]],
    ]);
  });

  it("userChanges refuses a password", () => {
    const problems = ["Secret-1", "", 5].map((password) =>
      problemsOf(against({ ...nora, password })),
    );

    assert.deepEqual(problems, Array(3).fill([["password", "password"]]));
  });

  it("userChanges refuses a missing role, and a role without a number", () => {
    const roles = [null, "1", "Editor", {}, { name: "Editor" }, { id: "1" }, [1], 1.5, true];

    const problems = [without("role"), ...roles.map((role) => ({ ...nora, role }))].map((now) =>
      problemsOf(against(now)),
    );

    assert.deepEqual(problems, Array(10).fill([["role", "needs-role"]]));
  });

  it("userChanges reports a change of $schema and doesn't send it", () => {
    const schema = { $schema: "cms-schema://k3j2h4x9/users.json" };

    const changes = must(
      against({ ...nora, $schema: "mine", blocked: true }, { ...nora, ...schema }),
    );

    assert.deepEqual(changes, { ...nothing, data: { blocked: true }, factsChanged: true });
  });

  it("userChanges refuses unknown attributes, which the service would drop without an error", () => {
    const problems = problemsOf(against({ ...nora, bogus: 1 }));

    assert.deepEqual(problems, [["bogus", "unknown-key"]]);
  });

  it("userChanges names files and targets of relations by their documentIds, and refuses others", () => {
    const avatar = { documentId: "pic1", name: "Nora" };

    const changes = changed({ avatar, articles: [{ documentId: "tea" }, "milk"] });
    const problems = problemsOf(against({ ...nora, articles: [1] }));

    const data = {
      avatar: { documentId: "pic1" },
      articles: [{ documentId: "tea" }, { documentId: "milk" }],
    };
    assert.deepEqual(changes, { ...nothing, data });
    assert.deepEqual(problems, [["articles[0]", "needs-document-id"]]);
  });

  it("userChanges refuses a change of an attribute that only the service adds", () => {
    const before = { ...nora, articleCount: 12 };

    const changes = must(against({ ...before, blocked: true }, before));
    const problems = problemsOf(against({ ...before, articleCount: 13 }, before));

    assert.deepEqual(changes.data, { blocked: true });
    assert.deepEqual(problems, [["articleCount", "unknown-key"]]);
  });

  it("userChanges lists each attribute that can't be sent", () => {
    const now = { ...nora, id: 8, password: "x", role: null, bogus: 1, email: "fine@example.com" };

    assert.deepEqual(problemsOf(against(now)), [
      ["id", "service-owned"],
      ["role", "needs-role"],
      ["password", "password"],
      ["bogus", "unknown-key"],
    ]);
  });

  it("userChanges accepts a missing role when none is shown, and includes one that is added", () => {
    const before = without("role");

    const changes = [{}, { role: null }, { role: 2 }].map((change) =>
      must(against({ ...before, blocked: true, ...change }, before)),
    );

    assert.deepEqual(
      changes.map(({ data }) => data),
      [{ blocked: true }, { blocked: true }, { blocked: true, role: 2 }],
    );
  });

  it("userChanges accepts only the known keys of the user when the type can't be read", () => {
    const changes = must(against({ ...nora, email: "n@example.com", role: 1 }, nora, untold));
    const problems = problemsOf(against({ ...nora, motto: "Slowly.", id: 8 }, nora, untold));

    assert.deepEqual(changes.data, { email: "n@example.com", role: 1 });
    assert.deepEqual(problems, [
      ["id", "service-owned"],
      ["motto", "unknown-key"],
    ]);
  });

  it("userChanges includes an attribute of the project that is named locale", () => {
    const projectCatalog = catalogOf({ ...attributes, locale: { type: "string" } });

    const changes = must(
      against({ ...nora, locale: "fr" }, { ...nora, locale: "en" }, projectCatalog),
    );

    assert.deepEqual(changes.data, { locale: "fr" });
  });

  it("userChanges handles keys such as __proto__ and toString", () => {
    const now = must(fromText(toText(nora).replace("{", '{ "__proto__": 1, "toString": null,')));

    assert.deepEqual(problemsOf(against(now)), [["__proto__", "unknown-key"]]);
  });
});
