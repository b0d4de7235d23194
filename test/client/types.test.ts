import assert from "node:assert/strict";
import type { Cms, CmsUser } from "../../src/client/index.ts";
import { json } from "../support/loopback.ts";
import { loopbackCms } from "./loopbackCms.ts";
import type { Article } from "./loopbackCms.ts";

interface Editor extends CmsUser {
  readonly motto: string;
}

/** Never called: what the compiler says of it is the test. */
export async function whatTheTypesRefuse(cms: Cms): Promise<void> {
  const users = cms.users();
  const articles = cms.collection<Article>("articles");

  // @ts-expect-error -- a user has no locale
  await users.findMany({ params: { locale: "fr" } });
  // @ts-expect-error -- a user has no draft
  await users.findMany({ params: { status: "draft" } });
  // @ts-expect-error -- the search is no parameter of the user routes
  await users.findMany({ params: { _q: "ada" } });
  // @ts-expect-error -- a user has no locale
  await users.find({ id: 1, params: { locale: "fr" } });
  // @ts-expect-error -- a user has no draft
  await users.me({ params: { status: "draft" } });
  // @ts-expect-error -- the search is no parameter of the user routes
  await users.count({ params: { _q: "ada" } });
  // A variable is no way round, although it may have other keys.
  const asked = { fields: ["email"], locale: "fr", more: 1 };
  // @ts-expect-error -- a user has no locale
  await users.findMany({ params: asked });
  // @ts-expect-error -- users are addressed by their numeric id
  await users.find({ id: "tea1" });
  // @ts-expect-error -- a user type has what every user has
  cms.users<{ motto: string }>();
  // @ts-expect-error -- pages and offset are not mixed
  await articles.findMany({ params: { pagination: { page: 1, limit: 2 } } });
  // @ts-expect-error -- there is no such status
  await articles.findMany({ params: { status: "modified" } });
  // @ts-expect-error -- publishing has its own status
  await articles.publish({ documentId: "tea1", params: { status: "draft" } });
  // @ts-expect-error -- the payload is wrapped in data
  await articles.create({ payload: { title: "Tea" } });
  // @ts-expect-error -- an article has no such field
  await articles.create({ payload: { data: { titel: "Tea" } } });
  // @ts-expect-error -- the documentId is the service's to give
  await articles.create({ payload: { data: { documentId: "tea1" } } });
  // @ts-expect-error -- an upsert must say which document it means
  await articles.upsert({ payload: { data: { title: "Tea" } } });
}

describe("The types of the client", () => {
  const at = loopbackCms();

  it("give a document the type that is asked for", async () => {
    at.service.answer(json({ data: { documentId: "tea1", title: "Tea" } }));

    const [error, article] = await at.cms
      .collection<Article>("articles")
      .find({ documentId: "tea1" });
    // No error: the document is there, and has a title.
    const title: string | null = error ? null : article.title;

    assert.equal(title, "Tea");
  });

  it("give a user the type that is asked for", async () => {
    at.service.answer(json({ id: 1, motto: "Slowly" }));

    const [error, editor] = await at.cms.users<Editor>().me();
    const motto: string | null = error ? null : editor.motto;

    assert.equal(motto, "Slowly");
  });

  it("give an error the fields of its name", async () => {
    at.service.answer(json({ error: { message: "No", details: { key: "x" } } }, 400));

    const [error] = await at.cms.users().findMany();
    const paths = error?.name === "ValidationError" ? error.issues.map(({ path }) => path) : [];

    assert.deepEqual(paths, [["x"]]);
  });
});
