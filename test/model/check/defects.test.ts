import assert from "node:assert/strict";
import type { CheckFinding } from "../../../src/model/check/checkFinding.ts";
import { checkRules } from "../../../src/model/check/checkRules.ts";
import { pathText } from "../../../src/model/foundation/json.ts";
import { describeUnchecked } from "../../../src/texts/check/checkFindingWords.ts";
import { allRules, hiddenFrom, lineOf } from "../../support/defects.ts";
import type { LimitedTokens } from "../../support/defects.ts";
import { startDefectiveService } from "../../support/defectiveService.ts";
import { itLong } from "../../support/longRun.ts";
import type { DefectiveService } from "../../support/defectiveService.ts";
import { addManyArticles } from "../../support/manyArticles.ts";
import type { Service } from "../../support/service.ts";
import { must } from "../outcomes.ts";
import { TestModel } from "../testModel.ts";
import { useSeededService } from "../magazine.ts";
import { allOf, check, everywhere, uncheckedIn } from "./checking.ts";
import { countRequests } from "./requestCount.ts";

const lineOfFinding = ({ address, ...finding }: CheckFinding): string =>
  lineOf({ ...finding, ...address, documentId: address.id });

/** Whether a rule is on without a setting. */
const isUsual = ({ rule }: CheckFinding): boolean =>
  checkRules.some(({ code, defaultSeverity }) => code === rule && defaultSeverity !== "off");

describe("Check of the magazine", function () {
  this.timeout(180_000);
  // Without the changes of other tests.
  const seeded = useSeededService();
  const models: TestModel[] = [];
  /** The findings of all rules. */
  let whole: Awaited<ReturnType<typeof checkEverywhere>>;

  before("check the whole magazine", async () => {
    whole = await checkEverywhere(open());
  });
  after(() => {
    for (const model of models) model.close();
  });

  function open(token: keyof Service["tokens"] = "full"): TestModel {
    const { url, apiPrefix, tokens } = seeded();
    const model = new TestModel({ url, apiPrefix, token: tokens[token] });
    models.push(model);
    return model;
  }

  async function checkEverywhere(model: TestModel) {
    const { findings, report } = await check(model, everywhere(model), { rules: allRules });
    const unchecked = report.unchecked.map(describeUnchecked).sort();
    return { findings, report, lines: findings.map(lineOfFinding).sort(), unchecked };
  }

  it("the check of the magazine finds exactly the defects of the seed", () => {
    const findings = whole.findings.filter(isUsual);

    // The homepage names articles that are not published. staleTranslation.test.ts determines which
    // translations are stale.
    const others = findings.filter(({ rule }) => rule !== "stale-translation");
    assert.deepEqual(
      others.map(({ rule, address: { type, locale }, path }) =>
        [rule, type, locale, pathText(path)].join(" "),
      ),
      [
        "unpublished-target homepage en featuredArticles[1]",
        "unpublished-target homepage en featuredArticles[2]",
        "unpublished-target homepage en sections[1].articles[1]",
        "unpublished-target homepage en sections[1].articles[2]",
        "unpublished-target homepage fr featuredArticles[1]",
        "unpublished-target homepage fr sections[1].articles[1]",
      ],
    );
    assert.deepEqual(
      findings.map(({ severity }) => severity),
      Array(21).fill("warning"),
    );
    const { findings: counts, isCancelled } = whole.report;
    assert.deepEqual(counts, { error: 0, warning: whole.findings.length });
    assert.equal(isCancelled, false);
  });

  it("the check of the magazine reads all documents, and leaves nothing unchecked", () => {
    assert.deepEqual([whole.report.documents, whole.unchecked], [451, []]);
  });

  it("the check of the magazine checks one localization of a single type, or of a document", async () => {
    const model = open();
    const stale = whole.findings.filter(isUsual).find(({ address }) => address.type === "articles");
    const { locale, id } = stale!.address;

    const homepage = await check(model, {
      kind: "document",
      address: model.single("homepage", "fr"),
    });
    const article = await check(model, { kind: "document", address: model.article(id, locale) });

    assert.deepEqual(
      homepage.findings.map(({ address, path }) => [address.locale, pathText(path)]),
      [
        ["fr", "featuredArticles[1]"],
        ["fr", "sections[1].articles[1]"],
      ],
    );
    assert.deepEqual(article.findings, [stale]);
    assert.deepEqual([homepage.report.documents, article.report.documents], [1, 1]);
  });

  it("the check of the magazine reports what a token may not read, with the permissions, and nothing else", async () => {
    const model = open("custom");
    const rules = { "stale-translation": "off" } as const;

    const { report, findings } = await check(model, everywhere(model), { rules });

    assert.deepEqual(findings, []);
    assert.deepEqual(uncheckedIn(report, model).sort(), [
      "Media files were not checked. This requires the permission Upload: find.",
      "articles.author was not checked. It requires the permission Author: find.",
      "articles.editor was not checked. It requires the permission Users-permissions, User: find.",
      "articles.sections.author was not checked. It requires the permission Author: find.",
      "authors was not checked. It requires the permission Author: find.",
      "homepage was not checked. It requires the permission Homepage: find.",
      "pages was not checked. It requires the permission Page: find.",
      "site-setting was not checked. It requires the permission Site-setting: find.",
    ]);
  });

  it("the check of the magazine sends at most 3 requests for 100 documents, and two at once", async function () {
    if (seeded().database.kind !== "sqlite") this.skip();
    const model = open();
    must(await model.catalogs.service(model.connection.id));
    addManyArticles(seeded().database, 100);
    let documents = 0;

    const { all, atOnce } = await countRequests(async () => {
      documents = (await check(model, allOf(model, "articles"))).report.documents;
    });

    assert.ok(documents > 400);
    assert.ok(all <= (3 * documents) / 100, `${all} requests for ${documents} documents`);
    assert.equal(atOnce, 2);
  });

  describe("with one defect of each rule", () => {
    let service: DefectiveService;
    let all: Awaited<ReturnType<typeof checkEverywhere>>;

    before("start the service with the defects, and check it", async function () {
      // Some defects can be made only in an SQLite database.
      if (seeded().database.kind !== "sqlite") this.skip();
      service = await startDefectiveService();
      all = await foundWith(service.tokens.full);
    });
    after(async () => {
      await (service as DefectiveService | undefined)?.stop();
    });

    function foundWith(token: string) {
      const { url, apiPrefix } = service;
      const model = new TestModel({ url, apiPrefix, token });
      models.push(model);
      return checkEverywhere(model);
    }

    /** The lines of these findings and of the defects that were made, without those that a token can't see. */
    function expectedWith(name: keyof LimitedTokens, ofSeed: readonly string[]): string[] {
      const visibleDefects = service.defects.filter(({ rule }) => !hiddenFrom[name].includes(rule));
      return [...ofSeed, ...visibleDefects.map(lineOf)].sort();
    }

    it("the check of a magazine finds exactly the defects that were made, one of each rule", () => {
      assert.deepEqual(all.lines, [...whole.lines, ...service.defects.map(lineOf)].sort());
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
        const { lines, unchecked } = await foundWith(service.limitedTokens.withoutAuthors);

        assert.deepEqual(lines, expectedWith("withoutAuthors", whole.lines));
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
        const { lines, unchecked } = await foundWith(service.limitedTokens.withoutFiles);

        // Without the locales, the default localization of a single type names the others.
        const hidden = new RegExp(`^warning (${hiddenFrom.withoutFiles.join("|")}) `);
        const ofSeed = whole.lines.filter((line) => !hidden.test(line));
        assert.deepEqual(lines, expectedWith("withoutFiles", ofSeed));
        assert.deepEqual(unchecked, [
          "Media files were not checked. This requires the permission Upload: find.",
          "Translations were not checked. This requires the permission I18n: listLocales.",
        ]);
      },
    );
  });
});
