import assert from "node:assert/strict";
import { ruleDescriptions } from "../../src/cli/check/sarif.ts";
import { checkRules } from "../../src/model/check/checkRules.ts";
import { read } from "./root.ts";

const page = read("docs/checks.md");

/** The text of the section with a heading. */
const sectionOf = (heading: string): string => {
  const [, section] = page.split(`\n### ${heading}\n`);
  return section?.split(/^#/m)[0]?.trim() ?? "";
};

describe("docs/checks.md", () => {
  it("docs/checks.md has one section for each rule, in the order of the rules", () => {
    const [, rules = ""] = page.split("\n## Rules\n");
    const headings = [...rules.matchAll(/^### (.+)$/gm)].map(([, heading]) => heading);

    assert.deepEqual(
      headings,
      checkRules.map(({ code }) => code),
    );
  });

  it("docs/checks.md starts each section with what the rule finds, and its default severity", () => {
    for (const { code, defaultSeverity } of checkRules) {
      const [first] = sectionOf(code).split("\n");
      assert.equal(first, `${ruleDescriptions[code]} Default: \`${defaultSeverity}\`.`);
    }
  });

  it("docs/checks.md has an example and a fix in each section", () => {
    for (const { code } of checkRules) {
      assert.match(sectionOf(code), /^\*\*Example:\*\* .+\n\n(?:.+\n\n)*\*\*Fix:\*\* .+$/m, code);
    }
  });

  it("docs/checks.md names the quick fixes of each rule that has some", () => {
    const described = checkRules.filter(({ code }) =>
      /^\*\*Quick fix:\*\* \*\*\w.+\*\* /m.test(sectionOf(code)),
    );

    const without = checkRules.filter((rule) => !described.includes(rule)).map(({ code }) => code);
    assert.deepEqual(without, ["duplicate-document", "exposed-data"]);
  });

  it("docs/checks.md lists each rule with its default severity", () => {
    const rows = [...page.matchAll(/^\| \[(\S+)\]\(#(\S+)\) .*\| (\w+) +\|$/gm)].map(
      ([, name, anchor, severity]) => [name, anchor, severity],
    );

    assert.deepEqual(
      rows,
      checkRules.map(({ code, defaultSeverity }) => [code, code, defaultSeverity]),
    );
  });
});
