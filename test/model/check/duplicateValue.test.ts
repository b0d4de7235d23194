import assert from "node:assert/strict";
import { describeCheckFinding } from "../../../src/texts/check/checkFindingWords.ts";
import { plainRequest } from "../../support/plainHttp.ts";
import { modelOn } from "../testModel.ts";
import type { TestModel } from "../testModel.ts";
import { ask, changeElsewhere, make, makeArticle, openModel, unique } from "../magazine.ts";
import { useChangedService } from "./changedService.ts";
import { check, only, shownIn, some } from "./checking.ts";

const rules = only("duplicate-value");
const newCode = () => unique("c").replaceAll(" ", "").slice(-12);

describe("Rule duplicate-value", () => {
  it("rule duplicate-value reports drafts with the same unique value, until they differ", async () => {
    const model = openModel();
    const code = newCode();
    const [firstId, two, other] = [
      await makeArticle({ code, title: unique("One") }),
      await makeArticle({ code, title: unique("Two") }, "status=draft"),
      await makeArticle({ code: newCode() }),
    ];

    const target = some(model, "articles", firstId, two, other);
    const before = await check(model, target, { rules });
    await changeElsewhere(two, { code: newCode() });
    const after = await check(model, target, { rules });

    assert.deepEqual(shownIn(before.findings, firstId, two, other), [
      "error 0 en code",
      "error 1 en code",
    ]);
    assert.deepEqual(shownIn(after.findings, firstId, two, other), []);
    const [finding] = before.findings.filter(({ address }) => address.id === two);
    assert.match(
      finding ? describeCheckFinding(finding) : "",
      /^code must be unique\. The value 'c[\w-]+' is also in 'One /,
    );
  });

  it("rule duplicate-value reports a shared attribute once for a document with several localizations", async () => {
    const model = openModel();
    const code = newCode();
    const translated = await makeArticle({ code });
    await ask("PUT", `articles/${translated}?locale=fr`, { title: unique("Article") });
    const other = await makeArticle({ code }, "status=draft");

    const { findings } = await check(model, some(model, "articles", translated, other), { rules });

    assert.deepEqual(shownIn(findings, translated, other), ["error 0 en code", "error 1 en code"]);
  });

  it("rule duplicate-value compares the values of a localized attribute in each locale", async () => {
    const model = openModel();
    const slug = unique("slug").replaceAll(" ", "-");
    const [firstId, two] = [
      await makeArticle({ slug }, "status=draft"),
      await makeArticle({}, "status=draft"),
    ];
    const french = (data: object) => ({ title: unique("Article"), ...data });
    await ask("PUT", `articles/${two}?locale=fr&status=draft`, french({ slug }));
    const target = some(model, "articles", firstId, two);
    const separate = await check(model, target, { rules });
    await ask("PUT", `articles/${firstId}?locale=fr&status=draft`, french({ slug }));

    const both = await check(model, target, { rules });

    assert.deepEqual(shownIn(separate.findings, firstId, two), []);
    assert.deepEqual(shownIn(both.findings, firstId, two), ["error 0 fr slug", "error 1 fr slug"]);
  });

  it("rule duplicate-value finds the duplicate of a single document among all documents", async () => {
    const model = openModel();
    const name = unique("Tag");
    const slug = name.replaceAll(" ", "-");
    const [firstId, two] = [
      await make("tags?status=draft", { name, slug }),
      await make("tags?status=draft", { name: unique("Tag"), slug }),
    ];

    const { findings } = await check(
      model,
      { kind: "document", address: model.at("tags", two) },
      { rules },
    );

    assert.deepEqual(shownIn(findings, firstId, two), ["error 1 slug"]);
  });
});

describe("Rule duplicate-value in components", function () {
  this.timeout(60_000);
  const link = (code: string) => ({ label: "Tea", url: "/tea", code });
  const quote = (code: string) => ({
    __component: "sections.quote",
    text: "So",
    speaker: "Ada",
    code,
  });
  const box = (...codes: readonly string[]) => ({
    __component: "sections.fact-box",
    heading: "Facts",
    facts: codes.map((code) => ({ label: "Price", value: "1", code })),
  });
  // The code of each of these components is unique.
  const service = useChangedService();
  let model: TestModel;

  before(() => {
    model = modelOn(service());
  });
  after(() => model.close());

  /** Creates a draft. Returns its id. */
  async function draft(data: object, query = ""): Promise<string> {
    const { body } = await plainRequest(service(), "POST", `articles?status=draft${query}`, {
      data: { title: unique("Article"), ...data },
    });
    return (body as { data: { documentId: string } }).data.documentId;
  }

  const findingsFor = async (...ids: readonly string[]): Promise<string[]> => {
    const { findings } = await check(model, some(model, "articles", ...ids), { rules });
    return shownIn(findings, ...ids);
  };

  /** The paths that the service rejects when it publishes. */
  async function rejected(id: string, query = ""): Promise<string[]> {
    const path = `articles/${id}?status=published${query}`;
    const { body } = await plainRequest(service(), "PUT", path, { data: {} });
    const { error } = body as {
      error?: { details: { errors: { path: string[]; message: string }[] } };
    };
    const errors = error?.details.errors ?? [];
    return errors.map(({ path }) => path.join("."));
  }

  it("rule duplicate-value reports values in components that the service would reject, by type and locale", async () => {
    const [seo, code] = [{ metaTitle: "Tea", code: unique("Seo") }, unique("Link")];
    const firstId = await draft({ seo, links: [link(code)] });
    const two = await draft({ seo, links: [link(unique("Link")), link(code)] });
    const french = await draft({ seo, links: [link(code)] }, "&locale=fr");
    await plainRequest(service(), "POST", "pages?status=draft", {
      data: { title: unique("Page"), seo },
    });

    const before = await findingsFor(firstId, two, french);
    const [first, second] = [await rejected(firstId), await rejected(two)];

    assert.deepEqual(before, [
      "error 0 en links[0].code",
      "error 0 en seo.code",
      "error 1 en links[1].code",
      "error 1 en seo.code",
    ]);
    assert.deepEqual([first, second], [[], ["seo.code", "links.1.code"]]);
    assert.deepEqual(await rejected(french, "&locale=fr"), []);
  });

  it("rule duplicate-value reports a value that a list or a dynamic zone has twice, at both places", async () => {
    const [inList, inZone] = [unique("Link"), unique("Quote")];
    const list = await draft({ links: [link(inList), link(unique("Link")), link(inList)] });
    const zone = await draft({ sections: [quote(inZone), box("A", "A"), quote(inZone)] });
    const nested = await draft({ sections: [box("A", "A")] });

    assert.deepEqual(await findingsFor(list, zone, nested), [
      "error 0 en links[0].code",
      "error 0 en links[2].code",
      "error 1 en sections[0].code",
      "error 1 en sections[2].code",
    ]);
    assert.deepEqual(
      [await rejected(list), await rejected(zone), await rejected(nested)],
      [["links.0.code", "links.2.code"], ["sections.0.code", "sections.2.code"], []],
    );
  });
});
