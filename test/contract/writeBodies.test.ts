import assert from "node:assert/strict";
import { untyped } from "./found.ts";
import { makeArticle } from "./made.ts";
import { articles, must, send, sendText } from "./realCms.ts";
import { facts, itFact } from "../services/facts.ts";
import { bothTitles, titlesOf } from "./versions.ts";

describe("Body of a write", () => {
  const bodies: readonly (readonly [sentence: string, text: string | undefined])[] = [
    ["an empty body", undefined],
    ["{}", "{}"],
    ["null as data", '{"data":null}'],
    ["a string as data", '{"data":"Tea"}'],
    ["fields without data", '{"title":"Tea"}'],
    ["a list", "[]"],
  ];
  for (const [sentence, text] of facts(bodies)) {
    it(`the body of a write is rejected by POST and PUT: ${sentence}`, async () => {
      const documentId = await makeArticle();

      const answers = [
        await sendText("POST", "/articles", { text }),
        await sendText("PUT", `/articles/${documentId}`, { text }),
      ];

      const message = 'Missing "data" payload in the request body';
      const error = { status: 400, name: "ValidationError", message, details: {} };
      assert.deepEqual(
        answers.map((answer) => JSON.parse(answer.text) as unknown),
        Array(2).fill({ data: null, error }),
      );
    });
  }

  itFact("the body of a write is rejected as plain text", async () => {
    const headers = { "content-type": "text/plain" };

    const { status } = await sendText("POST", "/articles", { text: "Tea", headers });

    assert.equal(status, 400);
  });

  itFact("the body of a write is rejected with a list, null or undefined as data", async () => {
    for (const data of [[], null, undefined]) {
      const [error, ...dataAndMeta] = await articles().create({ payload: { data: untyped(data) } });

      assert.deepEqual([error?.name, ...dataAndMeta], ["ValidationError", null, null]);
    }
  });

  itFact(
    "the body of a write can have other keys beside data, which the service ignores",
    async () => {
      const { status } = await send("POST", "/articles", { data: { title: "Tea" }, bogus: 1 });

      assert.equal(status, 201);
    },
  );
});

describe("status of a write", () => {
  const params = (status?: string) => (status === undefined ? {} : { params: untyped({ status }) });

  for (const [status, isPublished] of facts([
    [undefined, true],
    ["published", true],
    ["draft", false],
    ["bogus", false],
    ["", false],
  ] as const)) {
    const what = status === undefined ? "no status" : `status "${status}"`;
    it(`create with ${what} ${isPublished ? "publishes" : "does not publish"}`, async () => {
      const [error, document] = await articles().create({
        payload: { data: { title: "Tea" } },
        ...params(status),
      });

      assert.equal(error, null);
      assert.equal(document.publishedAt !== null, isPublished);
      const published = isPublished ? "Tea" : null;
      assert.deepEqual(await titlesOf(document.documentId), { draft: "Tea", published });
    });

    it(`update with ${what} ${isPublished ? "publishes" : "keeps the published version"}`, async () => {
      const documentId = await makeArticle({ title: "Milk" });

      const [error, document] = await articles().update({
        documentId,
        payload: { data: { title: "Tea" } },
        ...params(status),
      });

      assert.equal(error, null);
      assert.equal(document.publishedAt !== null, isPublished);
      const published = isPublished ? "Tea" : "Milk";
      assert.deepEqual(await titlesOf(documentId), { draft: "Tea", published });
    });
  }

  itFact("an update that can't be published does not change the draft", async () => {
    const documentId = await makeArticle({ title: "Tea" });

    const [error] = await articles().update({ documentId, payload: { data: { title: "ab" } } });

    assert.equal(error?.name, "ValidationError");
    assert.deepEqual(await titlesOf(documentId), bothTitles("Tea"));
  });

  itFact("publish copies the draft to a new row, with the same time in both versions", async () => {
    const documentId = await makeArticle({ title: "Milk" });
    await must("PUT", `/articles/${documentId}?status=draft`, { data: { title: "Tea" } });
    const before = await versions(documentId);

    const [error, document] = await articles().publish({ documentId });

    const after = await versions(documentId);
    assert.deepEqual([error, document?.title], [null, "Tea"]);
    assert.deepEqual(await titlesOf(documentId), bothTitles("Tea"));
    assert.deepEqual(
      [
        after.draft.id === before.draft.id,
        after.published.id === before.published.id,
        after.draft.updatedAt === after.published.updatedAt,
        after.draft.updatedAt > before.draft.updatedAt,
        String(after.published.publishedAt) >= after.published.updatedAt,
      ],
      [true, false, true, true, true],
    );
  });

  itFact("publish creates a new row even when nothing changed", async () => {
    const documentId = await makeArticle();
    const before = await versions(documentId);

    await articles().publish({ documentId });

    const after = await versions(documentId);
    assert.notEqual(after.published.id, before.published.id);
  });

  itFact(
    "the status of a write has no value that unpublishes, and neither publishedAt nor an action does",
    async () => {
      const documentId = await makeArticle({ title: "Tea" });
      const at = `/articles/${documentId}`;

      const [error] = await articles().update({
        documentId,
        payload: { data: { publishedAt: null } },
        params: { status: "draft" },
      });
      const actions = [
        await sendText("POST", `${at}/actions/unpublish`, { text: "{}" }),
        await sendText("POST", `${at}/unpublish`, { text: "{}" }),
      ];
      await send("PUT", `${at}?status=unpublished`, { data: {} });

      assert.deepEqual([error, ...actions.map(({ status }) => status)], [null, 405, 405]);
      assert.deepEqual(await titlesOf(documentId), bothTitles("Tea"));
    },
  );
});

interface Version {
  readonly id: number;
  readonly updatedAt: string;
  readonly publishedAt: string | null;
}

async function versions(documentId: string): Promise<{ draft: Version; published: Version }> {
  const version = async (status: string): Promise<Version> => {
    const answer = await must("GET", `/articles/${documentId}?status=${status}`);
    return (answer as { data: Version }).data;
  };
  return { draft: await version("draft"), published: await version("published") };
}
