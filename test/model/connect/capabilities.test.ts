import assert from "node:assert/strict";
import { Capabilities } from "../../../src/model/connect/capabilities.ts";

const learned = (strapiVersion: string | undefined, ...packages: string[]): Capabilities => {
  const capabilities = new Capabilities();
  const dependencies = Object.fromEntries(packages.map((name) => [name, "1.0.0"]));
  capabilities.learnInformation({ strapiVersion, dependencies });
  return capabilities;
};

const versions: readonly (readonly [
  version: string | undefined,
  keepsComponentIds: boolean | undefined,
  filtersByStatus: boolean | undefined,
])[] = [
  [undefined, undefined, undefined],
  ["5.9.0", false, false],
  ["5.36.9", false, false],
  ["5.37.0", true, false],
  ["5.46.1", true, false],
  ["5.47.0", true, true],
  ["5.100.0", true, true],
  ["6.0.0", true, true],
  ["5.37.0-beta.1", undefined, undefined],
  ["0.0.0-experimental.a1b2c3", undefined, undefined],
];

describe("Capabilities by the version of a service", () => {
  for (const [version, keepsComponentIds, filtersByStatus] of versions) {
    it(`capabilities are as expected for version ${String(version)}`, () => {
      const known = learned(version);

      assert.deepEqual(
        [known.version, known.keepsComponentIds, known.filtersByStatus],
        [version, keepsComponentIds, filtersByStatus],
      );
    });
  }

  it("capabilities keep what was learned from an answer, even if the version says otherwise", () => {
    const capabilities = learned("5.54.0");

    capabilities.learnStatusFilter(false);

    assert.deepEqual([capabilities.filtersByStatus, capabilities.keepsComponentIds], [false, true]);
  });
});

const packages: readonly (readonly [names: readonly string[], database: string | undefined])[] = [
  [["@strapi/strapi", "pg"], "postgres"],
  [["mysql2"], "mysql"],
  [["mysql"], "mysql"],
  [["mysql", "mysql2"], "mysql"],
  [["better-sqlite3"], "sqlite"],
  [["@strapi/strapi"], undefined],
  [["better-sqlite3", "pg"], undefined],
];

describe("Database of a service", () => {
  for (const [names, database] of packages) {
    it(`the database of a service is ${String(database)} for the packages ${names.join(", ")}`, () => {
      assert.equal(learned("5.54.0", ...names).database, database);
    });
  }
});
