import assert from "node:assert/strict";
import type { Format } from "../../../src/model/records/recordFormat.ts";
import { positionOfElement } from "../../../src/model/records/jsonReader.ts";
import { maxRecordLength } from "../../../src/model/records/rawRecord.ts";
import { readAll, holds } from "./readings.ts";
import type { Case } from "./readings.ts";

const mark = "\u{feff}";
const tea = { title: "Tea" };
const cake = { title: "Cake" };
const flaw = (line: number, code: string, more: object = {}) => ({
  line,
  failure: { code, ...more },
});
const invalid = (line: number, column: number, at = line) =>
  flaw(at, "invalid-json", { line, column });

describe("Record readers", () => {
  it("the position of a record in a JSON array is found by its number, also in a text that ends early", () => {
    assert.deepEqual(positionOfElement('[{"title":"Tea"},\n  {"title":"Cake"}]', 2), {
      line: 2,
      column: 3,
    });
    assert.deepEqual(positionOfElement('[{"title":"Tea"}, {"title":', 2), { line: 1, column: 19 });
  });

  it("record readers read NDJSON, JSON and CSV, with the line of each record", async () => {
    const both = [
      { line: 1, value: tea },
      { line: 2, value: cake },
    ];

    await holds({
      lines: ["ndjson", '{"title":"Tea"}\n{"title":"Cake"}\n', both],
      "lines with CRLF": ["ndjson", `${mark}{"title":"Tea"}\r\n{"title":"Cake"}`, both],
      "an array on lines": ["json", '[{"title":"Tea"},\n{"title":"Cake"}]\n', both],
      "a formatted array": [
        "json",
        `${mark}\n[\r\n  {\r\n    "title": "Tea"\r\n  },\r\n  {\r\n    "title": "Cake"\r\n  }\r\n]`,
        both,
      ],
      "brackets in strings": [
        "json",
        '[{"title":"a\\"],[{\\\\"},{"title":"\\\\"}]',
        [
          { line: 1, value: { title: 'a"],[{\\' } },
          { line: 2, value: { title: "\\" } },
        ],
      ],
      "a table": [
        "csv",
        "title,n\nTea,1\nCake,\n",
        [
          { line: 2, value: { title: "Tea", n: "1" } },
          { line: 3, value: { title: "Cake", n: null } },
        ],
      ],
      "a table with CRLF, line breaks, quotes and empty cells": [
        "csv",
        `${mark}title,n\r\n"Tea,\r\n""hot""\r\n",""\r\n\r\nCake,2`,
        [
          { line: 2, value: { title: 'Tea,\r\n"hot"\r\n', n: "" } },
          { line: 6, value: { title: "Cake", n: "2" } },
        ],
      ],
      "a table with semicolons": [
        "csv",
        '"title, short";n\nTea;1,5\n',
        [{ line: 2, value: { "title, short": "Tea", n: "1,5" } }],
      ],
      "a table with CR line ends": [
        "csv",
        'title,n\rTea,1\r\r"Ca\rke",2',
        [
          { line: 2, value: { title: "Tea", n: "1" } },
          { line: 4, value: { title: "Ca\rke", n: "2" } },
        ],
      ],
      "a table with a carriage return in a cell": [
        "csv",
        "title,n\nTea\r,1\n",
        [{ line: 2, value: { title: "Tea\r", n: "1" } }],
      ],
      "a column without a name": [
        "csv",
        "title,\nTea,1\n",
        [{ line: 2, value: { title: "Tea", "#2": "1" } }],
      ],
      "no lines": ["ndjson", "\n \n", []],
      "an empty array": ["json", " [ ] ", []],
      "a table with a header only": ["csv", "title,n\n", []],
    });
  });

  it("record readers report each malformed record, and continue with the next one", async () => {
    await holds({
      lines: [
        "ndjson",
        '{"title":"Tea"}\n{"title":\n{"title":"A","title":"B"}\n{"n":90071992547409931}\n[1]\n{"title":"Cake"}',
        [
          { line: 1, value: tea },
          invalid(2, 10),
          flaw(3, "doubled-key", { line: 3, column: 14 }),
          flaw(4, "rounded-number", { line: 4, column: 6 }),
          flaw(5, "not-a-record"),
          { line: 6, value: cake },
        ],
      ],
      "an array": [
        "json",
        '[ 5,\n\n  {"title": "A",\n   "title": "B"}, {"title":"Cake"}]',
        [
          flaw(1, "not-a-record"),
          flaw(2, "doubled-key", { line: 4, column: 4 }),
          { line: 3, value: cake },
        ],
      ],
      "a table": [
        "csv",
        "title,n\nTea\nCake,2,3\nCake,2\n",
        [
          flaw(2, "cell-count", { cells: 1, columns: 2 }),
          flaw(3, "cell-count", { cells: 3, columns: 2 }),
          { line: 4, value: { title: "Cake", n: "2" } },
        ],
      ],
    });
  });

  it("record readers reject a record that is nested too deeply, and continue with the next one", async () => {
    const deep = `{"a":${"[".repeat(6_000)}${"]".repeat(6_000)}}`;
    const refused = (line: number, flawLine: number, column: number) =>
      flaw(line, "too-deep", { line: flawLine, column });

    await holds({
      lines: [
        "ndjson",
        `${deep}\n{"title":"Tea"}`,
        [refused(1, 1, 1_005), { line: 2, value: tea }],
      ],
      "an array": [
        "json",
        `[{"title":"Tea"},${deep}]`,
        [{ line: 1, value: tea }, refused(2, 1, 1_022)],
      ],
    });
  });

  it("record readers stop at a syntax error after which no record can be found, and return the records before it", async () => {
    const first = { line: 1, value: tea };

    await holds({
      "an unterminated record": ["json", '[{"title":"Tea"},\n{"title":', [first, invalid(2, 10)]],
      "an unterminated array": ["json", '[{"title":"Tea"}', [invalid(1, 17)]],
      "an unterminated string": [
        "json",
        '[{"title":"Tea"},\n{"title":"Ca\n},{"title":"Cake"}]',
        [first, invalid(2, 10)],
      ],
      "a missing comma": ["json", '[{"title":"Tea"} {"title":"Cake"}]', [invalid(1, 18)]],
      "a trailing comma": ["json", '[{"title":"Tea"},]', [first, invalid(1, 18, 2)]],
      "a wrong bracket": ["json", '[{"title":"Tea"}}', [invalid(1, 17)]],
      "text after the array": ["json", '[{"title":"Tea"}]\n[]', [first, invalid(2, 1)]],
      "no array": ["json", '{"data":[]}', [flaw(1, "not-a-list")]],
      "no text": ["json", " ", [flaw(1, "not-a-list")]],
      "a quote in a cell": [
        "csv",
        'title\nTea\nCa"ke\nTea\n',
        [{ line: 2, value: tea }, flaw(3, "wrong-quotes")],
      ],
      "an unterminated quote": [
        "csv",
        'title\nTea\n"Cake\nTea\n',
        [{ line: 2, value: tea }, flaw(3, "wrong-quotes")],
      ],
      "two columns with the same name": [
        "csv",
        "n,title,n\n1,Tea,2\n",
        [flaw(1, "doubled-column", { name: "n" })],
      ],
      "bytes of another encoding": [
        "ndjson",
        Buffer.from('{"title":"Tea"}\n{"title":"Caf\xe9"}\n', "latin1"),
        [flaw(1, "file-not-utf-8")],
      ],
    });
  });

  it("the CSV reader reads a first line that names the delimiter, in the notations that programs write", async () => {
    const lines = ["sep=;", "SEP=;", '"sep=;"', "sep=,", "sep=\\t", "sep=\t", "sep=|"];
    const files = lines.flatMap((line) =>
      ["\n", "\r\n", "\r"].flatMap((end) =>
        ["", mark].map((start) => {
          const sign = line.includes("\\t") ? "\t" : (/sep=(.)/i.exec(line)?.[1] ?? "");
          return `${start}${line}${end}title${sign}n${end}Tea${sign}1${end}`;
        }),
      ),
    );

    const readings = await Promise.all(files.map((file) => readAll("csv", file)));

    assert.deepEqual(
      readings,
      files.map(() => [{ line: 3, value: { title: "Tea", n: "1" } }]),
    );
  });

  it("the CSV reader finds the delimiter by which the rows have as many cells as the header", async () => {
    const record = (line: number, title: string, n: string) => ({ line, value: { title, n } });

    await holds({
      "more commas than semicolons in a name": [
        "csv",
        "title, short, or long;n\nTea;1,5\nCake;2\n",
        [
          { line: 2, value: { "title, short, or long": "Tea", n: "1,5" } },
          { line: 3, value: { "title, short, or long": "Cake", n: "2" } },
        ],
      ],
      "a quoted name that spans lines": [
        "csv",
        '"title;\n""short"";\n(;)",n\nTea,1\n',
        [{ line: 4, value: { 'title;\n"short";\n(;)': "Tea", n: "1" } }],
      ],
      "a quoted value that spans lines": [
        "csv",
        'title;n\n"a,b\nc,d";1\n"e,f";2\n',
        [record(2, "a,b\nc,d", "1"), record(4, "e,f", "2")],
      ],
      "one column whose values have another delimiter": [
        "csv",
        "title\nTea, hot\nCake\nMilk, cold, or not\n",
        ["Tea, hot", "Cake", "Milk, cold, or not"].map((title, at) => ({
          line: at + 2,
          value: { title },
        })),
      ],
      "one column with a quoted delimiter": [
        "csv",
        '"title, short"\nTea;hot\n',
        [{ line: 2, value: { "title, short": "Tea;hot" } }],
      ],
      tabs: ["csv", "title\tn\nTea, hot;\t1\n", [record(2, "Tea, hot;", "1")]],
    });
  });

  it("the CSV reader reads rows without any value as records without keys, whatever their number of cells", async () => {
    const none = (line: number) => ({ line, value: {} });

    await holds({
      "rows of delimiters": [
        "csv",
        ',\ntitle,n\nTea,1\n,\n,,,\n"", \n \n\nCake,2\n,\n',
        [
          none(1),
          { line: 3, value: { title: "Tea", n: "1" } },
          ...[4, 5, 6, 7].map(none),
          { line: 9, value: { title: "Cake", n: "2" } },
          none(10),
        ],
      ],
      "a header without names": ["csv", ",,\n", [none(1)]],
      "blank rows without delimiters before the header": [
        "csv",
        ' \n""\ntitle;n\nTea;1\n',
        [none(1), none(2), { line: 4, value: { title: "Tea", n: "1" } }],
      ],
    });
  });

  it("record readers return the same records for every size of chunks", async () => {
    const files: readonly (readonly [Format, string])[] = [
      ["ndjson", '{"title":"Thé 🫖"}\r\n{"title":\r\n\r\n{"title":"Cake"}'],
      ["json", '[\r\n{"title":"Thé 🫖 \\"],"},\r\n{"a":{"b":[1]}} , 5 ]\r\n'],
      ["csv", 'title;n\r"Thé;\r";1\rCake;2'],
      ["csv", 'title,n\r\n"Thé, 🫖 ""\r\n",1\r\n\r\nCake,\r\nTea\r\n'],
      ["csv", '"sep=\\t"\r\ntitle\tn\r\nThé\t\r\nCake\t1\r\n'],
    ];

    for (const [format, file] of files) {
      const whole = await readAll(format, file);
      const sizes = Array.from({ length: 12 }, (_, index) => index + 1);
      const all = await Promise.all(sizes.map((size) => readAll(format, file, size)));

      assert.ok(whole.length > 1);
      assert.deepEqual(
        all,
        sizes.map(() => whole),
      );
    }
  });

  it("record readers report a name that two of 200,000 columns share", async () => {
    const names = Array.from({ length: 200_000 }, (_, index) => `column${index}`);

    const read = await readAll("csv", [...names, "column5"].join());

    assert.deepEqual(read, [flaw(1, "doubled-column", { name: "column5" })]);
  });

  it("record readers reject a record beyond the maximum length", async () => {
    const text = `{"title":"${"a".repeat(maxRecordLength)}"}`;
    const cases: Readonly<Record<string, Case>> = {
      lines: [
        "ndjson",
        `${text}\n{"title":"Tea"}`,
        [flaw(1, "record-too-long", { limit: maxRecordLength }), { line: 2, value: tea }],
      ],
      "an array": ["json", `[${text}]`, [flaw(1, "record-too-long", { limit: maxRecordLength })]],
      "a table": [
        "csv",
        `title\n"${"a".repeat(maxRecordLength + 9)}"`,
        [flaw(2, "record-too-long", { limit: maxRecordLength })],
      ],
    };

    await holds(cases, 4_000_000);
  });
});
