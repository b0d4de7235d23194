import assert from "node:assert/strict";
import { plainAll, plainRequest } from "../../support/plainHttp.ts";
import type { PlainDocument } from "../../support/plainHttp.ts";
import { modelOn } from "../testModel.ts";
import type { TestModel } from "../testModel.ts";
import { make, openModel } from "../magazine.ts";
import { shortestSummary, useChangedService } from "./changedService.ts";
import { allOf, check, only } from "./checking.ts";
import { textIn } from "../../../src/model/foundation/json.ts";

const rules = only("invalid-value");

describe("Rule invalid-value, after a change of the schema", function () {
  this.timeout(120_000);
  const service = useChangedService();
  let model: TestModel;

  before(() => {
    model = modelOn(service());
  });
  after(() => model.close());

  const rowsOf = async (status: string): Promise<PlainDocument[]> => {
    const rows: PlainDocument[] = [];
    for (const locale of ["en", "fr", "de"]) {
      const query = `status=${status}&locale=${locale}&fields=kind,summary,locale`;
      rows.push(...(await plainAll(service(), `articles?${query}`)));
    }
    return rows;
  };

  /** The defects in the content as the service returns it, in the form of `reportedLines`. */
  async function expectedLines(): Promise<string[]> {
    const [drafts, published] = [await rowsOf("draft"), await rowsOf("published")];
    const placeOf = (row: PlainDocument) => `${row.documentId} ${textIn(row, "locale")}`;
    const live = new Map(published.map((row) => [placeOf(row), row]));
    const isGone = (row: PlainDocument | undefined) => row?.["kind"] === "essay";
    const isShort = (row: PlainDocument = { documentId: "" }) => {
      const summary = textIn(row, "summary");
      return summary !== "" && summary.length < shortestSummary;
    };
    return drafts.flatMap((row) => {
      const version = live.get(placeOf(row));
      const short = isShort(version) ? "error" : isShort(row) ? "warning" : undefined;
      return [
        ...(isGone(row) || isGone(version) ? [`error ${placeOf(row)} kind not-a-choice`] : []),
        ...(short ? [`${short} ${placeOf(row)} summary too-short`] : []),
      ];
    });
  }

  let all: ReturnType<typeof check> | undefined;

  /** The findings in all articles as the seed made them. */
  const checkAll = (): ReturnType<typeof check> => {
    all ??= check(model, allOf(model, "articles"), { rules });
    return all;
  };

  async function reportedLines(): Promise<string[]> {
    const { findings } = await checkAll();
    return findings.map(({ severity, address: { id, locale }, path, ...finding }) => {
      const code =
        finding.rule === "invalid-value" && "flaw" in finding.data
          ? finding.data.flaw.code
          : finding.rule;
      return `${severity} ${id} ${locale} ${path.join(".")} ${code}`;
    });
  }

  it("rule invalid-value finds exactly the values that a new schema rejects", async () => {
    const all = await reportedLines();

    assert.deepEqual(all.toSorted(), (await expectedLines()).toSorted());
    for (const part of ["error", "warning", "not-a-choice", "too-short"]) {
      assert.ok(
        all.some((line) => line.includes(part)),
        part,
      );
    }
  });

  it("rule invalid-value finds an invalid value in a type without drafts", async () => {
    const { findings } = await check(model, allOf(model, "categories"), { rules });

    const categories = await plainAll(service(), "categories");
    assert.deepEqual(
      findings.map(({ severity, address, title }) => [severity, address.id, title]).sort(),
      categories
        .filter((category) => textIn(category, "description").length > 20)
        .map(({ documentId, name }) => ["error", documentId, name])
        .sort(),
    );
    assert.ok(findings.length > 0);
  });

  it("rule invalid-value finds nothing in a document that was corrected", async () => {
    const before = await reportedLines();
    const [line = ""] = before.filter((text) => /^error \w+ en kind/.test(text));
    const [, id = ""] = line.split(" ");
    const data = { kind: "guide", summary: "Long enough. ".repeat(15) };

    await plainRequest(service(), "PUT", `articles/${id}?locale=en`, { data });
    const target = { kind: "document", address: model.article(id) } as const;

    assert.deepEqual((await check(model, target, { rules })).findings, []);
  });

  it("rule invalid-value offers to set the field and to publish, depending on the versions with the value", async () => {
    const kindsIn = ({ findings }: Awaited<ReturnType<typeof check>>) =>
      findings.filter(({ path, address }) => path[0] === "kind" && address.locale === "en");
    const published = kindsIn(await checkAll()).findLast(
      ({ rule, data }) => rule === "invalid-value" && data.isPublished,
    );
    assert.ok(published);
    const { address, fixes } = published;

    await plainRequest(service(), "PUT", `articles/${address.id}?status=draft&locale=en`, {
      data: { kind: "guide" },
    });
    const after = kindsIn(await check(model, { kind: "document", address }, { rules }));

    assert.deepEqual(fixes, [{ code: "set-field", field: "kind", publishes: true }]);
    assert.deepEqual(
      after.map((finding) => finding.fixes),
      [[{ code: "publish-again" }, { code: "compare-with-published" }]],
    );
  });
});

describe("Rule invalid-value", () => {
  it("rule invalid-value warns about a draft that can't be published", async () => {
    const model = openModel();
    const id = await make("articles?status=draft", { kicker: "None", seo: { noIndex: true } });

    const { findings } = await check(
      model,
      { kind: "document", address: model.article(id) },
      { rules },
    );

    assert.deepEqual(
      findings.map(({ severity, path }) => `${severity} ${path.join(".")}`),
      ["warning title", "warning seo.metaTitle"],
    );
  });
});
