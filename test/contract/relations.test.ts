import assert from "node:assert/strict";
import { said, untyped } from "./found.ts";
import { makeArticle, makeDocument, makeDraft } from "./made.ts";
import { articles, must, unique } from "./realCms.ts";

interface Row {
  readonly id: number;
  readonly documentId: string;
}
interface Related {
  readonly category: Row | null;
  readonly tags: readonly Row[];
  readonly author: Row | null;
}

describe("Relations of a write", () => {
  const kept: Record<string, Row> = {};
  before(async () => {
    for (const [key, path, query] of [
      ...(["red", "green", "blue"] as const).map((name) => [name, "/tags", ""] as const),
      ["draft", "/tags", "?status=draft"],
      ["food", "/categories", ""],
      ["travel", "/categories", ""],
      ["ada", "/authors", ""],
    ] as const) {
      const answer = await must("POST", path + query, { data: { name: unique(key) } });
      kept[key] = (answer as { data: Row }).data;
    }
  });
  const documentIdOf = (key: string): string => kept[key]?.documentId ?? "";
  const idOf = (key: string): number => kept[key]?.id ?? 0;
  const nameOf = (row: Row) =>
    Object.keys(kept).find((key) => documentIdOf(key) === row.documentId) ?? "unknown";

  const related = async (documentId: string, status = "published") => {
    const query = `?status=${status}&populate[0]=tags&populate[1]=category&populate[2]=author`;
    const { data } = (await must("GET", `/articles/${documentId}${query}`)) as { data: Related };
    return {
      tags: data.tags.map(nameOf),
      category: data.category && nameOf(data.category),
      author: data.author && nameOf(data.author),
    };
  };
  /** Writes on an article that has a red tag and the category food. */
  const write = async (data: object) => {
    const has = { tags: [documentIdOf("red")], category: documentIdOf("food") };
    const documentId = await makeArticle(has);
    const [error] = await articles().update({
      documentId,
      payload: { data: untyped(data) },
    });
    return { documentId, error };
  };

  type Taken = readonly [sentence: string, tags: () => unknown, found: readonly string[]];
  const green = () => documentIdOf("green");
  const taken: readonly Taken[] = [
    ["a list of documentIds", () => [green(), documentIdOf("blue")], ["green", "blue"]],
    ["one documentId", () => green(), ["green"]],
    ["a list of { documentId }", () => [{ documentId: green() }], ["green"]],
    ["{ documentId }", () => ({ documentId: green() }), ["green"]],
    ["what a read gave", () => [{ ...kept["green"], name: "another" }], ["green"]],
    ["connect adds at the end", () => ({ connect: [green()] }), ["red", "green"]],
    [
      "connect adds at the start where that is asked",
      () => ({ connect: [{ documentId: green(), position: { start: true } }] }),
      ["green", "red"],
    ],
    [
      "connect adds before another",
      () => ({
        connect: [{ documentId: green(), position: { before: documentIdOf("red") } }],
      }),
      ["green", "red"],
    ],
    ["disconnect takes away", () => ({ disconnect: [documentIdOf("red")] }), []],
    ["set replaces", () => ({ set: [documentIdOf("blue")] }), ["blue"]],
    ["null empties", () => null, []],
    ["an empty list empties", () => [], []],
    ["{} changes nothing", () => ({}), ["red"]],
    ["an object with no identity changes nothing", () => ({ name: "x" }), ["red"]],
    ["the same twice is once", () => [green(), green()], ["green"]],
  ];
  for (const [sentence, tags, found] of taken) {
    it(`to-many: ${sentence}`, async () => {
      const { documentId, error } = await write({ tags: tags() });

      assert.equal(error, null);
      const all = [await related(documentId, "draft"), await related(documentId)];
      assert.deepEqual(
        all.map((one) => one.tags),
        [found, found],
      );
    });
  }

  type TakenOne = readonly [sentence: string, category: () => unknown, found: string | null];
  const takenOnes: readonly TakenOne[] = [
    ["a documentId", () => documentIdOf("travel"), "travel"],
    ["a row's id, of a type without drafts", () => idOf("travel"), "travel"],
    ["a row's id as a text", () => String(idOf("travel")), "travel"],
    ["{ id }", () => ({ id: idOf("travel") }), "travel"],
    ["{ documentId }", () => ({ documentId: documentIdOf("travel"), name: "x" }), "travel"],
    ["a list: the last", () => [documentIdOf("food"), documentIdOf("travel")], "travel"],
    ["connect", () => ({ connect: [documentIdOf("travel")] }), "travel"],
    ["disconnect", () => ({ disconnect: [documentIdOf("food")] }), null],
    ["set", () => ({ set: [documentIdOf("travel")] }), "travel"],
    ["null", () => null, null],
    ["an empty list", () => [], null],
    ["{} changes nothing", () => ({}), "food"],
  ];
  for (const [sentence, category, found] of takenOnes) {
    it(`to-one: ${sentence}`, async () => {
      const { documentId, error } = await write({ category: category() });

      assert.equal(error, null);
      assert.equal((await related(documentId)).category, found);
    });
  }

  type Refused = readonly [sentence: string, data: () => object, message: string];
  const gone = "1 relation(s) of type api::tag.tag associated with this entity do not exist";
  const nobody = 'Document with id "nobody", locale "null" not found';
  const refused: readonly Refused[] = [
    ["an id that is not there", () => ({ tags: [99_999_999] }), gone],
    ["an { id } that is not there", () => ({ tags: { id: 99_999_999 } }), gone],
    ["an id to connect that is not there", () => ({ tags: { connect: [99_999_999] } }), gone],
    ["a documentId that is not there", () => ({ tags: ["nobody"] }), nobody],
    ["a documentId of a to-one that is not there", () => ({ category: "nobody" }), nobody],
    [
      "a documentId to connect that is not there",
      () => ({ tags: { connect: ["nobody"] } }),
      nobody,
    ],
    [
      "an object with no identity in a list",
      () => ({ tags: [{ name: "x" }] }),
      "Invalid relations",
    ],
    [
      "an unknown key",
      () => ({ tags: [{ documentId: documentIdOf("green"), bogus: 1 }] }),
      "Invalid key bogus at tags",
    ],
  ];
  for (const [sentence, data, message] of refused) {
    it(`${sentence} is refused, and nothing is written`, async () => {
      const { documentId, error } = await write(data());

      assert.deepEqual(said(error), ["ValidationError", 400, message]);
      const { tags, category } = await related(documentId);
      assert.deepEqual([tags, category], [["red"], "food"]);
    });
  }

  it("the row id of a published document ends as nothing in the draft: documentIds don't", async () => {
    const byId = await write({ tags: [idOf("green")], author: idOf("ada") });
    const byDocumentId = await write({ author: documentIdOf("ada") });

    const { tags, author } = await related(byId.documentId, "draft");
    assert.deepEqual([byId.error, tags, author], [null, [], null]);
    assert.equal((await related(byDocumentId.documentId, "draft")).author, "ada");
  });

  it("a document that was never published is left out of the published version", async () => {
    const { documentId, error } = await write({ tags: [documentIdOf("draft")] });

    const all = [await related(documentId, "draft"), await related(documentId)];
    assert.deepEqual([error, all.map(({ tags }) => tags)], [null, [["draft"], []]]);
  });

  it("an inverse side is written at once, into the published versions too", async () => {
    const category = await makeDocument("/categories", { data: { name: unique("inverse") } });
    const documentId = await makeDraft({ category });
    await articles().publish({ documentId });

    await must("PUT", `/categories/${category}`, { data: { articles: [] } });

    const all = [await related(documentId, "draft"), await related(documentId)];
    assert.deepEqual(
      all.map((one) => one.category),
      [null, null],
    );
  });
});
