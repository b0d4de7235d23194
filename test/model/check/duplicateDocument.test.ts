import assert from "node:assert/strict";
import { make, makeArticle, openModel, unique } from "../magazine.ts";
import { check, only, some } from "./checking.ts";
import { changeMagazine } from "./database.ts";

const rules = only("duplicate-document");

/** Copies a row as an import that runs twice does. */
const copyRow = (table: string, columns: string, where: string, id: string) =>
  changeMagazine(
    `INSERT INTO ${table} (document_id, created_at, updated_at, published_at, locale, ${columns})
     SELECT document_id, created_at, updated_at, published_at, locale, ${columns} FROM ${table}
     WHERE document_id = ? AND ${where} LIMIT 1`,
    id,
  );

const deleteCopies = (table: string, id: string) =>
  changeMagazine(
    `DELETE FROM ${table} WHERE document_id = ? AND id NOT IN (
       SELECT min(id) FROM ${table} WHERE document_id = ? GROUP BY published_at IS NULL, locale)`,
    id,
    id,
  );

describe("Rule duplicate-document", () => {
  it("rule duplicate-document reports documents that the service has twice in a locale", async () => {
    const model = openModel();
    const [drafts, published, fine] = [
      await makeArticle({}, "status=draft"),
      await makeArticle(),
      await makeArticle(),
    ];
    const tag = await make("tags", { name: unique("Tag") });
    await copyRow("articles", "title", "published_at IS NULL", drafts);
    await copyRow("articles", "title", "published_at IS NOT NULL", published);
    await copyRow("articles", "title", "published_at IS NOT NULL", published);
    await copyRow("tags", "name", "published_at IS NULL", tag);

    const readFindings = async () => [
      ...(await check(model, some(model, "articles", drafts, published, fine), { rules })).findings,
      ...(await check(model, some(model, "tags", tag), { rules })).findings,
    ];
    const before = await readFindings();
    for (const id of [drafts, published]) await deleteCopies("articles", id);
    await deleteCopies("tags", tag);
    const after = await readFindings();

    const rows = before.map(({ severity, address: { id }, ...finding }) => [
      severity,
      id,
      finding.data,
    ]);
    assert.deepEqual(
      new Set(rows.map((row) => JSON.stringify(row))),
      new Set(
        [
          ["error", drafts, { version: "draft", count: 2 }],
          ["error", published, { version: "published", count: 3 }],
          ["error", tag, { version: "draft", count: 2 }],
        ].map((row) => JSON.stringify(row)),
      ),
    );
    assert.equal(before.length, 3);
    assert.ok(!JSON.stringify(before).includes(fine));
    assert.deepEqual(after, []);
  });
});
