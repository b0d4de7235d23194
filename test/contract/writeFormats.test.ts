import assert from "node:assert/strict";
import { errorSummary, untyped } from "./found.ts";
import { makeArticle, makeDraft } from "./made.ts";
import { articles, send, unique } from "./realCms.ts";
import type { Article } from "./realCms.ts";
import { facts, itFact } from "../services/facts.ts";

const write = async (data: object, status: "draft" | "published" = "draft") =>
  articles().update({
    documentId: await makeDraft(),
    payload: { data: untyped(data) },
    params: { status },
  });

/** Shortens a value for the title of a test. */
const short = (value: unknown): string => JSON.stringify(value).slice(0, 40);

describe("Written value", () => {
  const rows: readonly (readonly [field: string, written: unknown, read: unknown])[] = [
    ["readingMinutes", 12, 12],
    ["readingMinutes", "12", 12],
    ["rating", "4.5", 4.5],
    ["latitude", "12.5", 12.5],
    ["featured", "true", true],
    ["featured", 1, true],
    ["archiveNumber", 12, "12"],
    ["archiveNumber", "9007199254740991", "9007199254740991"],
    ["issueDate", "2024-01-02", "2024-01-02"],
    ["issueDate", "2024-01-02T10:00:00Z", "2024-01-02"],
    ["broadcastTime", "10:30:00", "10:30:00.000"],
    ["broadcastTime", "10:30:00.5", "10:30:00.500"],
    ["embargoUntil", "2024-01-02", "2024-01-02T00:00:00.000Z"],
    ["embargoUntil", "2024-01-02T10:00:00+02:00", "2024-01-02T08:00:00.000Z"],
    ["metadata", { a: [1, null, "x"] }, { a: [1, null, "x"] }],
    ["metadata", "text", "text"],
    ["metadata", null, null],
    [
      "content",
      [{ type: "paragraph", children: [{ type: "text", text: "Tea" }] }],
      [{ type: "paragraph", children: [{ type: "text", text: "Tea" }] }],
    ],
    ["slug", null, null],
    ["kind", "essay", "essay"],
  ];
  for (const [field, written, read] of facts(rows)) {
    it(`a written ${field}: ${short(written)} is read as ${short(read)}`, async () => {
      const [error, document] = await write({ [field]: written }, "published");

      assert.deepEqual([error, document?.[field as keyof Article]], [null, read]);
    });
  }

  itFact(
    "a written archiveNumber: a number beyond 2^53 loses its last digits on SQLite",
    async () => {
      const [error, document] = await write({ archiveNumber: "9007199254740993" });

      assert.deepEqual(
        [error, (document as object as { archiveNumber: string }).archiveNumber],
        [null, "9007199254740992"],
      );
    },
  );

  itFact("a written content: a string is accepted and lost", async () => {
    const [error, document] = await write({ content: "Tea" });

    assert.deepEqual([error, (document as object as { content: unknown }).content], [null, null]);
  });

  itFact("a written slug: is not derived from the title", async () => {
    const [, document] = await articles().create({ payload: { data: { title: "Tea and milk" } } });

    assert.equal(document?.slug, null);
  });
});

describe("Invalid value", () => {
  const rows: readonly (readonly [field: string, value: unknown, message: string])[] = [
    ["title", 5, "title must be a `string` type, but the final value was: `5`."],
    ["title", "x".repeat(161), "title must be at most 160 characters"],
    ["body", 5, "body must be a `string` type, but the final value was: `5`."],
    ["code", "x".repeat(13), "code must be at most 12 characters"],
    [
      "readingMinutes",
      "abc",
      'readingMinutes must be a `number` type, but the final value was: `NaN` (cast from the value `"abc"`).',
    ],
    ["readingMinutes", 1.5, "readingMinutes must be an integer"],
    ["readingMinutes", 121, "readingMinutes must be less than or equal to 120"],
    ["rating", 6, "rating must be less than or equal to 5"],
    ["archiveNumber", "x", "archiveNumber must be a valid integer"],
    ["featured", "yes", 'featured must be a `boolean` type, but the final value was: `"yes"`.'],
    [
      "kind",
      "bogus",
      "kind must be one of the following values: feature, guide, dispatch, essay, history, ",
    ],
    ["issueDate", "2024-13-01", "Invalid format, expected yyyy-MM-dd"],
    ["issueDate", "01/02/2024", "Invalid format, expected yyyy-MM-dd"],
    ["broadcastTime", "10:30", "Invalid time format, expected HH:mm:ss.SSS"],
    ["broadcastTime", "25:00:00", "Invalid time format, expected HH:mm:ss.SSS"],
    ["embargoUntil", "soon", "Invalid format, expected a timestamp or an ISO date"],
    ["content", [{ type: "bogus" }], "Block node is of invalid type"],
    ["seo", "x", 'seo must be a `object` type, but the final value was: `"x"`.'],
    ["links", null, "links must be a `array` type, but the final value was: `null`."],
    ["sections", null, "sections must be a `array` type, but the final value was: `null`."],
  ];
  for (const [field, value, message] of facts(rows)) {
    it(`an invalid value is rejected for a draft and for a published version: ${field}: ${short(value)}`, async () => {
      const refused = ["ValidationError", 400, message];

      assert.deepEqual(
        [
          errorSummary((await write({ [field]: value }))[0]),
          errorSummary((await write({ [field]: value }, "published"))[0]),
        ],
        [refused, refused],
      );
    });
  }
});

describe("Invalid value of a draft", () => {
  const rows: readonly (readonly [field: string, value: unknown, message: string])[] = [
    ["title", null, "title must be a `string` type, but the final value was: `null`."],
    ["title", "ab", "title must be at least 3 characters"],
    ["readingMinutes", 0, "readingMinutes must be greater than or equal to 1"],
    ["contactEmail", "no", "contactEmail must be a valid email"],
    ["slug", "Ä b", 'slug must match the following: "/^[A-Za-z0-9-_.~]*$/"'],
  ];
  for (const [field, value, message] of facts(rows)) {
    it(`an invalid value of a draft is rejected when it is published: ${field}: ${short(value)}`, async () => {
      const documentId = await makeDraft({ [field]: value });

      const [error] = await articles().publish({ documentId });

      const issues = error?.name === "ValidationError" && error.issues;
      assert.deepEqual(
        [errorSummary(error), issues],
        [["ValidationError", 400, message], [{ path: [field], message }]],
      );
    });
  }

  itFact("a draft is rejected when it is published: a required field of a component", async () => {
    const documentId = await makeDraft({ links: [{ label: "a" }], seo: { noIndex: true } });

    const [error] = await articles().publish({ documentId });

    const issues = error?.name === "ValidationError" ? error.issues : [];
    assert.deepEqual(issues.map(({ path }) => path.join()).sort(), [
      "links,0,url",
      "seo,metaTitle",
    ]);
  });

  itFact("a draft is rejected when it is published: a duplicate of a unique value", async () => {
    const code = unique("c").slice(-12);
    await makeArticle({ code });
    const documentId = await makeDraft({ code });

    const [error] = await articles().publish({ documentId });

    assert.deepEqual(errorSummary(error), [
      "ValidationError",
      400,
      "This attribute must be unique",
    ]);
  });

  it("an invalid value is rejected at once in a type without drafts", async () => {
    const { body } = await send("POST", "/categories?status=draft", { data: {} });

    const { error } = body as { error: { name: string; message: string } };
    assert.deepEqual(
      [error.name, error.message.startsWith("name must be")],
      ["ValidationError", true],
    );
  });
});

describe("Write-only field", () => {
  for (const field of facts(["internalNote", "previewPassword"])) {
    it(`the write-only field ${field} is in no answer to a write or a read`, async () => {
      const [error, document] = await write({ [field]: "secret-secret" }, "published");

      const [, savedArticle] = await articles().find({ documentId: document?.documentId ?? "" });
      assert.deepEqual(
        [error, field in (document ?? {}), field in (savedArticle ?? {})],
        [null, false, false],
      );
    });
  }

  itFact(
    "a write-only field accepts a password that is shorter than its attribute allows",
    async () => {
      const [error] = await write({ previewPassword: "short" }, "published");

      assert.equal(error, null);
    },
  );
});
