import assert from "node:assert/strict";
import type { Filters } from "../../src/client/index.ts";
import { makeUser } from "./made.ts";
import { must, realCms } from "./realCms.ts";
import { ada, bo, cy, longList, ownShelf, unsigned, tagRowId } from "./shelf.ts";
import { facts, itFact } from "../services/facts.ts";

describe("Long filter list", () => {
  const { article, author, tag, find } = ownShelf();

  itFact(
    "a long filter list is ignored by the service without the client, and matches everything",
    async () => {
      const query = longList(101).map((value, index) => `filters[title][$in][${index}]=${value}`);

      const answer = (await must("GET", `/articles?${query.join("&")}`)) as { data: unknown[] };

      assert.ok(answer.data.length > 0);
    },
  );

  itFact(
    "a long filter list is ignored in $or by the service, and rejected by the client",
    async () => {
      const branches = longList(101).map((title) => ({ title }));
      const query = branches.map(({ title }, index) => `filters[$or][${index}][title]=${title}`);

      const answer = (await must("GET", `/articles?${query.join("&")}`)) as { data: unknown[] };
      const [name] = (await find({ $or: branches })) as unknown[];

      assert.deepEqual([answer.data.length > 0, name], [true, "RequestError"]);
    },
  );

  for (const length of [100, 101, 150]) {
    type Row = readonly [sentence: string, filters: () => Filters, found: readonly string[]];
    const some = () => longList(length, article[ada], article[cy]);
    const inRedOrGreen = () => longList(length, tag["red"], tag["green"]);
    const rows: readonly Row[] = [
      ["$in", () => ({ documentId: { $in: some() } }), [ada, cy]],
      ["$notIn", () => ({ documentId: { $notIn: some() } }), [bo, unsigned]],
      ["$in beside another field", () => ({ featured: true, documentId: { $in: some() } }), [ada]],
      [
        "$in beside another operator of the field",
        () => ({ documentId: { $in: some(), $ne: article[cy] } }),
        [ada],
      ],
      [
        "$in beside an $or and an $and",
        () => ({
          documentId: { $in: some() },
          $or: [{ title: ada }, { title: bo }],
          $and: [{ featured: true }],
        }),
        [ada],
      ],
      [
        "$in within $or",
        () => ({ $or: [{ title: unsigned }, { documentId: { $in: some() } }] }),
        [ada, cy, unsigned],
      ],
      ["$in within $not", () => ({ $not: { documentId: { $in: some() } } }), [bo, unsigned]],
      ["$notIn within $not", () => ({ $not: { documentId: { $notIn: some() } } }), [ada, cy]],
      [
        "$in within $not of a field",
        () => ({ documentId: { $not: { $in: some() } } }),
        [bo, unsigned],
      ],
      [
        "two lists of two fields",
        () => ({ documentId: { $in: some() }, title: { $in: longList(101, cy, bo) } }),
        [cy],
      ],
      [
        "$in of a to-one relation",
        () => ({ author: { documentId: { $in: longList(length, author["Ada"], author["Bo"]) } } }),
        [ada, bo],
      ],
      [
        "$notIn of a to-one relation, without documents that have none",
        () => ({ author: { documentId: { $notIn: longList(length, author["Ada"]) } } }),
        [bo, cy],
      ],
      [
        "$in of a relation beside another of its fields",
        () => ({
          author: {
            name: { $startsWith: "Bo" },
            documentId: { $in: longList(length, author["Ada"], author["Bo"]) },
          },
        }),
        [bo],
      ],
      [
        "lists of two relations at once",
        () => ({
          author: { documentId: { $in: longList(101, author["Ada"], author["Bo"]) } },
          tags: { documentId: { $in: longList(101, tag["red"]) } },
        }),
        [ada],
      ],
      [
        "$in of a to-many relation, for any entry",
        () => ({ tags: { documentId: { $in: inRedOrGreen() } } }),
        [ada, bo, cy],
      ],
      [
        "$notIn of a to-many relation, for an entry in no part of the list",
        () => ({ tags: { documentId: { $notIn: inRedOrGreen() } } }),
        [cy],
      ],
      [
        "$in of a to-many relation beside another field, for an entry that has both",
        () => ({
          tags: {
            name: { $startsWith: "green" },
            documentId: { $in: longList(length, tag["red"], tag["blue"]) },
          },
        }),
        [],
      ],
      [
        "$in of a relation of a relation",
        () => ({ author: { articles: { documentId: { $in: some() } } } }),
        [ada, cy],
      ],
      [
        "$in of a relation within $not",
        () => ({ $not: { author: { documentId: { $in: longList(length, author["Ada"]) } } } }),
        [bo, cy],
      ],
    ];
    for (const [sentence, filters, expectedTitles] of facts(rows)) {
      it(`a long filter list of ${length} values works for ${sentence}`, async () => {
        assert.deepEqual(await find(filters()), expectedTitles);
      });
    }
  }

  itFact(
    "a long filter list applies the first, the last and the 100th value of each part",
    async () => {
      const list = longList(250);
      list[0] = ada;
      list[99] = bo;
      list[100] = cy;
      list[249] = unsigned;

      assert.deepEqual(await find({ title: { $in: list } }), [ada, bo, cy, unsigned]);
      assert.deepEqual(await find({ title: { $notIn: list } }), []);
    },
  );

  itFact("a long filter list works with $in for the row ids of a relation", async () => {
    const none = Array.from({ length: 120 }, (_, index) => 9_000_000 + index);

    const foundTitles = await find({ tags: { $in: [...none, await tagRowId(tag["red"])] } });

    assert.deepEqual(foundTitles, [ada, cy]);
  });

  it("a long filter list works in the filters of a populated relation", async () => {
    const [, document] = await realCms()
      .collection<{ tags: { documentId: string }[] }>("articles")
      .find({
        documentId: article[ada] ?? "",
        params: {
          populate: { tags: { filters: { documentId: { $in: longList(150, tag["green"]) } } } },
        },
      });

    assert.deepEqual(
      document?.tags.map(({ documentId }) => documentId),
      [tag["green"]],
    );
  });

  it("a long filter list works for users, in find and in count", async () => {
    const { username } = await makeUser();
    const params = { filters: { username: { $in: longList(101, username) } } };

    const [, users] = await realCms().users().findMany({ params });
    const [, count] = await realCms().users().count({ params });

    assert.deepEqual([users?.map((user) => user.username), count], [[username], 1]);
  });
});
