import { deepEqual } from "node:assert/strict";
import published from "@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json";
import { Ajv } from "ajv";

// Ajv knows no draft 4 of JSON Schema. The schema uses nothing else that is special to it.
const schema = Object.fromEntries(
  Object.entries(published).filter(([name]) => name !== "id" && name !== "$schema"),
);

const ajv = new Ajv({
  strict: false,
  // One pattern of the schema is invalid with the flag u.
  unicodeRegExp: false,
  allErrors: true,
  formats: {
    uri: (text: string) => URL.canParse(text),
    "uri-reference": (text: string) =>
      /^[\w\-.~:/?#[\]@!$&'()*+,;=%]*$/.test(text) && URL.canParse(text, "file:///folder/"),
    "date-time": (text: string) => !Number.isNaN(Date.parse(text)),
  },
});
const validate = ajv.compile(schema);

/** Fails if a log is not valid by the schema of SARIF 2.1.0. */
export function requireValidSarif(log: unknown): void {
  validate(log);
  deepEqual(validate.errors ?? [], []);
}

/** The parts of a log that the tests read. */
export interface SarifLog {
  readonly $schema: string;
  readonly version: string;
  readonly runs: readonly [
    {
      readonly tool: {
        readonly driver: { readonly name: string; readonly rules: readonly SarifRule[] };
      };
      readonly results: readonly SarifResult[];
      readonly invocations: readonly [
        {
          readonly executionSuccessful: boolean;
          readonly toolExecutionNotifications: readonly {
            readonly message: { readonly text: string };
          }[];
        },
      ];
    },
  ];
}

interface SarifRule {
  readonly id: string;
  readonly shortDescription: { readonly text: string };
  readonly fullDescription: { readonly text: string };
  readonly help: { readonly text: string };
  readonly helpUri: string;
  readonly defaultConfiguration: { readonly level: string };
}

interface SarifResult {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly level: string;
  readonly message: { readonly text: string };
  readonly locations: readonly [
    {
      readonly physicalLocation: {
        readonly artifactLocation: { readonly uri: string };
        readonly region: Readonly<
          Record<"startLine" | "startColumn" | "endLine" | "endColumn", number>
        >;
      };
      readonly logicalLocations: readonly [{ readonly fullyQualifiedName: string }];
    },
  ];
  readonly partialFingerprints: { readonly primaryLocationLineHash: string };
}
