import assert from "node:assert/strict";
import { fromText, toText } from "../../../src/model/documents/content/documentText.ts";
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

describe("A save of a user", () => {
  it("sends nothing where only white space or the order of keys changed", () => {
    const reversed = Object.fromEntries(Object.entries(nora).reverse());
    const now = must(fromText(toText(reversed).replaceAll(",", " ,\n\t")));

    assert.deepEqual(must(against(now)), nothing);
  });

  it("sends the attributes that differ, as they are, and no other", () => {
    const data = { email: "n@example.com", blocked: true, motto: "Slowly." };

    assert.deepEqual(changed(data), { ...nothing, data });
  });

  it("sends the role as its number, however the text names it", () => {
    const ways = [1, { id: 1, name: "Authenticated" }, { id: 1 }, { id: 1, name: "Editor" }];

    const changes = ways.map((role) => changed({ role }));

    assert.deepEqual(changes, Array(4).fill({ ...nothing, data: { role: 1 } }));
  });

  it("sends no role that is the same, and names it where more than the role was edited", () => {
    const ways = [{ id: 3, name: "Editor in Chief" }, { id: 3 }, 3];

    const changes = ways.map((role) => changed({ role }));

    assert.deepEqual(changes, Array(3).fill({ ...nothing, ignored: ["role"] }));
  });

  it("takes an absent key and null for one thing", () => {
    const changes = [must(against(without("nickname"))), changed({ motto: null })];

    assert.deepEqual(changes, [nothing, nothing]);
  });

  it("clears what was taken out of the text, and names it", () => {
    const changes = must(against(without("email", "confirmed")));

    assert.deepEqual(changes, {
      ...nothing,
      data: { email: null, confirmed: null },
      cleared: ["email", "confirmed"],
    });
  });

  it("needs none of what the service owns, and clears nothing of it", () => {
    const owned = ["id", "documentId", "createdAt", "updatedAt", "publishedAt"];

    const changes = must(against({ ...without(...owned), blocked: true }));

    assert.deepEqual(changes, { ...nothing, data: { blocked: true } });
  });

  it("refuses a change of what the service owns, null included", () => {
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

  it("refuses a password: it is not written in a text", () => {
    const problems = ["Secret-1", "", 5].map((password) =>
      problemsOf(against({ ...nora, password })),
    );

    assert.deepEqual(problems, Array(3).fill([["password", "password"]]));
  });

  it("refuses a user without a role, and a role by anything but its number", () => {
    const roles = [null, "1", "Editor", {}, { name: "Editor" }, { id: "1" }, [1], 1.5, true];

    const problems = [without("role"), ...roles.map((role) => ({ ...nora, role }))].map((now) =>
      problemsOf(against(now)),
    );

    assert.deepEqual(problems, Array(10).fill([["role", "needs-role"]]));
  });

  it("points out that $schema was changed, and does not send it", () => {
    const schema = { $schema: "cms-schema://k3j2h4x9/users.json" };

    const changes = must(
      against({ ...nora, $schema: "mine", blocked: true }, { ...nora, ...schema }),
    );

    assert.deepEqual(changes, { ...nothing, data: { blocked: true }, factsChanged: true });
  });

  it("refuses what users don't have: the service would leave it out without a word", () => {
    const more = { bogus: 1, avatar: { documentId: "pic1" }, articles: [1] };

    const problems = problemsOf(against({ ...nora, ...more }));

    assert.deepEqual(
      problems,
      Object.keys(more).map((name) => [name, "unknown-key"]),
    );
  });

  it("refuses a change of what the service adds by itself, and leaves it alone otherwise", () => {
    const before = { ...nora, articleCount: 12 };

    const changes = must(against({ ...before, blocked: true }, before));
    const problems = problemsOf(against({ ...before, articleCount: 13 }, before));

    assert.deepEqual(changes.data, { blocked: true });
    assert.deepEqual(problems, [["articleCount", "unknown-key"]]);
  });

  it("names every place that can't be sent", () => {
    const now = { ...nora, id: 8, password: "x", role: null, bogus: 1, email: "fine@example.com" };

    assert.deepEqual(problemsOf(against(now)), [
      ["id", "service-owned"],
      ["role", "needs-role"],
      ["password", "password"],
      ["bogus", "unknown-key"],
    ]);
  });

  it("asks for no role where none is shown, and sends one that is given", () => {
    const before = without("role");

    const changes = [{}, { role: null }, { role: 2 }].map((change) =>
      must(against({ ...before, blocked: true, ...change }, before)),
    );

    assert.deepEqual(
      changes.map(({ data }) => data),
      [{ blocked: true }, { blocked: true }, { blocked: true, role: 2 }],
    );
  });

  it("takes every key that the user has for one of users, where the service tells no type", () => {
    const changes = must(against({ ...nora, email: "n@example.com", role: 1 }, nora, untold));
    const problems = problemsOf(against({ ...nora, motto: "Slowly.", id: 8 }, nora, untold));

    assert.deepEqual(changes.data, { email: "n@example.com", role: 1 });
    assert.deepEqual(problems, [
      ["id", "service-owned"],
      ["motto", "unknown-key"],
    ]);
  });

  it("sends an attribute of the project's own that is named as the service names its own", () => {
    const own = catalogOf({ ...attributes, locale: { type: "string" } });

    const changes = must(against({ ...nora, locale: "fr" }, { ...nora, locale: "en" }, own));

    assert.deepEqual(changes.data, { locale: "fr" });
  });

  it("takes keys that every object has for keys like any other", () => {
    const now = must(fromText(toText(nora).replace("{", '{ "__proto__": 1, "toString": null,')));

    assert.deepEqual(problemsOf(against(now)), [["__proto__", "unknown-key"]]);
  });
});
