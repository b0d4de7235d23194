import assert from "node:assert/strict";
import type { CheckFinding } from "../../../src/model/check/checkFinding.ts";
import { runCheck } from "../../../src/model/check/checkRun.ts";
import type { CheckProgress } from "../../../src/model/check/checkRun.ts";
import { checkResultWords } from "../../../src/texts/check/checkResultWords.ts";
import { pathText } from "../../../src/model/foundation/json.ts";
import { addManyArticles } from "../../support/manyArticles.ts";
import type { Service } from "../../support/service.ts";
import { TestModel, modelOn } from "../testModel.ts";
import { openAhead } from "../schemas/ahead.ts";
import {
  ask,
  changeElsewhere,
  magazine,
  makeArticle,
  openModel,
  unique,
  useSeededService,
} from "../magazine.ts";
import { must } from "../outcomes.ts";
import { allOf, check, everywhere, only, shownIn, some, uncheckedIn } from "./checking.ts";
import { countRequests } from "./requestCount.ts";

const readingList = (...articles: readonly string[]) => ({
  __component: "sections.reading-list",
  heading: "More",
  articles,
});

/** Creates an article that was published before a target of its relation. Returns its id. */
async function makeLoss(data: object = {}): Promise<string> {
  const target = await makeArticle({}, "status=draft");
  const id = await makeArticle({ sections: [readingList(target)], ...data });
  await ask("PUT", `articles/${target}?status=published`, {});
  return id;
}

describe("Check of the magazine", function () {
  this.timeout(60_000);
  // Without the changes of other tests.
  const service = useSeededService();
  const models: TestModel[] = [];
  let whole: ReturnType<typeof check> | undefined;

  afterEach(() => {
    for (const model of models.splice(0)) model.close();
  });

  /** The findings of the whole magazine. No test before the last one changes it. */
  const checkWhole = (): ReturnType<typeof check> => {
    if (whole) return whole;
    const model = open();
    whole = check(model, everywhere(model));
    return whole;
  };

  const open = (token: keyof Service["tokens"] = "full"): TestModel => {
    const { url, apiPrefix, tokens } = service();
    const model =
      token === "full"
        ? modelOn(service())
        : new TestModel({ url, apiPrefix, token: tokens[token] });
    models.push(model);
    return model;
  };

  it("the check of the magazine finds exactly the defects of the seed", async () => {
    const { report, findings } = await checkWhole();

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
    assert.deepEqual(report.findings, { error: 0, warning: 21 });
    assert.equal(report.isCancelled, false);
  });

  it("the check of the magazine reads all documents, and leaves nothing unchecked", async () => {
    const { report } = await checkWhole();

    assert.deepEqual([report.documents, report.unchecked], [451, []]);
  });

  it("the check of the magazine checks one localization of a single type, or of a document", async () => {
    const model = open();
    const { findings } = await checkWhole();
    const stale = findings.find(({ address }) => address.type === "articles");
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
    if (service().database.kind !== "sqlite") this.skip();
    const model = open();
    must(await model.catalogs.service(model.connection.id));
    addManyArticles(service().database, 100);
    let documents = 0;

    const { all, atOnce } = await countRequests(async () => {
      documents = (await check(model, allOf(model, "articles"))).report.documents;
    });

    assert.ok(documents > 400);
    assert.ok(all <= (3 * documents) / 100, `${all} requests for ${documents} documents`);
    assert.equal(atOnce, 2);
  });
});

describe("Check with another token", () => {
  it("a check finds the same with a token that may only read", async () => {
    const { model } = openAhead({ token: magazine().tokens.readOnly });
    const id = await makeLoss();

    const { report, findings } = await check(model, some(model, "articles", id));

    assert.deepEqual(shownIn(findings, id), ["error 0 en sections[0].articles[0]"]);
    assert.deepEqual(uncheckedIn(report, model), [
      "Translations were not checked. This requires the permission I18n: listLocales.",
    ]);
  });

  it("a check does not take a relation for lost that the token may not read", async () => {
    const model = openModel({ token: magazine().tokens.custom });
    const author = (await ask("POST", "authors?status=draft", { name: unique("Author") })) as {
      data: { documentId: string };
    };
    const quote = { __component: "sections.quote", text: "So", speaker: "Ada" };
    const { documentId } = author.data;
    const id = await makeArticle({ sections: [{ ...quote, author: documentId }] });
    await ask("PUT", `authors/${documentId}?status=published`, {});

    const [hidden, visibleCheck] = [
      await check(model, { kind: "document", address: model.article(id) }),
      await check(openModel(), { kind: "document", address: model.article(id) }),
    ];

    assert.deepEqual(hidden.findings, []);
    assert.deepEqual(shownIn(visibleCheck.findings, id), ["error 0 en sections[0].author"]);
  });
});

describe("Check of some types", () => {
  it("a check of some types reads only these, without the rule unused-file, and waits after each page", async () => {
    const model = openModel();
    const types = ["tags", "authors"];
    const target = { kind: "connection", connection: model.connection.id, types } as const;
    const steps: string[] = [];

    const { report, findings } = await check(model, target, {
      onProgress: ({ type }) => steps.push(`read ${type}`),
      afterPage: async () => {
        steps.push("waiting");
        await Promise.resolve();
        steps.push("waited");
      },
    });

    const readings = steps.filter((step) => step.startsWith("read"));
    assert.deepEqual([...new Set(readings)], ["read tags", "read authors"]);
    assert.deepEqual(
      steps,
      readings.flatMap((step) => [step, "waiting", "waited"]),
    );
    assert.ok(findings.every(({ rule }) => rule !== "unused-file"));
    assert.deepEqual(report.unchecked, []);
  });
});

describe("Check of a collection", () => {
  const rules = only("lost-relation");

  it("the check of a collection limits itself to the documents that match the list query", async () => {
    const model = openModel();
    const kicker = unique("Kicker");
    const id = await makeLoss({ kicker });
    const other = await makeLoss();
    const collection = { connection: model.connection.id, type: "articles" };
    const listQuery = { locale: "en", filter: { kicker: { $eq: kicker } } };

    const { report, findings } = await check(
      model,
      { kind: "collection", collection, listQuery },
      { rules },
    );

    assert.deepEqual(shownIn(findings, id, other), ["error 0 en sections[0].articles[0]"]);
    assert.equal(report.documents, 1);
  });

  it("the check of a collection limits itself to a publication status", async () => {
    const model = openModel();
    const id = await makeLoss();
    const modified = await makeLoss();
    await changeElsewhere(modified, { kicker: "Changed" });
    const collection = { connection: model.connection.id, type: "articles" };

    const { findings } = await check(
      model,
      { kind: "collection", collection, listQuery: { locale: "en", state: "modified" } },
      { rules },
    );

    assert.deepEqual(shownIn(findings, id, modified), []);
  });

  it("the check of a collection keeps the findings when it is cancelled", async () => {
    const model = openModel();
    const kicker = unique("Kicker");
    await makeLoss({ kicker });
    const collection = { connection: model.connection.id, type: "articles" };
    const target = { kind: "collection", collection, listQuery: { filter: { kicker } } } as const;
    const cancelling = new AbortController();
    const findings: CheckFinding[] = [];
    const progress: CheckProgress[] = [];

    const report = must(
      await runCheck(target, {
        rules,
        dependencies: model,
        signal: cancelling.signal,
        onFinding: (finding) => {
          findings.push(finding);
          cancelling.abort();
        },
        onProgress: (update) => progress.push(update),
      }),
    );

    assert.equal(report.isCancelled, true);
    assert.ok(findings.length > 0);
    assert.equal(report.findings.error, findings.length);
    assert.equal(report.documents, progress.at(-1)?.read);
    assert.match(checkResultWords(report), /^Cancelled\. /);
  });

  it("the check of a collection fails for a type that the service does not have", async () => {
    const model = openModel();

    const [failure] = await runCheck(allOf(model, "ghosts"), {
      dependencies: model,
      onFinding: () => undefined,
    });

    assert.deepEqual(failure, { code: "no-type", name: "ghosts" });
  });
});
