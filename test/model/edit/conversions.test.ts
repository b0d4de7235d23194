import assert from "node:assert/strict";
import { Capabilities } from "../../../src/model/connect/capabilities.ts";
import { validate } from "../../../src/model/edit/validation.ts";
import type { Json } from "../../../src/model/foundation/json.ts";
import { createCatalog } from "../../../src/model/schemas/catalog.ts";

const types = [
  "datetime",
  "timestamp",
  "date",
  "time",
  "biginteger",
  "integer",
  "decimal",
  "float",
];
const attributes = Object.fromEntries(types.map((type) => [type, { type }]));
const catalog = createCatalog({
  contentTypes: [
    {
      uid: "api::sample.sample",
      schema: {
        ...{ displayName: "Sample", singularName: "sample", pluralName: "samples" },
        ...{ kind: "collectionType", draftAndPublish: false, attributes },
      },
    },
  ],
  components: [],
  locales: [],
});
const type = catalog.types.get("samples")!;

/** The warnings for a value on a service whose project has this database driver. */
async function warningsFor(name: string, value: Json, driver?: string, base?: Json) {
  const capabilities = new Capabilities();
  if (driver !== undefined)
    capabilities.learnInformation({ strapiVersion: "5.54.0", dependencies: { [driver]: "1.0.0" } });
  const before = base === undefined ? undefined : { [name]: base };
  const findings = await validate({ [name]: value }, { type, catalog, capabilities }, before);
  assert.deepEqual(
    findings.filter(({ severity }) => severity === "error"),
    [],
  );
  return findings.map((finding) =>
    finding.code === "rounded-by-database" ? `${finding.code} ${finding.stored}` : finding.code,
  );
}

describe("Validation of values that the service changes", () => {
  it("validation warns about a date and time without a time zone", async () => {
    for (const name of ["datetime", "timestamp"]) {
      for (const value of ["2026-01-31T10:00", "2026-01-31T10:00:00.000", "2026-01-31", "2026"]) {
        assert.deepEqual(await warningsFor(name, value), ["no-time-zone"], value);
      }
    }
  });

  it("validation accepts an instant, a date and a time without a warning", async () => {
    const values: readonly [name: string, value: Json][] = [
      ["datetime", "2026-01-31T10:00Z"],
      ["datetime", "2026-01-31 10:00:00.000+01:00"],
      ["datetime", "2026-W05-6T10:00Z"],
      ["datetime", "1769853600000"],
      ["timestamp", 1_769_853_600_000],
      ["date", "2026-01-31"],
      ["time", "10:00:00"],
    ];

    for (const [name, value] of values)
      assert.deepEqual(await warningsFor(name, value), [], JSON.stringify(value));
  });

  it("validation names what a known database makes of a number, and nothing if the database is unknown", async () => {
    const big = "9223372036854775807";
    const warnings = [
      await warningsFor("biginteger", big, "better-sqlite3"),
      await warningsFor("biginteger", "9007199254740993", "better-sqlite3"),
      await warningsFor("biginteger", "9007199254740992", "better-sqlite3"),
      await warningsFor("biginteger", big, "pg"),
      await warningsFor("biginteger", big),
      await warningsFor("decimal", 4.567, "pg"),
      await warningsFor("decimal", "-1.005", "mysql2"),
      await warningsFor("decimal", 1e-7, "pg"),
      await warningsFor("decimal", "4.50", "pg"),
      await warningsFor("decimal", 4.567, "better-sqlite3"),
      await warningsFor("float", 4.567, "pg"),
    ];

    assert.deepEqual(warnings, [
      ["rounded-by-database 9223372036854776000"],
      ["rounded-by-database 9007199254740992"],
      [],
      [],
      [],
      ["rounded-by-database 4.57"],
      ["rounded-by-database -1.01"],
      ["rounded-by-database 0"],
      [],
      [],
      [],
    ]);
  });

  it("validation gives no warning for an unchanged value, whatever its notation", async () => {
    const warnings = [
      await warningsFor("datetime", "2026-01-31T10:00", undefined, "2026-01-31T10:00"),
      await warningsFor("decimal", "4.567", "pg", 4.567),
      await warningsFor("time", "10:30", undefined, "10:30:00.000"),
      await warningsFor("datetime", "2026-01-31T10:00", undefined, "2026-01-31T10:00:00.000Z"),
    ];

    assert.deepEqual(warnings, [[], [], [], ["no-time-zone"]]);
  });
});
