import assert from "node:assert/strict";
import { errorSummary, untyped } from "./found.ts";
import { makeDraft } from "./made.ts";
import { articles, must, realCms } from "./realCms.ts";
import { itFact } from "../services/facts.ts";

type Part = Readonly<Record<string, unknown>>;

const draft = { status: "draft" } as const;

describe("Writing back the result of a read", () => {
  const systemKeys = ["id", "documentId", "createdAt", "updatedAt", "localizations"];
  type Row = Readonly<Record<string, unknown>> & { readonly documentId: string };
  const content = (row: Row): object =>
    Object.fromEntries(
      Object.entries(row)
        .filter(([key]) => !systemKeys.includes(key))
        .map(([key, value]) => [key, key === "sections" ? (value as Part[]).map(ordered) : value]),
    );
  const ordered = ({ __component, ...fields }: Part) => ({ __component, ...fields });
  const rows = () => realCms().collection<Row>("articles");

  it("writing back a read changes only the time without the keys that the service sets", async () => {
    const params = { ...draft, sort: ["documentId"], pagination: { pageSize: 5 } };
    const [, documents] = await rows().findMany({ params });
    // Reads each document just before it is written, because the write of a related document can change it.
    const read = (documentId: string) =>
      rows().find({ documentId, params: { ...draft, populate: "*" } });

    for (const { documentId } of documents ?? []) {
      const [unread, row] = await read(documentId);
      assert.equal(unread, null);
      const [error] = await rows().update({
        documentId,
        payload: { data: content(row) },
        params: draft,
      });
      const [, after] = await read(documentId);
      assert.deepEqual([error, after && content(after)], [null, content(row)]);
    }
    assert.equal(documents?.length, 5);
  });

  itFact("writing back a read is rejected with the keys that the service sets", async () => {
    const documentId = await makeDraft();
    const asRead = (await must("GET", `/articles/${documentId}?status=draft`)) as { data: object };

    const [error] = await articles().update({
      documentId,
      payload: { data: untyped(asRead.data) },
      params: draft,
    });

    assert.deepEqual(errorSummary(error), ["ValidationError", 400, "Invalid key id"]);
  });
});
