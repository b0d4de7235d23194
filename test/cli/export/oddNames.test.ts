import { deepEqual, equal, fail } from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import { formats } from "../../../src/model/records/recordFormat.ts";
import { plainFind, plainList } from "../../support/plainHttp.ts";
import { plainChange } from "../../support/plainWrites.ts";
import { useShapedService } from "../../model/shapedService.ts";
import { cli, jsonLines, useFolder } from "../cli.ts";

describe("Attributes that are called like keys of the command line", function () {
  this.timeout(60_000);
  const shaped = useShapedService();
  const folder = useFolder();
  let id: string;

  const run = (...words: string[]) => {
    const { url, tokens } = shaped();
    const env = { CMS_URL: url, CMS_API_PREFIX: "v1", CMS_TOKEN: tokens.full };
    return cli(words, { env, cwd: folder.path });
  };
  /** The draft, without what every write changes. */
  async function cup() {
    const document = await plainFind(shaped(), `oddities/${id}?status=draft&populate=unit`);
    const { updatedAt: _, unit, ...content } = document ?? fail("no oddity");
    const { label, url } = unit as JsonObject;
    return { ...content, unit: { label, url } };
  }

  before(async () => {
    const [first] = await plainList(shaped(), "oddities?filters[title][$eq]=Cup");
    id = first?.documentId ?? "";
  });

  it("list prints the attribute, and the fact of the document with $", async () => {
    const fields = "status,$status,net price,unit.label,🍵 tea,$ref,size[0]";
    const filter = ["--filter", '{"title":{"$eq":"Cup"}}'];

    const result = await run("list", "oddities", ...filter, "--json", "--fields", fields);

    deepEqual(jsonLines(result), [
      {
        ...{ documentId: id, status: "sold out", $status: "published" },
        ...{ "net price": 12.5, "unit.label": "per piece", "🍵 tea": true },
        ...{ $ref: "#/odd", "size[0]": 4 },
      },
    ]);
  });

  for (const format of formats) {
    it(`an export as ${format} is imported over changed attributes, and restores all of them`, async () => {
      const file = `oddities.${format}`;
      const before = await cup();
      const wrongValues = { status: "x", "net price": 1, "unit.label": "y", "🍵 tea": false };
      const words = ["import", "oddities", file, "--key", "documentId", "--yes"];

      const exported = await run("export", "oddities", "--out", file);
      await plainChange(shaped(), `oddities/${id}?status=draft`, {
        ...{ ...wrongValues, $ref: "z", "size[0]": 1 },
        unit: { label: "Other", url: "/other" },
      });
      const imported = await run(...words);

      equal(exported.code, 0);
      deepEqual([imported.code, imported.stderr.includes("isn't mapped")], [0, false]);
      deepEqual(await cup(), before);
    });
  }

  it("a CSV file of version 0.1.0 with two columns named status is imported", async () => {
    const rows = ["documentId,status,status", `${id},published,half full`];
    writeFileSync(join(folder.path, "old.csv"), `${rows.join("\r\n")}\r\n`);

    const before = await cup();
    const { code } = await run("import", "oddities", "old.csv", "--key", "documentId", "--yes");

    deepEqual([code, await cup()], [0, { ...before, status: "half full" }]);
    equal(readFileSync(join(folder.path, "old.csv.results.ndjson"), "utf8").includes(id), true);
  });
});
