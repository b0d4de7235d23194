import assert from "node:assert/strict";
import type { ConnectionEnvironment } from "../../../src/model/connect/connection.ts";
import { nameWithEnvironment } from "../../../src/texts/connect/environmentWords.ts";

const named: readonly (readonly [string, ConnectionEnvironment, string])[] = [
  ["Magazine", "staging", "Magazine (Staging)"],
  ["Staging", "staging", "Staging"],
  ["Magazine, staging", "staging", "Magazine, staging"],
  ["Preproduction", "production", "Preproduction (Production)"],
  ["Staging", "production", "Staging (Production)"],
];

describe("Name of a connection with its environment", () => {
  for (const [name, environment, expected] of named) {
    it(`the connection '${name}' in ${environment} is called ${expected}`, () => {
      assert.equal(nameWithEnvironment({ name, environment }), expected);
    });
  }
});
