import assert from "node:assert/strict";
import { makeArticle } from "./made.ts";
import { articles, realCms, tokens } from "./realCms.ts";
import type { Article } from "./realCms.ts";
import { there, titlesOf } from "./versions.ts";

describe("Specification 7, HTTP failures that it does not show", () => {
  it("no token at all is a ForbiddenError", async () => {
    const [error, ...rest] = await articles("").findMany();

    assert.deepEqual([error?.name, error?.status, ...rest], ["ForbiddenError", 403, null, null]);
  });

  it("a token without the permission is a ForbiddenError, and nothing is written", async () => {
    const documentId = await makeArticle({ title: "Tea" });

    const [error] = await articles(tokens().readOnly).update({
      documentId,
      payload: { data: { title: "Milk" } },
    });

    assert.equal(error?.name, "ForbiddenError");
    assert.deepEqual(await titlesOf(documentId), there("Tea"));
  });

  it("a type that is not there is a NotFoundError", async () => {
    const [error] = await realCms().collection<Article>("bogus").findMany();

    assert.equal(error?.name, "NotFoundError");
  });

  it("an unknown filter is a ValidationError that names the key", async () => {
    const [error] = await articles().findMany({
      params: { filters: { category: { bogus: { $eq: 1 } } } },
    });

    const issues = error?.name === "ValidationError" && error.issues;
    const message = "Invalid key bogus at category";
    assert.deepEqual(issues, [{ path: ["category", "bogus"], message }]);
  });

  it("refused fields are a ValidationError that names each of them", async () => {
    const data = { title: "x", links: [{ label: "Home" }] } as Partial<Article>;

    const [error] = await articles().create({ payload: { data } });

    const issues = error?.name === "ValidationError" ? error.issues : [];
    assert.deepEqual(
      issues.map(({ path }) => path),
      [["title"], ["links", 0, "url"]],
    );
  });

  it("a field that is the service's own is a ValidationError that names it once", async () => {
    const documentId = await makeArticle();
    const data = { createdAt: "2020-01-01" } as Partial<Article>;

    const [error] = await articles().update({ documentId, payload: { data } });

    const issues = error?.name === "ValidationError" ? error.issues : [];
    assert.deepEqual(issues, [{ path: ["createdAt"], message: "Invalid key createdAt" }]);
  });

  it("a document that is too large is a PayloadTooLargeError", async () => {
    const documentId = await makeArticle();

    const [error] = await articles().update({
      documentId,
      payload: { data: { kicker: "x".repeat(2 ** 20) } },
    });

    assert.deepEqual([error?.name, error?.status], ["PayloadTooLargeError", 413]);
  });

  it("a route that takes no such method is an HttpError", async () => {
    const [error] = await realCms()
      .collection<Article>("homepage")
      .create({ payload: { data: {} } });

    assert.deepEqual([error?.name, error?.status], ["HttpError", 405]);
  });

  it("a service that fails is an HttpError", async () => {
    const [error] = await articles().findMany({
      params: { filters: { title: { $between: ["a"] } } },
    });

    assert.deepEqual([error?.name, error?.status], ["HttpError", 500]);
  });
});
