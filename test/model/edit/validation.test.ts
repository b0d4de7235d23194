import assert from "node:assert/strict";
import type { Json } from "../../../src/model/foundation/json.ts";
import { facts } from "../../services/facts.ts";
import { reported } from "./findings.ts";
import { judgeArticle, ruleArticle, short } from "./rulings.ts";
import type { Ruling } from "./rulings.ts";

type Row = readonly [name: string, ruling: Ruling, values: readonly Json[], code?: string];

const long = (length: number): string => "x".repeat(length);

const rows: readonly Row[] = [
  ["title", "fine", ["Tea", long(160)]],
  ["title", "error", [5, true, ["a"], { a: 1 }], "not-a-text"],
  ["title", "error", [long(161)], "too-long"],
  ["title", "warning", ["", "ab"], "too-short"],
  ["title", "warning", [null], "required"],
  ["summary", "fine", ["", null, long(500)]],
  ["summary", "error", [long(501)], "too-long"],
  ["internalNote", "fine", [long(255)]],
  ["internalNote", "error", [long(256)], "too-long"],
  ["slug", "fine", ["", "A-b_c.d~9", null]],
  ["slug", "error", [5], "not-a-text"],
  ["slug", "warning", ["Ä b", "a/b"], "not-a-slug"],
  ["contactEmail", "fine", ["ada@example.com", "ä@ö.de", "a.b+c@d-e.co.uk", '"a b"@c.de', null]],
  ["contactEmail", "error", [5], "not-a-text"],
  [
    "contactEmail",
    "warning",
    ["", "no", "a@b", "a b@c.de", "a..b@c.de", "a@-b.de"],
    "not-an-email",
  ],
  ["kind", "fine", ["essay", null]],
  ["kind", "error", ["novel", "", "Essay", 5, ["essay"], {}], "not-a-choice"],
  ["featured", "fine", [true, "TRUE", "false", 0, null, [true]]],
  ["featured", "error", ["yes", "", 5, [], {}], "not-a-boolean"],
  ["readingMinutes", "fine", [12, "12", " 1 2 ", "0x10", [5], "5.0", null]],
  ["readingMinutes", "error", ["", "abc", true, {}, []], "not-a-number"],
  ["readingMinutes", "error", [1.5, "2.5"], "not-an-integer"],
  ["readingMinutes", "error", [121], "too-large"],
  ["readingMinutes", "warning", [0, -3], "too-small"],
  ["rating", "fine", [4.5, "4.5", 0, [4]]],
  ["rating", "error", ["4,5", "Infinity", {}], "not-a-number"],
  ["rating", "error", [5.1], "too-large"],
  ["rating", "warning", [-0.1], "too-small"],
  ["archiveNumber", "fine", [12, "9007199254740991", " 12 ", "+5", null]],
  ["archiveNumber", "error", [1.5, "", "x", true, [], {}], "not-an-integer"],
  ["issueDate", "fine", ["2024-02-29", "2024-01-02T10:00:00Z", "2024-01-02junk", null]],
  [
    "issueDate",
    "error",
    ["", "2024-02-30", "2023-02-29", "2024-13-01", "01/02/2024", "x2024-01-01", 20240101, true, []],
    "not-a-date",
  ],
  ["broadcastTime", "fine", ["10:30:00", "23:59:59.5", null]],
  ["broadcastTime", "error", ["", "10:30", "24:00:00", "10:30:00.1234", 5], "not-a-time"],
  ["embargoUntil", "fine", ["2024-01-02T10:00:00+02:00", 0, 1700000000000]],
  ["embargoUntil", "fine", ["2024-01-02", "2024-01-01 10:00", "2024", "12"], "no-time-zone"],
  ["embargoUntil", "fine", ["2024-W01-1", "2024-060", "2024-01-01T24:00"], "no-time-zone"],
  [
    "embargoUntil",
    "error",
    ["", "soon", "2024-02-30", "1/2/2024", "10:00", "2024-366x"],
    "not-a-moment",
  ],
  [
    "embargoUntil",
    "error",
    ["2024-01-01T25:00:00Z", "2024-01-01T10:60", true, {}, []],
    "not-a-moment",
  ],
  ["embargoUntil", "error", ["2024-W54", "2023-366", "2024-01-01T10:00+01:60"], "not-a-moment"],
  ["metadata", "fine", [5, [1, { a: null }], null]],
  ["category", "fine", [null]],
  ["category", "error", [{}, 5, { documentId: "" }, { name: "Tea" }, []], "needs-document-id"],
  ["tags", "fine", [null, []]],
  ["tags", "error", [{ documentId: "abc" }, "abc"], "needs-list"],
  ["tags", "error", [[5], [null], [{}]], "needs-document-id"],
  ["cover", "error", [{ name: "a.jpg" }, 7], "needs-document-id"],
  ["bogus", "error", [1, false], "unknown-key"],
  ["bogus", "fine", [null]],
  ["documentId", "error", ["abc"], "service-owned"],
  ["prequel", "error", [{ documentId: "abc" }], "inverse-side"],
  ["prequel", "fine", [null]],
];

const cases = rows.flatMap(([name, ruling, values, code]) =>
  values.map((value) => [name, ruling, value, code] as const),
);

describe("Validation of attributes", function () {
  this.timeout(60_000);
  for (const [name, ruling, value, code] of facts(cases)) {
    it(`validation agrees with the service on ${name}: ${short(value)} (${ruling === "fine" ? ruling : `${ruling}, ${code ?? ""}`})`, async () => {
      const { said, done, findings } = await ruleArticle({ [name]: value });

      const codes = reported(findings).map((line) => line.split(": ")[1]);
      assert.deepEqual(
        { done, said, codes: [...new Set(codes)] },
        { done: ruling, said: ruling, codes: code === undefined ? [] : [code] },
      );
    });
  }

  it("validation warns, rejects or finds nothing, for every value and without the service", async () => {
    const wrong: unknown[] = [];
    for (const [name, ruling, value, code] of cases) {
      const { said, findings } = await judgeArticle({ [name]: value });
      const codes = [...new Set(reported(findings).map((line) => line.split(": ")[1]))];
      if (said !== ruling || codes.join() !== (code ?? "")) wrong.push([name, value, said, codes]);
    }

    assert.deepEqual(wrong, []);
  });
});
