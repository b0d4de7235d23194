import assert from "node:assert/strict";
import type { Filters } from "../../src/client/index.ts";
import { describeService } from "../services/descriptions.ts";
import type { DatabaseKind } from "../services/descriptions.ts";
import { titlesFound } from "./found.ts";
import { makeArticle, makeDocument } from "./made.ts";
import { unique } from "./realCms.ts";

type Titles = readonly string[];
/** What is found, or what each database finds where they differ. */
type Row = readonly [sentence: string, filters: Filters, found: Titles | ByDatabase];
type ByDatabase = Readonly<Record<DatabaseKind, Titles>>;
const [tart, pear, quince, cake] = ["Apple tart", "Pear_100%", "Quince", "apple cake"] as const;

/** What is no list is an error, and stays as it is. */
const sorted = (titles: unknown): unknown => (Array.isArray(titles) ? titles.toSorted() : titles);

describe("Operators of a filter", () => {
  const kicker = unique("fruit");
  before(async () => {
    const category = await makeDocument("/categories", { data: { name: `Sweet ${kicker}` } });
    const tags = [await makeTag("warm"), await makeTag("round")];
    const authors = [await makeAuthor("Ada"), await makeAuthor("Bo")];
    const links = [{ label: "Shop", url: "https://example.com/shop" }];
    for (const data of [
      { title: tart, ...facts(5, 3.5, "2024-01-01", true), tags, links, category },
      { title: cake, ...facts(10, 4, "2024-06-01", false), tags: [tags[0]], author: authors[0] },
      { title: pear, ...facts(15, 4.5, "2025-01-01", true), tags: [tags[1]], author: authors[1] },
      { title: quince, slug: null, featured: null, seo: { metaTitle: "Fruit of autumn" } },
    ]) {
      await makeArticle({ kicker, ...data });
    }
  });
  const makeTag = (name: string) => makeDocument("/tags", { data: { name: `${name} ${kicker}` } });
  const makeAuthor = (name: string) => makeDocument("/authors", { data: { name } });
  const facts = (readingMinutes: number, rating: number, issueDate: string, featured: boolean) => ({
    ...{ readingMinutes, rating, issueDate, featured },
    ...{ embargoUntil: `${issueDate}T06:00:00.000Z`, archiveNumber: String(readingMinutes * 1000) },
  });
  const findsAll = (rows: readonly Row[]) => {
    for (const [sentence, filters, found] of rows) {
      it(sentence, async () => {
        const titles = await titlesFound({ filters: { $and: [{ kicker }, filters] } });

        // The order of texts differs from database to database, and is the subject of other tests.
        assert.deepEqual(sorted(titles), sorted(foundHere(found)));
      });
    }
  };

  const foundHere = (found: Titles | ByDatabase): Titles =>
    "sqlite" in found ? found[describeService().database] : found;

  describe("that compare a text", () => {
    findsAll([
      ["a bare value is $eq", { title: tart }, [tart]],
      ["a bare list is any of its values", { title: [quince, cake] }, [quince, cake]],
      [
        "$eq tells upper case from lower, but not on MariaDB",
        { title: { $eq: "apple tart" } },
        { sqlite: [], postgres: [], mariadb: [tart] },
      ],
      ["$eq with a list is any of its values", { title: { $eq: [quince, cake] } }, [quince, cake]],
      ["$eqi does not tell upper case from lower", { title: { $eqi: "APPLE TART" } }, [tart]],
      ["$ne is all others", { title: { $ne: tart } }, [pear, quince, cake]],
      [
        "$ne tells upper case from lower, but not on MariaDB",
        { title: { $ne: "QUINCE" } },
        {
          sqlite: [tart, pear, quince, cake],
          postgres: [tart, pear, quince, cake],
          mariadb: [tart, pear, cake],
        },
      ],
      [
        "$nei does not tell upper case from lower",
        { title: { $nei: "QUINCE" } },
        [tart, pear, cake],
      ],
      [
        "$lt comes before, upper case first on SQLite",
        { title: { $lt: "Q" } },
        { sqlite: [tart, pear], postgres: [tart, cake, pear], mariadb: [tart, cake, pear] },
      ],
      [
        "$lte comes before or is the same",
        { title: { $lte: quince } },
        {
          sqlite: [tart, pear, quince],
          postgres: [tart, cake, pear, quince],
          mariadb: [tart, cake, pear, quince],
        },
      ],
      [
        "$gt comes after",
        { title: { $gt: quince } },
        { sqlite: [cake], postgres: [], mariadb: [] },
      ],
      [
        "$gte comes after or is the same",
        { title: { $gte: quince } },
        { sqlite: [quince, cake], postgres: [quince], mariadb: [quince] },
      ],
      ["$in is any of a list", { title: { $in: [cake, tart, "Fig"] } }, [tart, cake]],
      ["$in with one value is that value", { title: { $in: quince } }, [quince]],
      ["$in with commas is one value, not several", { title: { $in: `${tart},${cake}` } }, []],
      ["$notIn is none of a list", { title: { $notIn: [cake, tart] } }, [pear, quince]],
    ]);
  });

  describe("that look for a part of a text", () => {
    findsAll([
      [
        "$contains finds a part, in either case but on PostgreSQL",
        { title: { $contains: "APPLE" } },
        { sqlite: [tart, cake], postgres: [], mariadb: [tart, cake] },
      ],
      ["$contains takes % and _ as they are", { title: { $contains: "_100%" } }, [pear]],
      ["$contains takes no % for anything", { title: { $contains: "P%r" } }, []],
      [
        "$notContains leaves them out",
        { title: { $notContains: "apple" } },
        { sqlite: [pear, quince], postgres: [tart, pear, quince], mariadb: [pear, quince] },
      ],
      ["$containsi finds a part in either case", { title: { $containsi: "aPPle" } }, [tart, cake]],
      ["$notContainsi leaves them out", { title: { $notContainsi: "aPPle" } }, [pear, quince]],
      [
        "$startsWith finds a beginning, in either case but on PostgreSQL",
        { title: { $startsWith: "apple" } },
        { sqlite: [tart, cake], postgres: [cake], mariadb: [tart, cake] },
      ],
      [
        "$startsWithi finds a beginning in either case",
        { title: { $startsWithi: "APPLE" } },
        [tart, cake],
      ],
      ["$startsWith finds no middle", { title: { $startsWith: "tart" } }, []],
      ["$endsWith finds an end", { title: { $endsWith: "tart" } }, [tart]],
      ["$endsWithi finds an end in either case", { title: { $endsWithi: "TART" } }, [tart]],
      [
        "$contains with a list is any of its values",
        { title: { $contains: ["tart", "Pear"] } },
        [tart, pear],
      ],
    ]);
  });

  describe("that compare numbers, dates and flags", () => {
    findsAll([
      ["$eq a number", { readingMinutes: { $eq: 10 } }, [cake]],
      ["$ne a number leaves out what has none", { readingMinutes: { $ne: 10 } }, [tart, pear]],
      ["$lt a number", { rating: { $lt: 4.5 } }, [tart, cake]],
      ["$lte a number", { rating: { $lte: 4 } }, [tart, cake]],
      ["$gt a number", { readingMinutes: { $gt: 5 } }, [pear, cake]],
      ["$gte a number", { readingMinutes: { $gte: 10 } }, [pear, cake]],
      ["$gt and $lt of one field are both meant", { readingMinutes: { $gt: 5, $lt: 15 } }, [cake]],
      ["$between takes both ends in", { readingMinutes: { $between: [5, 10] } }, [tart, cake]],
      [
        "$between of dates",
        { issueDate: { $between: ["2024-02-01", "2025-01-01"] } },
        [pear, cake],
      ],
      ["$in of numbers", { readingMinutes: { $in: [5, 15] } }, [tart, pear]],
      [
        "$notIn of numbers leaves out what has none",
        { readingMinutes: { $notIn: [5] } },
        [pear, cake],
      ],
      ["$gte a date", { issueDate: { $gte: "2024-06-01" } }, [pear, cake]],
      ["$lt a time", { embargoUntil: { $lt: "2024-06-01T06:00:00.000Z" } }, [tart]],
      ["$lt a Date object", { embargoUntil: { $lt: new Date("2024-06-01T06:00:00Z") } }, [tart]],
      [
        "$gt a number too large for a number, as a text",
        { archiveNumber: { $gt: "9000" } },
        [pear, cake],
      ],
      ["$eq true", { featured: { $eq: true } }, [tart, pear]],
      ["$eq a text that means yes is true", { featured: { $eq: "yes" } }, [tart, pear]],
      ["$ne true leaves out what is neither", { featured: { $ne: true } }, [cake]],
    ]);
  });

  describe("that look for nothing", () => {
    findsAll([
      ["$null: true", { readingMinutes: { $null: true } }, [quince]],
      ["$null: false", { readingMinutes: { $null: false } }, [tart, pear, cake]],
      ["$notNull: true", { readingMinutes: { $notNull: true } }, [tart, pear, cake]],
      ["$notNull: false", { readingMinutes: { $notNull: false } }, [quince]],
      ["$eq: null", { readingMinutes: { $eq: null } }, [quince]],
      ["$ne: null", { readingMinutes: { $ne: null } }, [tart, pear, cake]],
      ["a bare null", { slug: null }, [quince]],
      ["$null of a relation", { author: { documentId: { $null: true } } }, [tart, quince]],
      ["the empty text is not nothing", { slug: { $eq: "" } }, []],
    ]);
  });

  describe("that join others", () => {
    findsAll([
      [
        "$and is all of them",
        { $and: [{ featured: true }, { title: { $contains: "pple" } }] },
        [tart],
      ],
      ["$or is any of them", { $or: [{ title: quince }, { readingMinutes: 5 }] }, [tart, quince]],
      [
        "$or beside a field is both",
        { featured: true, $or: [{ title: quince }, { readingMinutes: 5 }] },
        [tart],
      ],
      ["$not turns an object round", { $not: { title: quince } }, [tart, pear, cake]],
      ["$not turns an operator round", { title: { $not: { $contains: "a" } } }, [quince]],
      [
        "$not turns an $or round",
        { $not: { $or: [{ title: tart }, { title: cake }] } },
        [pear, quince],
      ],
      [
        "$and, $or and $not within each other",
        { $or: [{ $and: [{ featured: true }, { $not: { title: tart } }] }, { title: quince }] },
        [pear, quince],
      ],
    ]);
  });

  describe("that follow a relation, a component or a file", () => {
    findsAll([
      ["a to-one relation's field", { author: { name: { $eq: "Ada" } } }, [cake]],
      [
        "a to-one relation's field, by a part",
        { category: { name: { $contains: kicker } } },
        [tart],
      ],
      ["a to-many relation: some of it", { tags: { name: { $startsWith: "warm" } } }, [tart, cake]],
      [
        "$or inside a relation",
        { author: { $or: [{ name: "Ada" }, { name: "Bo" }] } },
        [pear, cake],
      ],
      ["a relation of a relation", { category: { articles: { title: { $eq: tart } } } }, [tart]],
      ["a component's field", { seo: { metaTitle: { $startsWith: "Fruit" } } }, [quince]],
      ["a repeatable component's field: some of it", { links: { label: { $eq: "Shop" } } }, [tart]],
      ["a file's field", { cover: { name: { $notNull: true } } }, []],
    ]);
  });
});
