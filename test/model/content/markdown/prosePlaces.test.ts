import assert from "node:assert/strict";
import { createCatalog } from "../../../../src/model/schemas/catalog.ts";
import {
  fromSegments,
  proseKindAt,
  toSegments,
} from "../../../../src/model/content/markdown/proseField.ts";
import type { ProseFieldPath } from "../../../../src/model/content/markdown/proseField.ts";
import {
  findProse,
  proseFieldsIn,
} from "../../../../src/model/content/markdown/proseFieldsInText.ts";

const richtext = { type: "richtext" };
const catalog = createCatalog({
  contentTypes: [
    {
      uid: "api::page.page",
      schema: {
        kind: "collectionType",
        singularName: "page",
        pluralName: "pages",
        displayName: "Page",
        draftAndPublish: true,
        attributes: {
          title: { type: "string" },
          body: richtext,
          content: { type: "blocks" },
          note: { type: "component", component: "shared.note" },
          notes: { type: "component", component: "shared.note", repeatable: true },
          zone: { type: "dynamiczone", components: ["shared.note", "shared.card"] },
        },
      },
    },
  ],
  components: [
    { uid: "shared.note", schema: { attributes: { text: richtext } } },
    {
      uid: "shared.card",
      schema: { attributes: { note: { type: "component", component: "shared.note" } } },
    },
  ],
  locales: [],
} as unknown as Parameters<typeof createCatalog>[0]);
const shape = { type: catalog.types.get("pages")!, catalog };

const document = {
  title: "Not prose",
  body: "One",
  content: null,
  note: { id: 1, text: "Two" },
  notes: [
    { id: 2, text: "Three" },
    { id: 3, text: "Four" },
  ],
  zone: [
    { __component: "shared.note", id: 2, text: "Five" },
    { __component: "shared.card", id: 2, note: { id: 9, text: "Six" } },
    { __component: "shared.note", text: "Not saved yet" },
  ],
};
const text = JSON.stringify(document, null, 2);

describe("Prose fields", () => {
  it("prose fields are found at any depth, from top to bottom", () => {
    const fields = proseFieldsIn(text, shape);

    assert.deepEqual(
      fields.map(({ label, kind, value }) => [label, kind, value]),
      [
        ["body", "richtext", "One"],
        ["content", "blocks", null],
        ["note.text", "richtext", "Two"],
        ["notes[0].text", "richtext", "Three"],
        ["notes[1].text", "richtext", "Four"],
        ["zone[0].text", "richtext", "Five"],
        ["zone[1].note.text", "richtext", "Six"],
        ["zone[2].text", "richtext", "Not saved yet"],
      ],
    );
  });

  it("prose fields have a path with entry ids, except in an entry without an id", () => {
    const fieldPaths = proseFieldsIn(text, shape).map(({ field }) => {
      const named: ProseFieldPath | undefined = field && fromSegments(toSegments(field));
      return (
        named && [
          toSegments(named).join("/"),
          proseKindAt(named, shape),
          findProse(text, named)?.value,
        ]
      );
    });

    assert.deepEqual(fieldPaths, [
      ["body", "richtext", "One"],
      ["content", "blocks", null],
      ["note/text", "richtext", "Two"],
      ["notes/@2/text", "richtext", "Three"],
      ["notes/@3/text", "richtext", "Four"],
      ["zone/shared.note@2/text", "richtext", "Five"],
      ["zone/shared.card@2/note/text", "richtext", "Six"],
      undefined,
    ]);
  });

  it("prose fields are found by the ids of their entries, in any order", () => {
    const turned = JSON.stringify({ ...document, notes: document.notes.toReversed() });
    const field = fromSegments(["notes", "@2", "text"])!;

    const prose = findProse(turned, field)!;

    const { offset, length } = prose;
    assert.deepEqual([prose.value, turned.slice(offset, offset + length)], ["Three", '"Three"']);
  });

  it("prose fields are returned as parsed JSON when they hold blocks", () => {
    const blocks = [{ type: "paragraph", children: [{ type: "text", text: "Tea" }] }];

    const prose = findProse(JSON.stringify({ content: blocks }), ["content"]);

    assert.deepEqual(prose?.value, blocks);
  });

  it("prose fields are found in a text that ends anywhere", () => {
    const ends = Array.from(text, (_, at) => text.slice(0, at));

    const fieldCounts = ends.map((part) => proseFieldsIn(part, shape).length);

    assert.deepEqual([fieldCounts.at(0), Math.max(...fieldCounts)], [0, 8]);
    assert.deepEqual(
      fieldCounts,
      fieldCounts.toSorted((a, b) => a - b),
    );
  });

  it("prose fields are found next to very long strings and other keys", () => {
    const odd = { title: '"}]\\'.repeat(1_000_000), body: '\\"', extra: { body: "not this" } };

    const proseValues = [odd, { more: ["]", { "}": "{" }], ...odd }].map((all) =>
      proseFieldsIn(JSON.stringify(all), shape).map(({ value }) => value),
    );

    assert.deepEqual(proseValues, [['\\"'], ['\\"']]);
  });

  it("prose fields are not found under a path that doesn't exist", () => {
    const odd = [[], ["@2"], ["notes", "@2"], ["%"], ["notes", "@7", "text"], ["title", "text"]];

    const matches = odd.map((segments) => {
      const field = fromSegments(segments);
      return field && findProse(text, field);
    });

    assert.deepEqual(
      matches,
      odd.map(() => undefined),
    );
  });

  it("prose fields escape characters in their path segments", () => {
    const field: ProseFieldPath = ["a/b", { id: "c@d/e", component: "f/g@h" }, "../i"];

    const segments = toSegments(field);

    assert.deepEqual([segments.length, segments.join().includes("/")], [3, false]);
    assert.deepEqual(fromSegments(segments), field);
  });
});
