import assert from "node:assert/strict";
import { errorSummary, untyped } from "./found.ts";
import { makeArticle, makeDocument, makeDraft } from "./made.ts";
import { articles, must, unique } from "./realCms.ts";
import { facts, itFact } from "../services/facts.ts";

interface Row {
  readonly id: number;
  readonly documentId: string;
}
interface Related {
  readonly category: Row | null;
  readonly tags: readonly Row[];
  readonly author: Row | null;
}

describe("Writing relations", () => {
  const rowsByName: Record<string, Row> = {};
  before(async () => {
    for (const [key, path, query] of [
      ...(["red", "green", "blue"] as const).map((name) => [name, "/tags", ""] as const),
      ["draft", "/tags", "?status=draft"],
      ["food", "/categories", ""],
      ["travel", "/categories", ""],
      ["ada", "/authors", ""],
    ] as const) {
      const answer = await must("POST", path + query, { data: { name: unique(key) } });
      rowsByName[key] = (answer as { data: Row }).data;
    }
  });
  const documentIdOf = (key: string): string => rowsByName[key]?.documentId ?? "";
  const idOf = (key: string): number => rowsByName[key]?.id ?? 0;
  const nameOf = (row: Row) =>
    Object.keys(rowsByName).find((key) => documentIdOf(key) === row.documentId) ?? "unknown";

  const related = async (documentId: string, status = "published") => {
    const query = `?status=${status}&populate[0]=tags&populate[1]=category&populate[2]=author`;
    const { data } = (await must("GET", `/articles/${documentId}${query}`)) as { data: Related };
    return {
      tags: data.tags.map(nameOf),
      category: data.category && nameOf(data.category),
      author: data.author && nameOf(data.author),
    };
  };
  /** Updates an article that has the tag red and the category food. */
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
  const acceptedCases: readonly Taken[] = [
    ["accepts a list of documentIds", () => [green(), documentIdOf("blue")], ["green", "blue"]],
    ["accepts one documentId", () => green(), ["green"]],
    ["accepts a list of { documentId }", () => [{ documentId: green() }], ["green"]],
    ["accepts { documentId }", () => ({ documentId: green() }), ["green"]],
    [
      "accepts the result of a read",
      () => [{ ...rowsByName["green"], name: "another" }],
      ["green"],
    ],
    ["connect adds at the end", () => ({ connect: [green()] }), ["red", "green"]],
    [
      "connect adds at the start",
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
    ["disconnect removes", () => ({ disconnect: [documentIdOf("red")] }), []],
    ["set replaces", () => ({ set: [documentIdOf("blue")] }), ["blue"]],
    ["null empties", () => null, []],
    ["an empty list empties", () => [], []],
    ["{} changes nothing", () => ({}), ["red"]],
    ["an object without an identity changes nothing", () => ({ name: "x" }), ["red"]],
    ["the same documentId twice is written once", () => [green(), green()], ["green"]],
  ];
  for (const [sentence, tags, expectedTags] of facts(acceptedCases)) {
    it(`writing a to-many relation: ${sentence}`, async () => {
      const { documentId, error } = await write({ tags: tags() });

      assert.equal(error, null);
      const all = [await related(documentId, "draft"), await related(documentId)];
      assert.deepEqual(
        all.map((version) => version.tags),
        [expectedTags, expectedTags],
      );
    });
  }

  type TakenOne = readonly [sentence: string, category: () => unknown, found: string | null];
  const takenOnes: readonly TakenOne[] = [
    ["accepts a documentId", () => documentIdOf("travel"), "travel"],
    ["accepts a row id, for a type without drafts", () => idOf("travel"), "travel"],
    ["accepts a row id as a string", () => String(idOf("travel")), "travel"],
    ["accepts { id }", () => ({ id: idOf("travel") }), "travel"],
    ["accepts { documentId }", () => ({ documentId: documentIdOf("travel"), name: "x" }), "travel"],
    [
      "takes the last entry of a list",
      () => [documentIdOf("food"), documentIdOf("travel")],
      "travel",
    ],
    ["connect replaces", () => ({ connect: [documentIdOf("travel")] }), "travel"],
    ["disconnect removes", () => ({ disconnect: [documentIdOf("food")] }), null],
    ["set replaces", () => ({ set: [documentIdOf("travel")] }), "travel"],
    ["null empties", () => null, null],
    ["an empty list empties", () => [], null],
    ["{} changes nothing", () => ({}), "food"],
  ];
  for (const [sentence, category, expectedCategory] of facts(takenOnes)) {
    it(`writing a to-one relation: ${sentence}`, async () => {
      const { documentId, error } = await write({ category: category() });

      assert.equal(error, null);
      assert.equal((await related(documentId)).category, expectedCategory);
    });
  }

  type Refused = readonly [sentence: string, data: () => object, message: string];
  const missingMessage =
    "1 relation(s) of type api::tag.tag associated with this entity do not exist";
  const nobody = 'Document with id "nobody", locale "null" not found';
  const refused: readonly Refused[] = [
    ["a missing id", () => ({ tags: [99_999_999] }), missingMessage],
    ["a missing { id }", () => ({ tags: { id: 99_999_999 } }), missingMessage],
    ["a missing id in connect", () => ({ tags: { connect: [99_999_999] } }), missingMessage],
    ["a missing documentId", () => ({ tags: ["nobody"] }), nobody],
    ["a missing documentId of a to-one relation", () => ({ category: "nobody" }), nobody],
    ["a missing documentId in connect", () => ({ tags: { connect: ["nobody"] } }), nobody],
    [
      "an object without an identity in a list",
      () => ({ tags: [{ name: "x" }] }),
      "Invalid relations",
    ],
    [
      "an unknown key",
      () => ({ tags: [{ documentId: documentIdOf("green"), bogus: 1 }] }),
      "Invalid key bogus at tags",
    ],
  ];
  for (const [sentence, data, message] of facts(refused)) {
    it(`writing a relation rejects ${sentence}, and writes nothing`, async () => {
      const { documentId, error } = await write(data());

      assert.deepEqual(errorSummary(error), ["ValidationError", 400, message]);
      const { tags, category } = await related(documentId);
      assert.deepEqual([tags, category], [["red"], "food"]);
    });
  }

  itFact(
    "a relation loses the row id of a published document in the draft, but not its documentId",
    async () => {
      const byId = await write({ tags: [idOf("green")], author: idOf("ada") });
      const byDocumentId = await write({ author: documentIdOf("ada") });

      const { tags, author } = await related(byId.documentId, "draft");
      assert.deepEqual([byId.error, tags, author], [null, [], null]);
      assert.equal((await related(byDocumentId.documentId, "draft")).author, "ada");
    },
  );

  itFact(
    "a relation to a document that was never published is left out of the published version",
    async () => {
      const { documentId, error } = await write({ tags: [documentIdOf("draft")] });

      const all = [await related(documentId, "draft"), await related(documentId)];
      assert.deepEqual([error, all.map(({ tags }) => tags)], [null, [["draft"], []]]);
    },
  );

  itFact("writing an inverse side changes it at once, also in the published versions", async () => {
    const category = await makeDocument("/categories", { data: { name: unique("inverse") } });
    const documentId = await makeDraft({ category });
    await articles().publish({ documentId });

    await must("PUT", `/categories/${category}`, { data: { articles: [] } });

    const all = [await related(documentId, "draft"), await related(documentId)];
    assert.deepEqual(
      all.map((version) => version.category),
      [null, null],
    );
  });
});
