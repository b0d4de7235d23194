import assert from "node:assert/strict";
import type { Filters } from "../../src/client/index.ts";
import { facts } from "../services/facts.ts";
import { describeService } from "../services/descriptions.ts";
import type { DatabaseKind } from "../services/descriptions.ts";
import { titlesFound } from "./found.ts";
import { makeArticle, makeDocument } from "./made.ts";
import { unique } from "./realCms.ts";

type Titles = readonly string[];
/** `found` lists the titles, or the titles by database if databases return different ones. */
type Row = readonly [sentence: string, filters: Filters, found: Titles | ByDatabase];
type ByDatabase = Readonly<Record<DatabaseKind, Titles>>;
const [tart, pear, quince, cake] = ["Apple tart", "Pear_100%", "Quince", "apple cake"] as const;

/** Sorts a list of titles. Returns an error unchanged. */
const sorted = (titles: unknown): unknown => (Array.isArray(titles) ? titles.toSorted() : titles);

describe("Filter operators", () => {
  const kicker = unique("fruit");
  before(async () => {
    const category = await makeDocument("/categories", { data: { name: `Sweet ${kicker}` } });
    const tags = [await makeTag("warm"), await makeTag("round")];
    const authors = [await makeAuthor("Ada"), await makeAuthor("Bo")];
    const links = [{ label: "Shop", url: "https://example.com/shop" }];
    for (const data of [
      { title: tart, ...valuesOf(5, 3.5, "2024-01-01", true), tags, links, category },
      { title: cake, ...valuesOf(10, 4, "2024-06-01", false), tags: [tags[0]], author: authors[0] },
      {
        title: pear,
        ...valuesOf(15, 4.5, "2025-01-01", true),
        tags: [tags[1]],
        author: authors[1],
      },
      { title: quince, slug: null, featured: null, seo: { metaTitle: "Fruit of autumn" } },
    ]) {
      await makeArticle({ kicker, ...data });
    }
  });
  const makeTag = (name: string) => makeDocument("/tags", { data: { name: `${name} ${kicker}` } });
  const makeAuthor = (name: string) => makeDocument("/authors", { data: { name } });
  const valuesOf = (
    readingMinutes: number,
    rating: number,
    issueDate: string,
    featured: boolean,
  ) => ({
    ...{ readingMinutes, rating, issueDate, featured },
    ...{ embargoUntil: `${issueDate}T06:00:00.000Z`, archiveNumber: String(readingMinutes * 1000) },
  });
  const findsAll = (rows: readonly Row[]) => {
    for (const [sentence, filters, expectedTitles] of facts(rows)) {
      it(sentence, async () => {
        const titles = await titlesFound({ filters: { $and: [{ kicker }, filters] } });

        // Databases sort texts differently. Other tests check the order.
        assert.deepEqual(sorted(titles), sorted(foundHere(expectedTitles)));
      });
    }
  };

  const foundHere = (titles: Titles | ByDatabase): Titles =>
    "sqlite" in titles ? titles[describeService().database] : titles;

  describe("that compare strings", () => {
    findsAll([
      ["a plain value means $eq", { title: tart }, [tart]],
      ["a plain list matches any of its values", { title: [quince, cake] }, [quince, cake]],
      [
        "$eq is case-sensitive, but not on MariaDB",
        { title: { $eq: "apple tart" } },
        { sqlite: [], postgres: [], mariadb: [tart] },
      ],
      ["$eq matches any value of a list", { title: { $eq: [quince, cake] } }, [quince, cake]],
      ["$eqi ignores case", { title: { $eqi: "APPLE TART" } }, [tart]],
      ["$ne matches all other values", { title: { $ne: tart } }, [pear, quince, cake]],
      [
        "$ne is case-sensitive, but not on MariaDB",
        { title: { $ne: "QUINCE" } },
        {
          sqlite: [tart, pear, quince, cake],
          postgres: [tart, pear, quince, cake],
          mariadb: [tart, pear, cake],
        },
      ],
      ["$nei ignores case", { title: { $nei: "QUINCE" } }, [tart, pear, cake]],
      [
        "$lt matches earlier strings, upper case first on SQLite",
        { title: { $lt: "Q" } },
        { sqlite: [tart, pear], postgres: [tart, cake, pear], mariadb: [tart, cake, pear] },
      ],
      [
        "$lte matches earlier and equal strings",
        { title: { $lte: quince } },
        {
          sqlite: [tart, pear, quince],
          postgres: [tart, cake, pear, quince],
          mariadb: [tart, cake, pear, quince],
        },
      ],
      [
        "$gt matches later strings",
        { title: { $gt: quince } },
        { sqlite: [cake], postgres: [], mariadb: [] },
      ],
      [
        "$gte matches later and equal strings",
        { title: { $gte: quince } },
        { sqlite: [quince, cake], postgres: [quince], mariadb: [quince] },
      ],
      ["$in matches any value of a list", { title: { $in: [cake, tart, "Fig"] } }, [tart, cake]],
      ["$in accepts a single value", { title: { $in: quince } }, [quince]],
      ["$in takes a string with commas as one value", { title: { $in: `${tart},${cake}` } }, []],
      ["$notIn matches no value of a list", { title: { $notIn: [cake, tart] } }, [pear, quince]],
    ]);
  });

  describe("that match a part of a string", () => {
    findsAll([
      [
        "$contains ignores case, but not on PostgreSQL",
        { title: { $contains: "APPLE" } },
        { sqlite: [tart, cake], postgres: [], mariadb: [tart, cake] },
      ],
      ["$contains takes % and _ literally", { title: { $contains: "_100%" } }, [pear]],
      ["$contains does not take % as a wildcard", { title: { $contains: "P%r" } }, []],
      [
        "$notContains excludes the matches",
        { title: { $notContains: "apple" } },
        { sqlite: [pear, quince], postgres: [tart, pear, quince], mariadb: [pear, quince] },
      ],
      ["$containsi ignores case", { title: { $containsi: "aPPle" } }, [tart, cake]],
      ["$notContainsi ignores case", { title: { $notContainsi: "aPPle" } }, [pear, quince]],
      [
        "$startsWith ignores case, but not on PostgreSQL",
        { title: { $startsWith: "apple" } },
        { sqlite: [tart, cake], postgres: [cake], mariadb: [tart, cake] },
      ],
      ["$startsWithi ignores case", { title: { $startsWithi: "APPLE" } }, [tart, cake]],
      ["$startsWith does not match the middle", { title: { $startsWith: "tart" } }, []],
      ["$endsWith matches the end", { title: { $endsWith: "tart" } }, [tart]],
      ["$endsWithi ignores case", { title: { $endsWithi: "TART" } }, [tart]],
      [
        "$contains matches any value of a list",
        { title: { $contains: ["tart", "Pear"] } },
        [tart, pear],
      ],
    ]);
  });

  describe("that compare numbers, dates and booleans", () => {
    findsAll([
      ["$eq compares numbers", { readingMinutes: { $eq: 10 } }, [cake]],
      ["$ne excludes a number and empty values", { readingMinutes: { $ne: 10 } }, [tart, pear]],
      ["$lt compares numbers", { rating: { $lt: 4.5 } }, [tart, cake]],
      ["$lte compares numbers", { rating: { $lte: 4 } }, [tart, cake]],
      ["$gt compares numbers", { readingMinutes: { $gt: 5 } }, [pear, cake]],
      ["$gte compares numbers", { readingMinutes: { $gte: 10 } }, [pear, cake]],
      ["$gt and $lt of one field both apply", { readingMinutes: { $gt: 5, $lt: 15 } }, [cake]],
      ["$between includes both ends", { readingMinutes: { $between: [5, 10] } }, [tart, cake]],
      [
        "$between compares dates",
        { issueDate: { $between: ["2024-02-01", "2025-01-01"] } },
        [pear, cake],
      ],
      ["$in compares numbers", { readingMinutes: { $in: [5, 15] } }, [tart, pear]],
      [
        "$notIn excludes numbers and empty values",
        { readingMinutes: { $notIn: [5] } },
        [pear, cake],
      ],
      ["$gte compares dates", { issueDate: { $gte: "2024-06-01" } }, [pear, cake]],
      ["$lt compares times", { embargoUntil: { $lt: "2024-06-01T06:00:00.000Z" } }, [tart]],
      [
        "$lt accepts a Date object",
        { embargoUntil: { $lt: new Date("2024-06-01T06:00:00Z") } },
        [tart],
      ],
      [
        "$gt compares big integers given as strings",
        { archiveNumber: { $gt: "9000" } },
        [pear, cake],
      ],
      ["$eq compares booleans", { featured: { $eq: true } }, [tart, pear]],
      ["$eq takes yes as true", { featured: { $eq: "yes" } }, [tart, pear]],
      ["$ne excludes true and empty values", { featured: { $ne: true } }, [cake]],
    ]);
  });

  describe("that match empty values", () => {
    findsAll([
      ["$null: true matches empty values", { readingMinutes: { $null: true } }, [quince]],
      [
        "$null: false matches other values",
        { readingMinutes: { $null: false } },
        [tart, pear, cake],
      ],
      [
        "$notNull: true matches other values",
        { readingMinutes: { $notNull: true } },
        [tart, pear, cake],
      ],
      ["$notNull: false matches empty values", { readingMinutes: { $notNull: false } }, [quince]],
      ["$eq: null matches empty values", { readingMinutes: { $eq: null } }, [quince]],
      ["$ne: null matches other values", { readingMinutes: { $ne: null } }, [tart, pear, cake]],
      ["a plain null matches empty values", { slug: null }, [quince]],
      [
        "$null matches an empty relation",
        { author: { documentId: { $null: true } } },
        [tart, quince],
      ],
      ["an empty string does not match empty values", { slug: { $eq: "" } }, []],
    ]);
  });

  describe("that combine filters", () => {
    findsAll([
      [
        "$and requires all of them",
        { $and: [{ featured: true }, { title: { $contains: "pple" } }] },
        [tart],
      ],
      [
        "$or requires any of them",
        { $or: [{ title: quince }, { readingMinutes: 5 }] },
        [tart, quince],
      ],
      [
        "$or beside a field requires both",
        { featured: true, $or: [{ title: quince }, { readingMinutes: 5 }] },
        [tart],
      ],
      ["$not negates an object", { $not: { title: quince } }, [tart, pear, cake]],
      ["$not negates an operator", { title: { $not: { $contains: "a" } } }, [quince]],
      [
        "$not negates an $or",
        { $not: { $or: [{ title: tart }, { title: cake }] } },
        [pear, quince],
      ],
      [
        "$and, $or and $not can be nested",
        { $or: [{ $and: [{ featured: true }, { $not: { title: tart } }] }, { title: quince }] },
        [pear, quince],
      ],
    ]);
  });

  describe("that follow a relation, a component or a file", () => {
    findsAll([
      ["match a field of a to-one relation", { author: { name: { $eq: "Ada" } } }, [cake]],
      [
        "match a part of a field of a to-one relation",
        { category: { name: { $contains: kicker } } },
        [tart],
      ],
      [
        "match any entry of a to-many relation",
        { tags: { name: { $startsWith: "warm" } } },
        [tart, cake],
      ],
      [
        "accept $or inside a relation",
        { author: { $or: [{ name: "Ada" }, { name: "Bo" }] } },
        [pear, cake],
      ],
      [
        "match a relation of a relation",
        { category: { articles: { title: { $eq: tart } } } },
        [tart],
      ],
      ["match a field of a component", { seo: { metaTitle: { $startsWith: "Fruit" } } }, [quince]],
      ["match any entry of a repeatable component", { links: { label: { $eq: "Shop" } } }, [tart]],
      ["match a field of a file", { cover: { name: { $notNull: true } } }, []],
    ]);
  });
});
