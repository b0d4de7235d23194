import assert from "node:assert/strict";
import { personalChoices } from "../../../src/model/copy/copies.ts";
import type { CopyPlan } from "../../../src/model/copy/copyPlan.ts";
import { madeUpValue } from "../../../src/model/copy/madeUpValues.ts";
import type { AttributeSchema } from "../../../src/client/index.ts";
import type { PersonalKind } from "../../../src/model/copy/personalData.ts";
import { FieldSet } from "../../../src/model/compare/fieldSet.ts";
import { personalKindOf } from "../../../src/model/copy/personalData.ts";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import { textIn } from "../../../src/model/foundation/json.ts";
import { startFaultyProxy } from "../../support/faultyProxy.ts";
import { itLong } from "../../support/longRun.ts";
import { readPlanFile, toPlanFile } from "../../../src/model/copy/copyPlanFile.ts";
import { must } from "../outcomes.ts";
import { Copying, outcomesOf } from "./copying.ts";
import { unique } from "../magazine.ts";
import { useTwoServices } from "../twoServices.ts";
import { plainList } from "../../support/plainHttp.ts";
import { plainChange, plainMakeDraft } from "../../support/plainWrites.ts";

type Given = readonly [name: string, type: string];

const recognized: Readonly<Record<string, readonly Given[]>> = {
  email: [
    ["reply", "email"],
    ["email", "string"],
    ["contactEmail", "text"],
    ["contact_e_mail", "string"],
    ["EMailAddress", "string"],
    ["emails", "json"],
  ],
  phone: [
    ["phone", "string"],
    ["phone_number2", "string"],
    ["contactTelephone", "text"],
    ["phone", "biginteger"],
  ],
};

const others: readonly Given[] = [
  ["title", "string"],
  ["mailing", "string"],
  ["webAddress", "string"],
  ["birthday", "date"],
  ["emailSentAt", "datetime"],
  ["phone", "media"],
  ["hasPhone", "boolean"],
  ["emailSlug", "uid"],
];

describe("personalKindOf", () => {
  for (const [kind, all] of Object.entries(recognized)) {
    it(`personalKindOf recognizes ${kind} by type and name`, () => {
      assert.deepEqual(
        all.map(([name, type]) => [name, personalKindOf(name, { type })]),
        all.map(([name]) => [name, kind]),
      );
    });
  }

  it("personalKindOf recognizes nothing in other attributes", () => {
    const kinds = others.map(([name, type]) => personalKindOf(name, { type }));
    assert.deepEqual(
      kinds,
      others.map(() => undefined),
    );
  });
});

describe("madeUpValue", () => {
  const madeUp = async (
    attribute: AttributeSchema,
    kind?: PersonalKind,
    seed = "seed",
  ): Promise<string> =>
    JSON.stringify(await madeUpValue(attribute, kind, seed)).replaceAll('"', "");

  it("madeUpValue returns the same value for the same document, and another one for another document", async () => {
    const emailFor = (seed: string) => madeUp({ type: "email" }, "email", seed);
    const [firstEmail, again, other] = await Promise.all([
      emailFor("one"),
      emailFor("one"),
      emailFor("other"),
    ]);
    assert.match(firstEmail, /^nobody-\d+@example\.com$/);
    assert.equal(again, firstEmail);
    assert.notEqual(other, firstEmail);
  });

  it("madeUpValue fits the length, the pattern and the range of the schema", async () => {
    const phone = (more: object) => madeUp({ type: "string", ...more }, "phone");
    assert.match(await phone({}), /^\+999 \d{12}$/);
    assert.match(await phone({ regex: "^\\d{15}$" }), /^999\d{12}$/);
    assert.equal((await phone({ maxLength: 4 })).length, 4);
    assert.equal((await phone({ minLength: 30 })).length, 30);
    const count = await madeUp({ type: "integer", min: 5, max: 9 }, "phone");
    assert.ok(Number(count) >= 5 && Number(count) <= 9);
    const day = await madeUp({ type: "date" });
    assert.match(day, /^19\d\d-\d\d-\d\d$/);
  });

  it("madeUpValue returns undefined if no value fits", async () => {
    assert.equal(await madeUpValue({ type: "email", maxLength: 5 }, "email", "seed"), undefined);
    const pattern = { type: "string", regex: "^[a-z]+$" };
    assert.equal(await madeUpValue(pattern, "phone", "seed"), undefined);
  });
});

describe("Copy of personal data", function () {
  this.timeout(120_000);
  const services = useTwoServices();

  /** An article with an author and a tag, all of which have personal data. */
  async function makePersonal() {
    const name = unique("Personal");
    const slug = name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
    const source = services().from;
    const person = { name, slug, email: "mara@example.org", basedIn: "Oslo" };
    const author = await plainMakeDraft(source, "authors", person);
    const tag = await plainMakeDraft(source, "tags", {
      name: `${slug}@example.org`.slice(-40),
      slug,
    });
    const links = [
      { label: "Write", url: "mailto:mara@example.org" },
      { label: "Write", url: "mailto:ivo@example.org" },
    ];
    const data = { title: name, slug, kicker: "Old", contactEmail: "mara@example.org", links };
    const id = await plainMakeDraft(source, "articles", { ...data, author, tags: [tag] });
    return { slug, id };
  }

  /** The only document with a slug on a service. */
  async function findBySlug(side: "from" | "to", type: string, slug: string): Promise<JsonObject> {
    const path = `${type}?filters[slug][$eq]=${slug}&status=draft&populate=*`;
    const [document, ...others] = await plainList(services()[side], path);
    assert.ok(document && others.length === 0, `${type} ${slug}`);
    return document;
  }

  /** Plans to leave these fields empty, except those that the user copies. */
  async function planWithout(copying: Copying, id: string, copiedFields: readonly string[] = []) {
    const comparison = await copying.compare({ articles: [id] });
    const plan = await copying.plan(comparison);
    const declared = new FieldSet(fields.map(([owner, name]) => ({ owner, name })));
    const chosen = plan.personal.filter(
      ({ owner, name }) => declared.has(owner, name) && !copiedFields.includes(name),
    );
    return copying.plan(comparison, personalChoices(plan, chosen));
  }

  const leftEmptyIn = ({ personal }: CopyPlan) =>
    personal.filter(({ isLeftEmpty }) => isLeftEmpty).map(({ owner, name }) => [owner, name]);

  const fields = [
    ["api::tag.tag", "name"],
    ["api::author.author", "email"],
    ["api::article.article", "contactEmail"],
    ["shared.link", "url"],
  ] as const;

  it("a copy leaves the chosen fields empty in all documents, and sends nothing the second time", async () => {
    const { slug, id } = await makePersonal();
    const copying = new Copying();
    const plan = await planWithout(copying, id);
    assert.deepEqual(leftEmptyIn(plan).sort(), [...fields].sort());

    assert.deepEqual(outcomesOf(await copying.run(plan)), ["done", "done", "done"]);

    const [article, author, tag] = await Promise.all([
      findBySlug("to", "articles", slug),
      findBySlug("to", "authors", slug),
      findBySlug("to", "tags", slug),
    ]);
    assert.deepEqual([article["contactEmail"], article["kicker"]], [null, "Old"]);
    assert.deepEqual([author["email"], author["basedIn"]], [null, "Oslo"]);
    assert.match(textIn(tag, "name"), /^Removed \d+$/);
    const urls = (article["links"] as JsonObject[]).map((link) => textIn(link, "url"));
    for (const url of urls) assert.match(url, /^Removed \d+$/);
    assert.equal(new Set(urls).size, 2);
    assert.equal((article["author"] as JsonObject)["slug"], slug);

    const again = new Copying({ pairs: copying.store });
    const { rows, leftOut } = await again.compare({ articles: [id] });
    assert.deepEqual(
      rows.map(({ kind }) => kind),
      ["same"],
    );
    assert.deepEqual(
      leftOut.filter(({ code }) => code === "left-empty"),
      [
        { code: "left-empty", owner: "api::article.article", name: "contactEmail", side: "to" },
        { code: "left-empty", owner: "shared.link", name: "url", side: "to" },
      ],
    );
    assert.deepEqual(again.writes, []);
  });

  it("personal data stays out of later copies, whichever side changes, and is not cleared in the source", async () => {
    const { slug, id } = await makePersonal();
    const copying = new Copying();
    await copying.run(await planWithout(copying, id));
    const path = `articles/${id}?status=draft`;
    await plainChange(services().from, path, { contactEmail: "ivo@example.org", kicker: "New" });

    const { rows } = await copying.compare({ articles: [id] });
    assert.deepEqual(
      rows.map(({ names, conflict }) => [names, conflict]),
      [[["kicker"], undefined]],
    );
    assert.deepEqual(await copying.copy({ articles: [id] }), ["done"]);
    const targetArticle = await findBySlug("to", "articles", slug);
    assert.deepEqual([targetArticle["kicker"], targetArticle["contactEmail"]], ["New", null]);

    const before = await findBySlug("from", "articles", slug);
    const data = { kicker: "Back", links: [{ label: "Other", url: "https://example.com" }] };
    const thereId = textIn(targetArticle, "documentId");
    await plainChange(services().to, `articles/${thereId}?status=draft`, data);
    const back = new Copying({ pairs: copying.store, isReversed: true });
    assert.deepEqual(await back.copy({ articles: [thereId] }), ["done"]);
    const after = await findBySlug("from", "articles", slug);
    assert.equal(after["kicker"], "Back");
    assert.deepEqual(
      [after["contactEmail"], after["links"]],
      [before["contactEmail"], before["links"]],
    );
  });

  it("a plan proposes personal data by type and name, and lists the other texts and dates", async () => {
    const { id } = await makePersonal();
    const copying = new Copying();

    const { personal } = await copying.plan(await copying.compare({ articles: [id] }));

    const proposed = personal.filter(({ kind }) => kind !== undefined);
    assert.deepEqual(proposed.map(({ name }) => name).sort(), ["contactEmail", "email"]);
    const names = new Set(personal.map(({ owner, name }) => `${owner}.${name}`));
    for (const name of ["api::author.author.bio", "api::tag.tag.name", "shared.link.url"])
      assert.ok(names.has(name), name);
    assert.ok(!names.has("api::article.article.slug"));
  });

  it("a copy includes the personal data that the user keeps, and remembers the choice", async () => {
    const { slug, id } = await makePersonal();
    const copying = new Copying();
    const names = ["contactEmail", "url", "name"];

    await copying.run(await planWithout(copying, id, names));

    const article = await findBySlug("to", "articles", slug);
    assert.equal(article["contactEmail"], "mara@example.org");
    assert.equal((await findBySlug("to", "authors", slug))["email"], null);
    const other = await makePersonal();
    const plan = await copying.plan(await copying.compare({ articles: [other.id] }));
    const proposed = plan.personal.filter(({ kind }) => kind !== undefined);
    assert.deepEqual(
      proposed.map(({ name, isLeftEmpty, isKept }) => [name, isLeftEmpty, isKept]).sort(),
      [
        ["contactEmail", false, true],
        ["email", true, false],
      ],
    );
    assert.deepEqual(leftEmptyIn(plan), [["api::author.author", "email"]]);
  });

  it("personal data is no conflict if a field is left empty or copied again after earlier copies", async () => {
    const { id } = await makePersonal();
    const copying = new Copying();
    await copying.copy({ articles: [id] });
    const [before, path] = [await copying.pairs(), `articles/${id}?status=draft`];
    const choices = await planWithout(copying, (await makePersonal()).id);
    await before.choosePersonal(choices.parts.types.personal);
    await plainChange(services().from, path, {
      links: [{ label: "Changed", url: "mailto:mara@example.org" }],
    });

    const conflictsNow = async () =>
      (await copying.compare({ articles: [id] })).rows.map(({ names, conflict }) => [
        names,
        conflict,
      ]);

    assert.deepEqual(await conflictsNow(), [[["links"], undefined]]);
    await copying.copy({ articles: [id] });
    const after = await copying.pairs();
    await after.choosePersonal({ ...after.personal, leaveEmpty: before.empty.from });
    assert.deepEqual(await conflictsNow(), [[["links"], undefined]]);
  });

  itLong("an interrupted copy keeps the choice of personal data when it resumes", async () => {
    const proxy = await startFaultyProxy(services().to.url);
    try {
      // Each write is cut once. The last copy ends.
      for (let write = 1, isCut = true; isCut; write += 1) {
        const { slug, id } = await makePersonal();
        const copying = new Copying({ urls: { to: proxy.url } });
        const plan = await planWithout(copying, id);
        const cut = new AbortController();
        let writes = 0;
        proxy.meet(({ method }) => {
          if (method === "GET" || (writes += 1) !== write) return undefined;
          cut.abort();
          return { kind: "answer dropped" };
        });
        await copying.copies.run(plan, { group: "copy-1", signal: cut.signal });
        proxy.meet(() => undefined);
        await proxy.untilQuiet();
        isCut = cut.signal.aborted;

        const comparison = await copying.compare({ articles: [id] });
        const rows = comparison.rows.filter(({ kind }) => kind !== "same").map((row) => ({ row }));
        if (rows.length > 0) await copying.run(await copying.plan(comparison, { rows }));

        const [article, author] = [
          await findBySlug("to", "articles", slug),
          await findBySlug("to", "authors", slug),
        ];
        const values = [article["contactEmail"], author["email"]];
        assert.deepEqual(values, [null, null], `cut at write ${write}`);
        assert.equal((article["author"] as JsonObject)["slug"], slug, `cut at write ${write}`);
      }
    } finally {
      await proxy.stop();
    }
  });

  it("a plan file includes the choice of personal data", async () => {
    const { slug, id } = await makePersonal();
    const copying = new Copying();
    const text = toPlanFile(await planWithout(copying, id));

    const pairs = await copying.pairs();
    const options = { pairs };
    const plan = must(await copying.copies.fromPlanFile(must(readPlanFile(text)), options));

    assert.deepEqual(outcomesOf(await copying.run(plan)), ["done", "done", "done"]);
    assert.equal((await findBySlug("to", "articles", slug))["contactEmail"], null);
  });
});
