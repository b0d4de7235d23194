import assert from "node:assert/strict";
import type { CheckFinding } from "../../../src/model/check/checkFinding.ts";
import { runCheck } from "../../../src/model/check/checkRun.ts";
import type { CheckProgress } from "../../../src/model/check/checkRun.ts";
import { checkResultWords } from "../../../src/texts/check/checkResultWords.ts";
import { openAhead } from "../schemas/ahead.ts";
import { ask, changeElsewhere, magazine, makeArticle, openModel, unique } from "../magazine.ts";
import { must } from "../outcomes.ts";
import { allOf, check, only, shownIn, some, uncheckedIn } from "./checking.ts";

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
