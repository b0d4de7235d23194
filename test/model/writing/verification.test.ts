import assert from "node:assert/strict";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import { writtenContentOf, lostIn, verify } from "../../../src/model/writing/verification.ts";
import { kitchen, recipes } from "../kitchen.ts";

const shape = { type: recipes, catalog: kitchen };
const file = (documentId: string) => ({ documentId, name: `${documentId}.jpg` });

const expected: JsonObject = {
  title: "Pie",
  slug: "pie",
  price: "12.50",
  cook: { documentId: "ada", name: "Ada" },
  tags: [{ documentId: "hot" }, { documentId: "sweet" }],
  cover: file("pie"),
  gallery: [file("cup"), file("pie")],
  seo: { id: 3, metaTitle: "Pie", shareImage: file("pie"), canonical: null, keywords: [] },
  links: [
    { id: 1, label: "One", url: "https://one.example" },
    { label: "Two", url: "https://two.example" },
  ],
  sections: [{ __component: "sections.quote", id: 4, text: "Warm", author: { documentId: "ada" } }],
};

const after = (change: JsonObject, isNew = false) =>
  verify(expected, { ...expected, ...change }, { ...shape, isNew });

const reported = (change: JsonObject) =>
  after(change).deviations.map(({ path, isLost }) => `${path}: ${isLost ? "lost" : "changed"}`);

const seo = expected["seo"] as JsonObject;

const without = (name: string, from: JsonObject = expected): JsonObject =>
  Object.fromEntries(Object.entries(from).filter(([key]) => key !== name));

describe("verify", () => {
  it("verify finds nothing when the content is equal except for titles and row ids", () => {
    const links = [
      { id: 11, label: "One", url: "https://one.example" },
      { id: 12, label: "Two", url: "https://two.example", icon: "arrow" },
    ];

    const { deviations, isComparable } = after({ links, cover: { ...file("pie"), id: 7 } });

    assert.deepEqual([deviations, isComparable], [[], true]);
  });

  it("verify finds media, relations, components and entries that are lost", () => {
    const changes: JsonObject[] = [
      { cover: null },
      { gallery: [file("cup")] },
      { cook: null },
      { tags: [{ documentId: "hot" }] },
      { seo: null },
      { seo: { ...seo, shareImage: null } },
      { links: [] },
      { sections: [] },
      { title: null },
    ];

    assert.deepEqual(changes.flatMap(reported), [
      "cover: lost",
      "gallery: lost",
      "cook: lost",
      "tags: lost",
      "seo: lost",
      "seo.shareImage: lost",
      "links: lost",
      "sections: lost",
      "title: lost",
    ]);
  });

  it("verify names a lost relation inside an entry of a dynamic zone", () => {
    const sections = [{ __component: "sections.quote", id: 4, text: "Warm", author: null }];

    assert.deepEqual(reported({ sections }), ["sections[0].author: lost"]);
  });

  it("verify tells changed values from lost ones", () => {
    const changes: JsonObject[] = [
      { slug: "pie-1" },
      { price: 12.5 },
      { price: 13 },
      { tags: [{ documentId: "hot" }, { documentId: "sweet" }, { documentId: "new" }] },
    ];

    assert.deepEqual(changes.flatMap(reported), [
      "slug: changed",
      "price: changed",
      "tags: changed",
    ]);
  });

  it("verify reports another order of media or relations as a change", () => {
    const gallery = [file("pie"), file("cup")];

    assert.deepEqual(reported({ gallery }), ["gallery: changed"]);
  });

  it("verify is not comparable when the answer has fewer or more attributes than the read", () => {
    const withoutCook = without("cook");
    const [quote] = expected["sections"] as JsonObject[];

    const lacking = verify(expected, withoutCook, shape);
    const inside = after({ sections: [without("author", quote)] });
    const richer = verify(withoutCook, expected, shape);

    assert.deepEqual(
      [lacking, inside, richer].map(({ isComparable }) => isComparable),
      [false, false, false],
    );
    assert.deepEqual(lostIn([lacking, inside, richer].flatMap(({ deviations }) => deviations)), []);
  });

  it("verify compares only the given attributes of a new document", () => {
    const given = without("cook");

    const { deviations, isComparable } = verify(given, expected, { ...shape, isNew: true });

    assert.deepEqual([deviations, isComparable], [[], true]);
  });
});

describe("writtenContentOf", () => {
  const sent = { title: "Pie", slug: "pie" };
  const facts = { documentId: "pie", locale: "en" };
  const read = { $: facts, title: "Apple pie", slug: "pie", price: 5, cover: null, links: [] };
  const writtenAfter = (answeredVersion: number | undefined) =>
    writtenContentOf(
      sent,
      { content: read, version: 2 },
      verify(sent, read, shape).deviations,
      answeredVersion,
    );

  it("what a write left is what was read if nobody wrote since the answer", () => {
    assert.deepEqual(writtenAfter(2), read);
  });

  it("what a write left is not what another client wrote before the read, or may have written", () => {
    const ours = { ...read, title: "Pie", price: null };

    assert.deepEqual([writtenAfter(1), writtenAfter(undefined)], [ours, ours]);
  });
});
