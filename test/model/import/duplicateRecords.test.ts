import assert from "node:assert/strict";
import { openModel, unique } from "../magazine.ts";
import { fileOf, linesOf, previewOf, targetOf } from "./files.ts";

describe("Import of records with the same key", () => {
  it("an import rejects 20,000 records with the same key, with the first lines and the count for each", async () => {
    const model = openModel();
    const records = Array.from({ length: 20_000 }, () => ({ content: { readingMinutes: 7 } }));
    const target = targetOf(model, { key: "readingMinutes" });

    const { refused, planned } = await previewOf({ model, source: fileOf(...records), target });

    const said = [refused[0], refused.at(-1)].map((refusal) => refusal?.failure);
    const [code, count] = ["doubled-record", 19_999];
    assert.deepEqual([planned.length, refused.length], [0, 20_000]);
    assert.deepEqual(said, [
      { code, count, lines: [2, 3, 4, 5, 6] },
      { code, count, lines: [1, 2, 3, 4, 5, 6] },
    ]);
  });

  it("an import rejects a relation whose key new documents share, not one shared by locales of a document", async () => {
    const model = openModel();
    const [title, other] = [unique("Tea"), unique("Milk")];
    const source = fileOf(
      { documentId: "a", content: { title } },
      { documentId: "b", content: { title } },
      { documentId: "c", content: { title: other } },
      { documentId: "c", locale: "fr", content: { title: other } },
      { documentId: "d", content: { title: unique("By title"), related: [{ title }] } },
      { documentId: "e", content: { title: unique("By id"), related: [{ documentId: "b" }] } },
      { documentId: "f", content: { title: unique("Other"), related: [{ title: other }] } },
    );
    const target = targetOf(model, {
      key: "documentId",
      relations: new Map([["related", "title"]]),
    });

    const { refused, planned } = linesOf(await previewOf({ model, source, target }));

    assert.deepEqual(refused, [[5, "doubled-target"]]);
    assert.deepEqual(
      planned.map(([line]) => line),
      [1, 2, 3, 4, 6, 7],
    );
  });
});
