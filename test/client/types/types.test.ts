import assert from "node:assert/strict";
import type { CmsUser } from "../../../src/client/index.ts";
import { json } from "../../support/loopback.ts";
import { loopbackCms } from "../loopbackCms.ts";

interface Article {
  readonly documentId: string;
  readonly title: string;
}

interface Editor extends CmsUser {
  readonly motto: string;
}

describe("Client types", () => {
  const at = loopbackCms();

  it("client types give a document the requested type", async () => {
    at.service.answer(json({ data: { documentId: "tea1", title: "Tea" } }));

    const [error, article] = await at.cms
      .collection<Article>("articles")
      .find({ documentId: "tea1" });
    // Without an error, the document exists and has a title.
    const title: string | null = error ? null : article.title;

    assert.equal(title, "Tea");
  });

  it("client types give a user the requested type", async () => {
    at.service.answer(json({ id: 1, motto: "Slowly" }));

    const [error, editor] = await at.cms.users<Editor>().me();
    const motto: string | null = error ? null : editor.motto;

    assert.equal(motto, "Slowly");
  });

  it("client types give an error the fields of its name", async () => {
    at.service.answer(json({ error: { message: "No", details: { key: "x" } } }, 400));

    const [error] = await at.cms.users().findMany();
    const paths = error?.name === "ValidationError" ? error.issues.map(({ path }) => path) : [];

    assert.deepEqual(paths, [["x"]]);
  });
});
