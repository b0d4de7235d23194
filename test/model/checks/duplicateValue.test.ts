import assert from "node:assert/strict";
import { describeCheckFinding } from "../../../src/texts/checkWords.ts";
import { ask, changeElsewhere, make, makeArticle, openDesk, unique } from "../magazine.ts";
import { allOf, check, only, shownIn } from "./checking.ts";

const rules = only("duplicate-value");
const newCode = () => unique("c").replaceAll(" ", "").slice(-12);

describe("Rule duplicate-value", () => {
  it("reports drafts with the same unique value, until they differ", async () => {
    const desk = openDesk();
    const code = newCode();
    const [one, two, other] = [
      await makeArticle({ code, title: unique("One") }),
      await makeArticle({ code, title: unique("Two") }, "status=draft"),
      await makeArticle({ code: newCode() }),
    ];

    const before = await check(desk, allOf(desk, "articles"), { rules });
    await changeElsewhere(two, { code: newCode() });
    const after = await check(desk, allOf(desk, "articles"), { rules });

    assert.deepEqual(shownIn(before.findings, one, two, other), [
      "error 0 en code",
      "error 1 en code",
    ]);
    assert.deepEqual(shownIn(after.findings, one, two, other), []);
    const [finding] = before.findings.filter(({ address }) => address.id === two);
    assert.match(
      finding ? describeCheckFinding(finding) : "",
      /^code must be unique\. The value 'c[\w-]+' is also in 'One /,
    );
  });

  it("reports a shared attribute once for a document with several localizations", async () => {
    const desk = openDesk();
    const code = newCode();
    const translated = await makeArticle({ code });
    await ask("PUT", `articles/${translated}?locale=fr`, { title: unique("Article") });
    const other = await makeArticle({ code }, "status=draft");

    const { findings } = await check(desk, allOf(desk, "articles"), { rules });

    assert.deepEqual(shownIn(findings, translated, other), ["error 0 en code", "error 1 en code"]);
  });

  it("compares the values of a localized attribute in each locale", async () => {
    const desk = openDesk();
    const slug = unique("slug").replaceAll(" ", "-");
    const [one, two] = [
      await makeArticle({ slug }, "status=draft"),
      await makeArticle({}, "status=draft"),
    ];
    const french = (data: object) => ({ title: unique("Article"), ...data });
    await ask("PUT", `articles/${two}?locale=fr&status=draft`, french({ slug }));
    const separate = await check(desk, allOf(desk, "articles"), { rules });
    await ask("PUT", `articles/${one}?locale=fr&status=draft`, french({ slug }));

    const both = await check(desk, allOf(desk, "articles"), { rules });

    assert.deepEqual(shownIn(separate.findings, one, two), []);
    assert.deepEqual(shownIn(both.findings, one, two), ["error 0 fr slug", "error 1 fr slug"]);
  });

  it("finds the duplicate of a single document among all documents", async () => {
    const desk = openDesk();
    const name = unique("Tag");
    const slug = name.replaceAll(" ", "-");
    const [one, two] = [
      await make("tags?status=draft", { name, slug }),
      await make("tags?status=draft", { name: unique("Tag"), slug }),
    ];

    const { findings } = await check(
      desk,
      { kind: "document", address: desk.at("tags", two) },
      { rules },
    );

    assert.deepEqual(shownIn(findings, one, two), ["error 1 slug"]);
  });
});
