import assert from "node:assert/strict";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import type { Problem } from "../../../src/model/foundation/textProblem.ts";
import { must } from "../outcomes.ts";
import { against, base, nothing } from "./tea.ts";

const problemsOf = (change: JsonObject): readonly Problem[] => {
  const [failure] = against({ ...base, ...change });
  return failure?.code === "not-sendable" ? failure.problems : [];
};

describe("changesBetween", () => {
  it("changesBetween refuses numbers for relations and media, because row ids change with a publish", () => {
    const problems = problemsOf({ cook: 3, tags: [4, { id: 5 }], cover: { id: 6 }, gallery: [""] });

    assert.deepEqual(
      problems.map(({ path, why }) => [path, why]),
      [
        ["cook", "needs-document-id"],
        ["tags[0]", "needs-document-id"],
        ["tags[1]", "needs-document-id"],
        ["cover", "needs-document-id"],
        ["gallery[0]", "needs-document-id"],
      ],
    );
  });

  it("changesBetween refuses no value that is unchanged", () => {
    const before = { ...base, cover: { name: "no id" }, menu: { documentId: "menu1" }, id: 7 };

    const changes = must(against({ ...before, title: "Milk" }, before));

    assert.deepEqual(changes, { ...nothing, data: { title: "Milk" } });
  });

  it("changesBetween refuses a single value for a list", () => {
    const problems = problemsOf({ tags: "tag1", gallery: { documentId: "pic1" } });

    assert.deepEqual(problems, [
      { path: "tags", why: "needs-list" },
      { path: "gallery", why: "needs-list" },
    ]);
  });

  it("changesBetween refuses the inverse side of a relation", () => {
    const problems = problemsOf({ menu: { documentId: "menu1" } });

    assert.deepEqual(problems, [{ path: "menu", why: "inverse-side" }]);
  });

  it("changesBetween refuses attributes that the service owns", () => {
    const names = ["id", "documentId", "createdAt", "updatedAt", "publishedAt", "locale"];
    const more = ["createdBy", "updatedBy", "localizations"];

    const problems = problemsOf(Object.fromEntries([...names, ...more].map((name) => [name, "x"])));

    assert.deepEqual(
      problems,
      [...names, ...more].map((path) => ({ path, why: "service-owned" })),
    );
  });
});
