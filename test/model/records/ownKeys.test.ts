import assert from "node:assert/strict";
import type { AttributeSchema } from "../../../src/client/index.ts";
import { createCatalog } from "../../../src/model/schemas/catalog.ts";
import type { TypeInCatalog } from "../../../src/model/schemas/catalog.ts";
import { formats } from "../../../src/model/records/recordFormat.ts";
import { readAll } from "./readings.ts";
import { fileOf, sourced } from "../import/mappedFiles.ts";

type Attributes = ReadonlyMap<string, AttributeSchema>;

/** A type with these attributes, and the catalog that describes it. */
function typeWith(attributes: Attributes, localized: boolean): TypeInCatalog {
  const schema = {
    ...{ displayName: "Odd", singularName: "odd", pluralName: "odds" },
    kind: "collectionType",
    ...{ draftAndPublish: true, pluginOptions: { i18n: { localized } } },
    attributes: Object.fromEntries(attributes),
  } as const;
  const contentTypes = [{ uid: "api::odd.odd", apiID: "odd", schema }];
  const catalog = createCatalog({ contentTypes, components: [], locales: [] });
  return { type: catalog.types.get("odds") ?? assert.fail("no type"), catalog };
}

describe("Files of version 0.1.0", () => {
  it("a file of 0.1.0 gives a record its locale, and ignores its status", async () => {
    const shape = typeWith(new Map([["title", { type: "string" }]]), true);
    const files = {
      csv: "documentId,locale,status,title\r\nodd1,fr,draft,Thé\r\n",
      ndjson: '{"documentId":"odd1","locale":"fr","status":"draft","title":"Thé"}\n',
      json: '[{"documentId":"odd1","locale":"fr","status":"draft","title":"Thé"}]',
    };

    for (const format of formats) {
      assert.deepEqual(await sourced(fileOf(files[format], format), shape), [
        {
          line: format === "csv" ? 2 : 1,
          record: {
            line: format === "csv" ? 2 : 1,
            ...{ documentId: "odd1", locale: "fr", content: { title: "Thé" } },
          },
        },
      ]);
    }
  });

  it("a file of 0.1.0 fills an attribute named status, also if a header has the name twice", async () => {
    const shape = typeWith(new Map([["status", { type: "string" }]]), false);
    const files = {
      csv: "documentId,status,status\r\nodd1,draft,sold out\r\n",
      ndjson: '{"documentId":"odd1","status":"sold out"}\n',
      json: '[{"documentId":"odd1","status":"sold out"}]',
    };

    for (const format of formats) {
      const [item] = await sourced(fileOf(files[format], format), shape);
      assert.deepEqual(item && "record" in item && item.record.content, { status: "sold out" });
    }
  });

  it("a record of 0.1.0 keeps its locale in a file that also has records of today", async () => {
    const shape = typeWith(new Map([["title", { type: "string" }]]), true);
    const [earlier, today] = [{ locale: "fr" }, { $locale: "de" }].map((locale) =>
      JSON.stringify({ documentId: "odd1", ...locale, title: "Tee" }),
    );
    const both = JSON.stringify({ locale: "fr", $locale: "de", title: "Tee" });

    const items = await sourced(fileOf([earlier, today, both].join("\n")), shape);

    const locales = items.map((item) => "record" in item && item.record.locale);
    assert.deepEqual(locales, ["fr", "de", "de"]);
  });

  it("a header that doesn't begin like one of 0.1.0 must not have a name twice", async () => {
    const headers = [
      ["status,status,title", "status"],
      ["title,documentId,status,status", "status"],
      ["documentId,documentId,title", "documentId"],
    ];
    for (const [header, name] of headers) {
      const read = await readAll("csv", `${header}\n1,2,3,4\n`);
      assert.deepEqual(read, [{ line: 1, failure: { code: "doubled-column", name } }]);
    }
  });
});
