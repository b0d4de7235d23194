import { validate } from "../../edit/validation.ts";
import { isConversion, type Finding } from "../../foundation/valueProblem.ts";
import type { JsonObject } from "../../foundation/json.ts";
import type { UnstorableReason } from "../../foundation/storableText.ts";
import { publishedVersionFixes, type CheckFix } from "../checkFinding.ts";
import type { CheckedService, CheckRule } from "../checkRule.ts";

/**
 * Finds values that the service rejects today: after a change of the schema, or because the
 * database was filled without the service. A value that the service accepts in a draft and not in a
 * published version is a warning in a draft, and an error in a published version.
 */
export const invalidValue: CheckRule<"invalid-value"> = {
  code: "invalid-value",
  defaultSeverity: "error",
  needsPublished: true,
  create: ({ report }) => ({
    document: async ({ address, title, content, published, file }, { service }) => {
      if (file?.failure) {
        const data = { failure: file.failure, isPublished: false } as const;
        report({ address, title, path: [], data });
      }
      const draftFlaws = await flawsIn(content, service);
      const publishedFlaws = published ? await flawsIn(published, service) : [];
      const publishedKeys = new Set(publishedFlaws.map(keyOf));
      const draftKeys = new Set(draftFlaws.map(keyOf));
      for (const flaw of publishedFlaws) {
        const data = { flaw: { ...flaw, severity: "error" }, isPublished: true } as const;
        const fixes = draftKeys.has(keyOf(flaw))
          ? settingFixes(flaw, service, { publishes: true })
          : publishedVersionFixes;
        report({ address, title, path: flaw.path, data, fixes });
      }
      for (const flaw of draftFlaws.filter((draftFlaw) => !publishedKeys.has(keyOf(draftFlaw)))) {
        const data = { flaw, isPublished: false } as const;
        const fixes = settingFixes(flaw, service, { publishes: false });
        report({ address, title, path: flaw.path, data, fixes }, flaw.severity);
      }
    },
  }),
};

/** Set Field applies to fields of the document itself. */
function settingFixes(
  { path }: Finding,
  { type }: CheckedService,
  { publishes }: { readonly publishes: boolean },
): CheckFix[] {
  const [field, ...below] = path;
  if (typeof field !== "string" || below.length > 0) return [];
  const isSettable = scalars.test(type.attributes.get(field)?.type ?? "");
  return isSettable ? [{ code: "set-field", field, publishes }] : [];
}

const scalars =
  /^(string|text|richtext|email|uid|enumeration|boolean|integer|biginteger|float|decimal|date|time|datetime|timestamp|json)$/;

const keyOf = ({ code, path }: Finding): string => JSON.stringify([code, path]);

/** Everything in the content was saved before, so its own database stores it. */
const unstorable: ReadonlySet<string> = new Set<UnstorableReason>([
  "beyond-integer",
  "beyond-big-integer",
  "year-zero",
  "null-character",
  "bare-json",
]);

const flawsIn = async (content: JsonObject, service: CheckedService): Promise<readonly Finding[]> =>
  (await validate(content, service, undefined, content)).filter(
    // An expression that takes too long was not tested.
    (finding) =>
      !unstorable.has(finding.code) && !isConversion(finding) && finding.code !== "slow-pattern",
  );
