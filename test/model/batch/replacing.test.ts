import assert from "node:assert/strict";
import { Batches } from "../../../src/model/batch/batches.ts";
import {
  ask,
  bothVersions,
  changeElsewhere,
  draft,
  makeArticle,
  makeTranslated,
  openModel,
} from "../magazine.ts";
import { must } from "../outcomes.ts";
import { undoNewest } from "../undoNewest.ts";
import { articles, carryOut, outcomesOf, replacingIn, shortly, word } from "./replacer.ts";

describe("Find and Replace", () => {
  it("Find and Replace previews the matches, changes only these texts in drafts, and can be undone", async () => {
    const model = openModel();
    const otter = word();
    const sections = [
      { __component: "sections.quote", text: `The ${otter}, an ${otter}`, speaker: "Ada" },
      { __component: "sections.text", heading: "Kept", body: `**${otter}**` },
    ];
    const content = [{ type: "paragraph", children: [{ type: "text", text: otter, bold: true }] }];
    const seo = { metaTitle: `On ${otter}`, metaDescription: "Kept" };
    const id = await makeArticle({ seo, sections, content, kicker: "Kept" });
    const action = await replacingIn(model, { text: otter, replacement: "Heron" });
    const batches = new Batches(model);
    const read = async (): Promise<unknown> => {
      const populate = "populate[seo]=true&populate[sections][populate]=*";
      return { ...(await draft(`articles/${id}`, populate)), updatedAt: "" };
    };
    const before = await read();

    const { planned } = must(await batches.preview(articles(model, id), action));
    const [item] = planned;
    assert.ok(item);
    const sides = must(await batches.sides(item, action));
    const results = await batches.run(planned, action, { group: "batch-1" });
    const after = await read();
    const contents = await bothVersions(id, "content");
    await undoNewest(model);

    const replaced = (value: unknown): unknown =>
      JSON.parse(JSON.stringify(value).replaceAll(otter, "Heron"));
    const [left, rightText] = [`The ${otter}, an `.slice(-16), `, an ${otter}`];
    const right = rightText.length > 16 ? `${rightText.slice(0, 16)}…` : rightText;
    assert.deepEqual(shortly(item.change), [
      5,
      ["content", "seo", "sections"],
      `content: ${otter} → Heron`,
      `seo.metaTitle: On ${otter} → On Heron`,
      `sections[sections.quote].text: The ${otter}${right} → The Heron${right}`,
      `sections[sections.quote].text: …${left}${otter} → …${left}Heron`,
      `sections[sections.text].body: **${otter}** → **Heron**`,
    ]);
    assert.deepEqual([sides.before.includes("Heron"), sides.after.includes(otter)], [false, false]);
    assert.deepEqual(outcomesOf(results), ["done"]);
    assert.deepEqual(after, replaced(before));
    assert.deepEqual(contents, [[replaced(content)], [content]]);
    assert.deepEqual(await read(), before);
  });

  it("Find and Replace skips documents that would not be valid, with the reason", async () => {
    const model = openModel();
    const otter = word();
    const [long, slug, fine] = [
      await makeArticle({ kicker: `${otter} ${"x".repeat(40)}` }, "status=draft"),
      await makeArticle({ slug: otter }, "status=draft"),
      await makeArticle({ kicker: otter, contactEmail: "nobody at all" }, "status=draft"),
    ];
    const heron = "Heron on the lake at dawn ".repeat(2);
    const action = await replacingIn(model, { text: otter, replacement: heron });

    const preview = must(
      await new Batches(model).preview(articles(model, long, slug, fine), action),
    );

    const whys = preview.skipped.map(({ address, failure }) => [
      address.id,
      failure.code === "not-valid" && failure.findings.map(({ code, path }) => [code, ...path]),
    ]);
    assert.deepEqual(
      preview.planned.map(({ address }) => address.id),
      [fine],
    );
    assert.deepEqual(
      new Map(whys as [string, unknown][]),
      new Map([
        [long, [["too-long", "kicker"]]],
        [slug, [["not-a-slug", "slug"]]],
      ]),
    );
    assert.deepEqual(model.sent("PUT"), []);
  });

  it("Find and Replace changes localized text in each locale, and shared text once", async () => {
    const model = openModel();
    const otter = word();
    const id = await makeTranslated(`${otter} in Winter`, `${otter} en hiver`);
    await changeElsewhere(id, { contactEmail: `${otter}@example.com` });
    const untranslated = await makeArticle({ title: otter });
    const action = await replacingIn(model, { text: otter, replacement: `Sea${otter}` });
    const target = { ...articles(model, id, untranslated), locales: ["en", "fr", "de"] };
    const batches = new Batches(model);

    const { planned, skipped } = must(await batches.preview(target, action));
    const results = await batches.run(planned, action, { group: "batch-1" });

    const [en, fr] = [await draft(`articles/${id}`), await draft(`articles/${id}`, "locale=fr")];
    assert.deepEqual(
      planned
        .map(({ address: { id: of, locale }, change }) => [of === id, locale, shortly(change)])
        .sort(),
      [
        [false, "en", [1, ["title"], `title: ${otter} → Sea${otter}`]],
        [
          true,
          "en",
          [
            2,
            ["title", "contactEmail"],
            `title: ${otter} in Winter → Sea${otter} in Winter`,
            `contactEmail: ${otter}@example.com → Sea${otter}@example.com`,
          ],
        ],
        [true, "fr", [1, ["title"], `title: ${otter} en hiver → Sea${otter} en hiver`]],
      ],
    );
    assert.deepEqual([skipped, outcomesOf(results)], [[], ["done", "done", "done"]]);
    assert.deepEqual(
      [en, fr].map((version) => [version?.["title"], version?.["contactEmail"]]),
      [
        [`Sea${otter} in Winter`, `Sea${otter}@example.com`],
        [`Sea${otter} en hiver`, `Sea${otter}@example.com`],
      ],
    );
  });

  it("Find and Replace changes text in a single type", async () => {
    const model = openModel();
    const otter = word();
    const before = (await draft("homepage"))?.["heading"] as string;
    await ask("PUT", "homepage?status=draft", { heading: `${otter} ${before}` });
    const target = {
      kind: "selected",
      items: [{ address: model.single("homepage", "en"), title: "" }],
    } as const;
    const action = await replacingIn(model, { type: "homepage", text: `${otter} ` });

    const results = await carryOut(model, target, action);

    assert.deepEqual(
      [outcomesOf(results), (await draft("homepage"))?.["heading"]],
      [["done"], before],
    );
  });
});
