import assert from "node:assert/strict";
import { makeArticle } from "./made.ts";
import { articles, realCms, tokens } from "./realCms.ts";
import type { Article } from "./realCms.ts";
import { itFact } from "../services/facts.ts";
import { bothTitles, titlesOf } from "./versions.ts";

describe("Error of the real service", () => {
  it("the service's error is a ForbiddenError without a token", async () => {
    const [error, ...dataAndMeta] = await articles("").findMany();

    assert.deepEqual(
      [error?.name, error?.status, ...dataAndMeta],
      ["ForbiddenError", 403, null, null],
    );
  });

  it("the service's error is a ForbiddenError without the permission, and nothing is written", async () => {
    const documentId = await makeArticle({ title: "Tea" });

    const [error] = await articles(tokens().readOnly).update({
      documentId,
      payload: { data: { title: "Milk" } },
    });

    assert.equal(error?.name, "ForbiddenError");
    assert.deepEqual(await titlesOf(documentId), bothTitles("Tea"));
  });

  it("the service's error is a NotFoundError for an unknown type", async () => {
    const [error] = await realCms().collection<Article>("bogus").findMany();

    assert.equal(error?.name, "NotFoundError");
  });

  it("the service's error is a ValidationError with the key for an unknown filter", async () => {
    const [error] = await articles().findMany({
      params: { filters: { category: { bogus: { $eq: 1 } } } },
    });

    const issues = error?.name === "ValidationError" && error.issues;
    const message = "Invalid key bogus at category";
    assert.deepEqual(issues, [{ path: ["category", "bogus"], message }]);
  });

  it("the service's error is a ValidationError with each rejected field", async () => {
    const data = { title: "x", links: [{ label: "Home" }] } as Partial<Article>;

    const [error] = await articles().create({ payload: { data } });

    const issues = error?.name === "ValidationError" ? error.issues : [];
    assert.deepEqual(
      issues.map(({ path }) => path),
      [["title"], ["links", 0, "url"]],
    );
  });

  itFact(
    "the service's error is a ValidationError with the key of a field that the service sets",
    async () => {
      const documentId = await makeArticle();
      const data = { createdAt: "2020-01-01" } as Partial<Article>;

      const [error] = await articles().update({ documentId, payload: { data } });

      const issues = error?.name === "ValidationError" ? error.issues : [];
      assert.deepEqual(issues, [{ path: ["createdAt"], message: "Invalid key createdAt" }]);
    },
  );

  itFact(
    "the service's error is a PayloadTooLargeError for a document that is too large",
    async () => {
      const documentId = await makeArticle();

      const [error] = await articles().update({
        documentId,
        payload: { data: { kicker: "x".repeat(2 ** 20) } },
      });

      assert.deepEqual([error?.name, error?.status], ["PayloadTooLargeError", 413]);
    },
  );

  it("the service's error is an HttpError for a method that the route does not have", async () => {
    const [error] = await realCms()
      .collection<Article>("homepage")
      .create({ payload: { data: {} } });

    assert.deepEqual([error?.name, error?.status], ["HttpError", 405]);
  });

  it("the service's error is an HttpError when the service fails", async () => {
    const [error] = await articles().findMany({
      params: { filters: { title: { $between: ["a"] } } },
    });

    assert.deepEqual([error?.name, error?.status], ["HttpError", 500]);
  });
});
