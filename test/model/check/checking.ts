import type { CheckFinding, RuleCode } from "../../../src/model/check/checkFinding.ts";
import type { CheckTarget } from "../../../src/model/check/checkScope.ts";
import type { RuleSettings } from "../../../src/model/check/checkSettings.ts";
import { checkRules } from "../../../src/model/check/checkRules.ts";
import { runCheck } from "../../../src/model/check/checkRun.ts";
import type { CheckReport, CheckRunOptions } from "../../../src/model/check/checkRun.ts";
import { pathText } from "../../../src/model/foundation/json.ts";
import { describeUnchecked } from "../../../src/texts/check/checkFindingWords.ts";
import { nameTypesBy } from "../../../src/texts/shared/permissionNames.ts";
import type { Faults } from "../../support/faults.ts";
import type { TestModel } from "../testModel.ts";
import { must } from "../outcomes.ts";

/** The settings that switch every rule off except these. */
export const only = (...codes: readonly RuleCode[]): RuleSettings =>
  Object.fromEntries(
    checkRules.map(({ code, defaultSeverity }) => [
      code,
      !codes.includes(code) ? "off" : defaultSeverity === "off" ? "warning" : defaultSeverity,
    ]),
  );

export const everywhere = (model: TestModel) => ({
  kind: "connection" as const,
  connection: model.connection.id,
});

export const allOf = (model: TestModel, type: string): CheckTarget => ({
  kind: "collection",
  collection: { connection: model.connection.id, type },
  listQuery: {},
});

/** Only these documents of a type. It takes far less time than to read all documents. */
export const some = (model: TestModel, type: string, ...ids: readonly string[]): CheckTarget => ({
  kind: "collection",
  collection: { connection: model.connection.id, type },
  listQuery: { filter: { documentId: { $in: ids } } },
});

/**
 * Makes the lists of all collections contain only these documents, so that a check of the whole connection doesn't read
 * the others.
 */
export const showOnly = (faults: Faults, ...ids: readonly string[]): void => {
  faults.reshape(/^GET \/\w+\/(articles|authors|categories|pages|tags)$/, {
    query: ({ filters, ...query }) => {
      const own = { documentId: { $in: ids } };
      return { ...query, filters: filters === undefined ? own : { $and: [filters, own] } };
    },
  });
};

interface Checked {
  readonly report: CheckReport;
  readonly findings: readonly CheckFinding[];
}

/** Runs a check to its end, and collects its findings. */
export async function check(
  model: TestModel,
  target: CheckTarget,
  options: Partial<CheckRunOptions> = {},
): Promise<Checked> {
  const findings: CheckFinding[] = [];
  const report = must(
    await runCheck(target, {
      dependencies: model,
      onFinding: (finding) => findings.push(finding),
      ...options,
    }),
  );
  return { report, findings };
}

/** What was not checked, and why, in the words of a window that has this model's connection. */
export function uncheckedIn(report: CheckReport, model: TestModel): string[] {
  nameTypesBy(model);
  try {
    return report.unchecked.map(describeUnchecked);
  } finally {
    nameTypesBy(undefined);
  }
}

/** The findings that are in these documents, as `error id en sections[0].author`, sorted. */
export const shownIn = (findings: readonly CheckFinding[], ...ids: readonly string[]): string[] =>
  findings
    .filter(({ address }) => ids.includes(address.id))
    .map(({ severity, address: { id, locale }, path }) =>
      [severity, ids.indexOf(id), ...(locale ? [locale] : []), pathText(path)].join(" "),
    )
    .sort();
