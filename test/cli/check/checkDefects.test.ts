import { deepEqual, equal } from "node:assert/strict";
import { mediaType } from "../../../src/model/foundation/address.ts";
import { useSeededService } from "../../model/magazine.ts";
import { allRules } from "../../support/defects.ts";
import type { Defect } from "../../support/defects.ts";
import { startDefectiveService } from "../../support/defectiveService.ts";
import type { DefectiveService } from "../../support/defectiveService.ts";
import { cli, jsonLines } from "../cli.ts";
import type { CliResult } from "../cli.ts";
import { requireValidSarif } from "./sarifSchema.ts";
import type { SarifLog, SarifResult } from "./sarifSchema.ts";

const settings = Object.entries(allRules).map(([rule, severity]) => `${rule}=${severity}`);

/** A single type has no documentId. */
type Printed = Omit<Defect, "documentId"> & Partial<Pick<Defect, "documentId">>;

/** A finding as one line of text, to compare them: `error lost-relation articles/id/en sections/0/author`. */
const lineOf = ({ severity, rule, type, documentId, locale, path }: Printed): string =>
  [severity, rule, [type, documentId, locale].filter(Boolean).join("/"), path.join("/")].join(" ");

/** The line of a result in a SARIF log. Its logical location is such as `articles/id/en#/sections/0/author`. */
function lineOfResult({ ruleId, level, locations }: SarifResult): string {
  const { fullyQualifiedName } = locations[0].logicalLocations[0];
  const [documentPath = "", pointer = ""] = fullyQualifiedName.split("#");
  return [level, ruleId, documentPath, pointer.slice(1)].join(" ");
}

const linesIn = (result: CliResult): string[] =>
  jsonLines(result)
    .map((entry) => lineOf(entry as Printed))
    .sort();

/** The line of a defect that was made. The command names media files as their URL does. */
const lineOfMade = (defect: Defect): string =>
  lineOf({ ...defect, ...(defect.type === mediaType && { type: "upload/files" }) });

describe("cms-content check, one defect of each rule", function () {
  this.timeout(120_000);
  const seeded = useSeededService();
  let service: DefectiveService;
  /** The findings in the content of the seed, and those that were made. */
  let expected: readonly string[];

  const check = (on: { readonly url: string }, token: string, ...words: readonly string[]) =>
    cli(["check", ...words, "--rule", ...settings], { env: { CMS_URL: on.url, CMS_TOKEN: token } });

  before(async () => {
    service = await startDefectiveService();
    const lines = linesIn(await check(seeded(), service.tokens.full, "--json"));
    expected = [...lines, ...service.defects.map(lineOfMade)].sort();
  });
  after(() => service.stop());

  it("cms-content check prints exactly the defects that were made, as lines of JSON", async () => {
    const result = await check(service, service.tokens.full, "--json");

    deepEqual(linesIn(result), expected);
    equal(result.code, 1);
  });

  it("cms-content check writes exactly the defects that were made into a SARIF log", async () => {
    const { code, stdout } = await check(service, service.tokens.full, "--format", "sarif");

    const log = JSON.parse(stdout) as SarifLog;
    requireValidSarif(log);
    const [{ results, invocations }] = log.runs;
    deepEqual(results.map(lineOfResult).sort(), expected);
    deepEqual([code, invocations[0].toolExecutionNotifications], [1, []]);
  });
});
