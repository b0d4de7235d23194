import assert from "node:assert/strict";
import type { CmsError } from "../../src/client/index.ts";
import { created, listError, shape } from "./found.ts";
import { facts, itFact } from "../services/facts.ts";

describe("Validation error with a key", () => {
  type Row = readonly [
    sentence: string,
    call: () => Promise<CmsError | null>,
    message: string,
    details: object,
    path: readonly (string | number)[],
  ];
  const inQuery = (param: string, key: string, path: string | null = null) => ({
    ...{ key, path, source: "query", param },
  });
  const rows: readonly Row[] = [
    [
      "an unknown key in filters",
      () => listError({ filters: { bogus: 1 } }),
      "Invalid key bogus",
      inQuery("filters", "bogus"),
      ["bogus"],
    ],
    [
      "a nested key in filters",
      () => listError({ filters: { author: { bogus: 1 } } }),
      "Invalid key bogus at author",
      inQuery("filters", "bogus", "author"),
      ["author", "bogus"],
    ],
    [
      "a private key in filters",
      () => listError({ filters: { internalNote: "x" } }),
      "Invalid key internalNote",
      inQuery("filters", "internalNote", "internalNote"),
      ["internalNote"],
    ],
    [
      "an unknown key in sort",
      () => listError({ sort: ["bogus:asc"] }),
      "Invalid key bogus",
      inQuery("sort", "bogus"),
      ["bogus"],
    ],
    [
      "an unknown key in fields",
      () => listError({ fields: ["bogus"] }),
      "Invalid key bogus",
      inQuery("fields", "bogus"),
      ["bogus"],
    ],
    [
      "an unknown key in populate",
      () => listError({ populate: ["bogus"] }),
      "Invalid key bogus",
      inQuery("populate", "bogus", "bogus"),
      ["bogus"],
    ],
    [
      "an unsupported key of populate",
      () => listError({ populate: { tags: { limit: 1 } } }),
      "Invalid key limit at tags",
      inQuery("populate", "limit", "tags"),
      ["tags", "limit"],
    ],
    [
      "a relation populated with *",
      () => listError({ populate: { author: "*" } }),
      "Invalid key portrait at author.portrait",
      { key: "portrait", path: "author.portrait" },
      ["author", "portrait"],
    ],
    [
      "a component whose name has a dot",
      () => listError({ populate: { sections: { on: { "no.none": true } } } }),
      "Invalid key no.none at sections.on.no.none",
      inQuery("populate", "no.none", "sections.on.no.none"),
      ["sections", "on", "no.none"],
    ],
    [
      "an unknown key in the body",
      () => created({ title: "Tea", bogus: 1 }),
      "Invalid key bogus",
      { key: "bogus", path: null, source: "body" },
      ["bogus"],
    ],
    [
      "a nested key in the body",
      () => created({ title: "Tea", links: [{ label: "a", url: "b", bogus: 1 }] }),
      "Invalid key bogus at links",
      { key: "bogus", path: "links", source: "body" },
      ["links", "bogus"],
    ],
    [
      "a key in the body that the service sets",
      () => created({ title: "Tea", createdAt: "2024-01-01" }),
      "Invalid key createdAt",
      { key: "createdAt", path: "createdAt", source: "body" },
      ["createdAt"],
    ],
    [
      "a documentId in the body",
      () => created({ title: "Tea", documentId: "x" }),
      "Invalid key documentId",
      { key: "documentId", source: "body" },
      ["documentId"],
    ],
  ];
  for (const [sentence, call, message, details, path] of facts(rows)) {
    it(`a validation error with a key has the path of ${sentence}`, async () => {
      const error = await call();

      const issues = [{ path, message }];
      assert.deepEqual(shape(error), {
        ...{ name: "ValidationError", status: 400, message, details, issues },
      });
    });
  }

  it("a validation error with a key has no issue for an unknown value of a parameter", async () => {
    const error = await listError({ publicationFilter: "bogus" });

    const details = { source: "query", param: "publicationFilter" };
    assert.deepEqual(
      [error?.name, error?.details, error?.name === "ValidationError" && error.issues],
      ["ValidationError", details, []],
    );
    assert.match(
      error?.message ?? "",
      /Expected one of: never-published, .*published-with-draft\.$/,
    );
  });
});

describe("Validation error with fields", () => {
  it("a validation error with fields has the message of the only rejected field", async () => {
    const error = await created({ title: "ab" });

    const message = "title must be at least 3 characters";
    assert.deepEqual(shape(error), {
      ...{ name: "ValidationError", status: 400, message },
      details: { errors: [{ path: ["title"], message, name: "ValidationError", value: "ab" }] },
      issues: [{ path: ["title"], message }],
    });
  });

  itFact(
    "a validation error counts several rejected fields, and has list indexes as numbers in its issues",
    async () => {
      const error = await created({
        title: "ab",
        links: [{ label: "a", url: "b" }, { label: "c" }],
      });

      const { errors } = error!.details as { errors: { path: string[] }[] };
      const issues = error?.name === "ValidationError" ? error.issues : [];
      assert.deepEqual(
        [error?.message, errors.map(({ path }) => path), issues.map(({ path }) => path)],
        ["2 errors occurred", [["title"], ["links", "1", "url"]], [["title"], ["links", 1, "url"]]],
      );
    },
  );

  itFact(
    "a validation error with fields has the path of a field in a list within a list",
    async () => {
      const box = { __component: "sections.fact-box", heading: "Facts", facts: [{ label: "a" }] };

      const error = await created({ title: "Tea", sections: [box] });

      const issues = error?.name === "ValidationError" ? error.issues : [];
      assert.deepEqual(
        issues.map(({ path }) => path),
        [["sections", 0, "facts", 0, "value"]],
      );
    },
  );

  itFact("a validation error has an issue with an empty path for the whole document", async () => {
    const error = await created({ title: "Tea", tags: [99_999_999] });

    const message = "1 relation(s) of type api::tag.tag associated with this entity do not exist";
    const issues = error?.name === "ValidationError" && error.issues;
    assert.deepEqual([error?.message, issues], [message, [{ path: [], message }]]);
  });
});
