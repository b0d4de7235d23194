import fc from "fast-check";
import type { Json, JsonObject } from "../../../../src/model/foundation/json.ts";
import { odd, tricky } from "./anyText.ts";
import type { Kind } from "./anyText.ts";

const looksOf = (piece: JsonObject): string =>
  ["bold", "italic", "strikethrough", "code"].filter((mark) => mark in piece).join();

/** Consecutive texts. Neighbors have different marks. */
const texts = ({ piece }: Kind): fc.Arbitrary<JsonObject[]> =>
  fc
    .array(piece, { minLength: 1, maxLength: 4 })
    .map((all) => apart(all.filter(({ text }) => text !== "")));

/** Omits each text that has the same marks as the previous one. */
const apart = (all: readonly JsonObject[]): JsonObject[] =>
  all.reduce<JsonObject[]>((pieces, piece) => {
    const last = pieces.at(-1);
    return last && looksOf(last) === looksOf(piece) ? pieces : [...pieces, piece];
  }, []);

const nothing = { type: "text", text: "" };

/** Inline nodes as Strapi's editor stores them, with a text on each side of every link. */
function inlines(kind: Kind): fc.Arbitrary<JsonObject[]> {
  const link = fc
    .record({ url: kind.url, children: texts(kind) })
    .map(({ url, children }): JsonObject => ({
      type: "link",
      url,
      children: children.length > 0 ? children : [nothing],
    }));
  const withLinks: fc.Arbitrary<JsonObject[]> = fc
    .array(fc.tuple(texts(kind), link), { maxLength: 2 })
    .chain((pairs) =>
      texts(kind).map((last) => [
        ...pairs.flatMap(([before, piece]) => [...(before.length > 0 ? before : [nothing]), piece]),
        ...(last.length > 0 ? last : [nothing]),
      ]),
    );
  return fc.oneof(
    { weight: 5, arbitrary: withLinks },
    { weight: 1, arbitrary: fc.constant<JsonObject[]>([nothing]) },
  );
}

function list(kind: Kind, depth: number): fc.Arbitrary<JsonObject> {
  const item = inlines(kind).map((children): JsonObject => ({ type: "list-item", children }));
  const others =
    depth < 2
      ? fc.oneof(
          { weight: 3, arbitrary: item },
          { weight: 1, arbitrary: fc.constant(0).chain(() => list(kind, depth + 1)) },
        )
      : item;
  return fc
    .tuple(fc.constantFrom("ordered", "unordered"), item, fc.array(others, { maxLength: 3 }))
    .map(([format, first, otherItems]) => ({
      type: "list",
      format,
      ...(depth > 0 && { indentLevel: depth }),
      children: [first, ...otherItems],
    }));
}

/** Markdown expresses only two properties of an image. The conversion must keep the others. */
const image = (kind: Kind): fc.Arbitrary<JsonObject> =>
  fc
    .record({
      url: fc.oneof(kind.url, fc.constant("/uploads/tea.png")),
      alternativeText: fc.oneof(fc.constant(null), kind.text(0)),
      width: fc.nat(3),
    })
    .map((file): JsonObject => ({ type: "image", image: file, children: [nothing] }));

const block = (kind: Kind): fc.Arbitrary<JsonObject> =>
  fc.oneof(
    inlines(kind).map((children): JsonObject => ({ type: "paragraph", children })),
    fc
      .tuple(fc.integer({ min: 1, max: 6 }), inlines(kind))
      .map(([level, children]): JsonObject => ({ type: "heading", level, children })),
    inlines(kind).map((children): JsonObject => ({ type: "quote", children })),
    fc
      .tuple(fc.constantFrom(undefined, "plaintext", "js", "c++"), kind.text(0))
      .map(([language, text]): JsonObject => ({
        type: "code",
        ...(language !== undefined && { language }),
        children: [{ type: "text", text }],
      })),
    list(kind, 0),
    image(kind),
  );

/** Blocks that Markdown can express. */
export const sayable = (kind: Kind): fc.Arbitrary<JsonObject[]> =>
  fc.array(block(kind), { minLength: 1, maxLength: 4 });

/** Changes that other clients may have made to a block. */
const spoilers: readonly ((block: JsonObject) => Json)[] = [
  (original) => ({ ...original, alignment: "right" }),
  (original) => ({ ...original, children: [{ type: "text", text: "u", underline: true }] }),
  (original) => ({ ...original, children: [{ type: "text", text: "b", bold: false }] }),
  (original) => ({ ...original, children: [nothing, nothing] }),
  (original) => ({ ...original, children: [{ type: "text", text: "\r\u0000" }] }),
  (original) => ({ ...original, children: [] }),
  (original) => ({ ...original, type: "table" }),
  () => ({ type: "image", image: { width: 1 }, children: [nothing] }),
  () => ({ type: "image", image: { url: "/a.png", alternativeText: 7 }, children: [nothing] }),
  () => ({ type: "image", image: null, children: [nothing] }),
  () => ({
    type: "paragraph",
    children: [{ type: "link", url: "/", rel: "x", children: [nothing] }],
  }),
  () => null,
  () => "text",
];

/** Blocks, some of which Markdown can't express. */
export const anyBlocks: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>(null, [], "text", {}, [null], [[]]),
  fc.array(
    fc
      .tuple(
        block(odd),
        fc.oneof(
          { weight: 4, arbitrary: fc.constant(undefined) },
          { weight: 1, arbitrary: fc.constantFrom(...spoilers) },
        ),
      )
      .map(([original, spoil]) => (spoil ? spoil(original) : original)),
    { maxLength: 4 },
  ),
);

/** Markdown as a user may type it. */
export const anyMarkdown: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: tricky },
      {
        weight: 1,
        arbitrary: fc.constantFrom(
          "\n\n",
          "\n    ",
          "  \n",
          "\n- a\n  - b\n",
          "\n> q\n",
          "[a](b)",
          "**b**",
          "_i_",
          "~~s~~",
          "`c`",
        ),
      },
    ),
    { maxLength: 20 },
  )
  .map((parts) => parts.join(""));
