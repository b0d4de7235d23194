import assert from "node:assert/strict";
import { formats } from "../../../src/model/records/recordFormat.ts";
import type { Format } from "../../../src/model/records/recordFormat.ts";
import { readAll } from "./readings.ts";

/** A file of records that have only a title. */
function fileOf(format: Format, titles: readonly string[]): string {
  const records = titles.map((title) => JSON.stringify({ title }));
  if (format === "csv") return `title\n${titles.join("\n")}\n`;
  return format === "json" ? `[${records.join()}]` : records.join("\n");
}

// Work that grows with the square of the length exceeds the time limit of a test.
describe("Record readers of long files", () => {
  const count = 50_000;
  const titles = Array.from({ length: count }, (_, at) => `Tea ${at}`);

  for (const format of formats) {
    for (const [name, size] of [
      ["one chunk", Infinity],
      ["chunks of 50 bytes", 50],
    ] as const) {
      it(`the ${format} reader reads 50,000 records that arrive in ${name}`, async () => {
        const all = await readAll(format, fileOf(format, titles), size);

        const last = all.at(-1);
        assert.equal(all.length, count);
        assert.ok(last && "value" in last);
        assert.equal(last.value["title"], titles.at(-1));
      });
    }

    it(`the ${format} reader reads a record of 2 MB that arrives in 100,000 chunks`, async () => {
      const title = "Tea for two and milk".repeat(100_000);

      const all = await readAll(format, fileOf(format, [title]), 20);

      const [first] = all;
      assert.equal(all.length, 1);
      assert.ok(first && "value" in first);
      assert.equal(first.value["title"], title);
    });
  }
});
