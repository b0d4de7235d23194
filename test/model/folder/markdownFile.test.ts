import { deepEqual, equal, match, ok } from "node:assert/strict";
import fc from "fast-check";
import { anyCharacter } from "../../support/anyCharacter.ts";
import { contentDigests, folderContent } from "../../../src/model/folder/folderForm.ts";
import { folderCatalog } from "../../../src/model/folder/folderSettings.ts";
import { contentOfMarkdown, toMarkdownFile } from "../../../src/model/folder/markdownFile.ts";
import type { MarkdownFailure } from "../../../src/model/runs/bulkFailure.ts";
import { omit, pick, type JsonObject } from "../../../src/model/foundation/json.ts";
import type { Attributes } from "../../../src/model/schemas/catalog.ts";
import { caseCount } from "../../support/longRun.ts";
import { must, why } from "../outcomes.ts";
import { anySample, isUtf8, oddText } from "../records/anySchema.ts";

const read = (text: string): JsonObject => must(contentOfMarkdown(text, "body"));

/** The content of a front matter. */
const fields = (...lines: readonly string[]): JsonObject =>
  read(["---", ...lines, "---", ""].join("\n"));

const problem = (text: string): string | undefined => {
  const [failure] = contentOfMarkdown(text, "body");
  return failure?.code === "invalid-markdown-file" ? failure.why : failure?.code;
};

const seed = Number(process.env["CMS_SEED"] ?? 20_261_130);

/** Equal values, whatever their line ends and the sign of a zero. */
const same = (value: JsonObject): unknown =>
  JSON.parse(JSON.stringify(value).replaceAll(String.raw`\r\n`, String.raw`\n`));

const anyContent = fc
  .dictionary(
    fc.oneof(fc.constantFrom("title", "body", "yes", "1", "a b"), oddText.filter(isUtf8)),
    fc.oneof(oddText, fc.jsonValue({ maxDepth: 3, stringUnit: anyCharacter })),
    { maxKeys: 5 },
  )
  .map((content) => content as JsonObject);

describe("Markdown files", () => {
  it("a Markdown file has the fields in the front matter and the body below it", () => {
    const content = {
      title: "Tea: in Winter",
      slug: "tea-in-winter",
      rating: 5,
      promoted: true,
      publishDate: "2026-01-31",
      summary: "One.\nTwo.",
      tags: ["tags/winter"],
      seo: { metaTitle: "Tea", keywords: [] },
      body: "# Tea\n\nWhen it is cold.",
    };
    const file = [
      "---",
      'title: "Tea: in Winter"',
      "slug: tea-in-winter",
      "rating: 5",
      "promoted: true",
      'publishDate: "2026-01-31"',
      "summary: |-",
      "  One.",
      "  Two.",
      "tags:",
      "  - tags/winter",
      "seo:",
      "  metaTitle: Tea",
      "  keywords: []",
      "---",
      "",
      "# Tea",
      "",
      "When it is cold.",
      "",
    ].join("\n");
    equal(toMarkdownFile(content, "body"), file);
    deepEqual(read(file), content);
    deepEqual(read(file.replaceAll("\n", "\r\n")), content);
  });

  it("a document of any schema has the same digests after it was written as Markdown and read", () => {
    fc.assert(
      fc.property(anySample, fc.nat(), ({ shape, rows }, choice) => {
        const { catalog } = folderCatalog(shape.catalog, {});
        const attributes: Attributes = catalog.targets.get(shape.type.uid)?.attributes ?? new Map();
        const names = { target: (uid: string, id: string) => `${uid}/${id}`, file: String };
        const body = [...attributes.keys()][choice % (attributes.size || 1)] ?? "none";
        for (const row of rows) {
          const content = folderContent(row, attributes, { catalog, names });
          const file = toMarkdownFile(content, body);
          equal(Buffer.from(file).toString(), file);
          const again = must(contentOfMarkdown(file.replaceAll("\n", "\r\n"), body));
          deepEqual(
            contentDigests(again, attributes, catalog),
            contentDigests(content, attributes, catalog),
          );
          equal(toMarkdownFile(again, body, file), file);
        }
      }),
      { seed, numRuns: caseCount(150) },
    );
  });

  it("a content in a file that had another one reads as it was written", () => {
    fc.assert(
      fc.property(anyContent, anyContent, (earlier, content) => {
        const before = toMarkdownFile(earlier, "body");
        deepEqual(same(read(before)), same(earlier));
        const after = toMarkdownFile(content, "body", before.replace("---\n", "---\n# Mine\n"));
        deepEqual(same(read(after)), same(content));
        const names = Object.keys(earlier);
        // The comment goes with the first field of the front matter.
        if (
          names.length > 0 &&
          names.every((name) => name !== "body" && Object.hasOwn(content, name))
        )
          match(after, /^# Mine$/m);
      }),
      { seed, numRuns: caseCount(300) },
    );
  });

  it("a body stays the text below the front matter, also one that looks like YAML", () => {
    const bodies = [
      "---\na: b\n---",
      "a\n",
      "a\n\n\n",
      "  a",
      "\ta\tb",
      "a: b",
      "a\r\nb",
      "#\u200f א",
    ];
    for (const body of bodies) {
      const file = toMarkdownFile({ title: "Tea", body }, "body");
      match(file, /^---\ntitle: Tea\n---\n\n/);
      equal(read(file)["body"], body.replaceAll("\r\n", "\n"));
    }
  });

  it("a body that would change in a file is in the front matter, and so is an empty one", () => {
    const bodies = ["", " ", "\n", "\na", "a\rb", "a\0b", "a\u2028b", "\ud83c", "<<<<<<< a\nb"];
    for (const body of bodies) {
      const file = toMarkdownFile({ title: "Tea", body }, "body");
      match(file, /^---\ntitle: Tea\nbody: [^]*\n---\n$/);
      equal(read(file)["body"], body);
    }
    equal(toMarkdownFile({ title: "Tea" }, "body"), "---\ntitle: Tea\n---\n");
    deepEqual(read("---\ntitle: Tea\n---\n\n \n\n"), { title: "Tea" });
  });

  it("a plain value is a text unless JSON has it without quotes", () => {
    const values = fields(
      ...["date: 2026-01-31", "time: 12:30:00", "no: no", "zip: 0123", "hex: 0x1f", "plus: +1"],
      ...["big: 9007199254740993", "list: [on, .5, .nan, 1_000]", "empty:", "nothing: ~"],
      ...["is: True", "int: -12", "float: 1.50", "power: 1e3", "quoted: '12'", 'text: "true"'],
    );
    deepEqual(values, {
      ...{ date: "2026-01-31", time: "12:30:00", no: "no", zip: "0123", hex: "0x1f", plus: "+1" },
      ...{ big: "9007199254740993", list: ["on", ".5", ".nan", "1_000"] },
      ...{ empty: null, nothing: null, is: true, int: -12, float: 1.5, power: 1000 },
      ...{ quoted: "12", text: "true" },
    });
    deepEqual(fields("1: a", "0123: b", "true: c", "~: d"), {
      ...{ "1": "a", "0123": "b", true: "c", "~": "d" },
    });
  });

  it("a text has quotes if another reader of YAML could take it for something else", () => {
    const texts = ["no", "Yes", "0123", "12:30:00", "2026-01-31", "1e3", "0x1f", "~", "null", "<<"];
    for (const title of texts)
      equal(toMarkdownFile({ title }, "body"), `---\ntitle: "${title}"\n---\n`);
    equal(toMarkdownFile({ title: "10 Teas" }, "body"), "---\ntitle: 10 Teas\n---\n");
  });

  it("a change keeps the comments, the order and the notation of the other fields", () => {
    const file = [
      "---",
      "# About this article",
      "",
      "slug: 'tea'   # never change it",
      "zip: 0123",
      "# The price",
      "price: 1.50",
      "tags: [tags/a, tags/b]",
      "title: Tea # short",
      "gone: 1",
      "# At the end",
      "---",
      "",
      "Text",
      "",
    ].join("\n");
    const content = omit(read(file), ["gone"]);
    equal(
      toMarkdownFile(
        { ...content, title: "Green Tea", summary: "New", body: "Changed" },
        "body",
        file,
      ),
      [
        "---",
        "# About this article",
        "",
        "slug: 'tea' # never change it",
        "zip: 0123",
        "# The price",
        "price: 1.50",
        "tags: [tags/a, tags/b]",
        "title: Green Tea # short",
        "summary: New",
        "",
        "# At the end",
        "---",
        "",
        "Changed",
        "",
      ].join("\n"),
    );
  });

  it("a file without a content that is certain is refused, with the reason", () => {
    equal(problem("Text\n"), "no-front-matter");
    equal(problem("---\ntitle: Tea\n"), "no-front-matter");
    equal(problem("---\n<<<<<<< HEAD\na: 1\n=======\na: 2\n>>>>>>> b\n---\n"), "conflict");
    equal(problem("---\na: 1\n---\n\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> b\n"), "conflict");
    equal(problem("---\na: &x 1\nb: *x\n---\n"), "anchor");
    equal(problem("---\na: !!str 1\n---\n"), "anchor");
    equal(problem("---\na: !mine\n  b: 1\n---\n"), "anchor");
    equal(problem("---\na: b: c\n---\n"), "invalid-yaml");
    equal(problem("---\na: 1\n...\nb: 2\n---\n"), "invalid-yaml");
    equal(problem("---\n? [a]\n: 1\n---\n"), "invalid-yaml");
    equal(problem("---\n%YAML 1.1\n---\n"), "invalid-yaml");
    equal(problem("---\n- a\n---\n"), "not-an-object");
    equal(problem("---\nbody: a\n---\n\nb\n"), "two-bodies");
    deepEqual(contentOfMarkdown("---\na: 1\nb:\n  c: 1\n  'c': 2\n---\n", "body")[0], {
      ...{ code: "doubled-key", line: 5, column: 3 },
    });
    const [failure] = contentOfMarkdown("---\na: 1\nb: [\n---\n", "body");
    equal((failure as MarkdownFailure & { readonly line: number }).line, 4);
  });

  it("a front matter that would take long or much memory is refused or read in time", () => {
    const startedAt = performance.now();
    const bomb = Array.from(
      { length: 30 },
      (_, at) => `a${at}: &a${at} [*a${at - 1}, *a${at - 1}]`,
    );
    equal(problem(["---", "a: &a-1 x", ...bomb, "---", ""].join("\n")), "anchor");
    ok(why(contentOfMarkdown(`---\na: ${"[".repeat(10_000)}\n---\n`, "body")));
    ok(why(contentOfMarkdown(`---\n${"- ".repeat(5_000)}\n---\n`, "body")));
    const keys = Array.from({ length: 2_000 }, (_, at) => `key${at}: 1`);
    equal(Object.keys(fields(...keys)).length, 2_000);
    const text = "Tea is good.\n".repeat(20_000);
    equal(read(toMarkdownFile({ body: text, summary: text }, "body"))["body"], text);
    ok(performance.now() - startedAt < 10_000);
  });

  it("a key with a line break is written in one way", () => {
    const file = toMarkdownFile({ "a\nb": 1, "c\r\nd": 2 }, "body");
    equal(file, '---\n"a\\nb": 1\n"c\\r\\nd": 2\n---\n');
    equal(toMarkdownFile(read(file), "body", file), file);
  });

  it("a key of a file can't be one that every object has", () => {
    const content = JSON.parse('{"__proto__": {"a": 1}, "constructor": "b"}') as JsonObject;
    const again = read(toMarkdownFile(content, "__proto__"));
    deepEqual(pick(again, ["constructor"]), { constructor: "b" });
    ok(Object.hasOwn(again, "__proto__"));
  });
});
