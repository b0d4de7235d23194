import assert from "node:assert/strict";
import type { CheckFinding } from "../../../src/model/check/checkFinding.ts";
import { checkRules } from "../../../src/model/check/checkRules.ts";
import { describeUnchecked } from "../../../src/texts/check/checkFindingWords.ts";
import { allRules, hiddenFrom, lineOf } from "../../support/defects.ts";
import type { LimitedTokens } from "../../support/defects.ts";
import { startDefectiveService } from "../../support/defectiveService.ts";
import { itLong } from "../../support/longRun.ts";
import type { DefectiveService } from "../../support/defectiveService.ts";
import { TestModel, modelOn } from "../testModel.ts";
import { useSeededService } from "../magazine.ts";
import { check, everywhere } from "./checking.ts";

const lineOfFinding = ({ address, ...finding }: CheckFinding): string =>
  lineOf({ ...finding, ...address, documentId: address.id });

describe("Check of a magazine with one defect of each rule", function () {
  this.timeout(180_000);
  const seeded = useSeededService();
  let service: DefectiveService;
  /** The findings in the content of the seed, before the defects were made. */
  let earlier: readonly string[];
  let all: Awaited<ReturnType<typeof checkEverywhere>>;
  const models: TestModel[] = [];

  before(async function () {
    // Some defects can be made only in an SQLite database.
    if (seeded().database.kind !== "sqlite") this.skip();
    service = await startDefectiveService();
    earlier = (await checkEverywhere(modelOn(seeded()))).lines;
    all = await checkEverywhere(modelOn(service));
  });
  after(async () => {
    for (const model of models) model.close();
    await (service as DefectiveService | undefined)?.stop();
  });

  async function checkEverywhere(model: TestModel) {
    models.push(model);
    const { findings, report } = await check(model, everywhere(model), { rules: allRules });
    const unchecked = report.unchecked.map(describeUnchecked).sort();
    return { findings, lines: findings.map(lineOfFinding).sort(), unchecked };
  }

  function foundWith(name: keyof LimitedTokens) {
    const { url, apiPrefix, limitedTokens } = service;
    return checkEverywhere(new TestModel({ url, apiPrefix, token: limitedTokens[name] }));
  }

  /** The lines of these findings and of the defects that were made, without those that a token can't see. */
  function expectedWith(name: keyof LimitedTokens, ofSeed: readonly string[]): string[] {
    const visibleDefects = service.defects.filter(({ rule }) => !hiddenFrom[name].includes(rule));
    return [...ofSeed, ...visibleDefects.map(lineOf)].sort();
  }

  it("the check of a magazine finds exactly the defects that were made, one of each rule", () => {
    assert.deepEqual(all.lines, [...earlier, ...service.defects.map(lineOf)].sort());
    assert.deepEqual(all.unchecked, []);
    assert.deepEqual(
      new Set(service.defects.map(({ rule }) => rule)),
      new Set(checkRules.map(({ code }) => code)),
    );
  });

  it("the check isn't sure that a file is unused, because a private text may use it", () => {
    const unused = all.findings.flatMap((finding) =>
      finding.rule === "unused-file" ? [finding.data.isSure] : [],
    );
    assert.deepEqual(unused, [false]);
  });

  itLong(
    "the check finds the rest, and names the permission, with a token that may not read authors",
    async () => {
      const { lines, unchecked } = await foundWith("withoutAuthors");

      assert.deepEqual(lines, expectedWith("withoutAuthors", earlier));
      assert.deepEqual(unchecked, [
        "articles.author was not checked. It requires the permission authors: find.",
        "articles.sections.author was not checked. It requires the permission authors: find.",
        "authors was not checked. It requires the permission authors: find.",
        "homepage.featuredAuthors was not checked. It requires the permission authors: find.",
      ]);
    },
  );

  itLong(
    "the check finds the rest, and names the permissions, with a token that may not read files and locales",
    async () => {
      const { lines, unchecked } = await foundWith("withoutFiles");

      // Without the locales, the default localization of a single type names the others.
      const hidden = new RegExp(`^warning (${hiddenFrom.withoutFiles.join("|")}) `);
      const ofSeed = earlier.filter((line) => !hidden.test(line));
      assert.deepEqual(lines, expectedWith("withoutFiles", ofSeed));
      assert.deepEqual(unchecked, [
        "Media files were not checked. This requires the permission Upload: find.",
        "Translations were not checked. This requires the permission I18n: listLocales.",
      ]);
    },
  );
});
