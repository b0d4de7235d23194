import assert from "node:assert/strict";
import { compare } from "../../../src/model/compare/comparisonRun.ts";
import type { Comparison } from "../../../src/model/compare/comparison.ts";
import { textIn } from "../../../src/model/foundation/json.ts";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import { describeService } from "../../services/descriptions.ts";
import type { Service } from "../../support/service.ts";
import { must } from "../outcomes.ts";
import { Copying, outcomesOf } from "./copying.ts";
import { unique } from "../magazine.ts";
import { useTwoServices } from "../twoServices.ts";
import { plainList } from "../../support/plainHttp.ts";
import {
  plainChange,
  plainMake,
  plainMakeDraft,
  plainPublish,
  plainUploadImage,
} from "../../support/plainWrites.ts";

const smallTypes = ["categories", "site-setting"];
const types = [
  ...["articles", "authors", "categories", "pages", "tags"],
  ...["homepage", "site-setting"],
];

/** What differs, as `kind title names`. */
const describeRows = ({ rows }: Comparison): string[] =>
  rows
    .filter(({ kind }) => kind !== "same")
    .map(({ kind, title, names = [] }) => [kind, title, ...names].join(" "));

/** Everything that an article refers to. */
const populated = [
  ...["cover", "gallery", "author", "tags", "category", "related", "sequel", "links"].map(
    (name) => `populate[${name}]=true`,
  ),
  "populate[seo][populate][shareImage]=true",
  "populate[sections][on][sections.quote][populate][author]=true",
  "populate[sections][on][sections.text]=true",
  "populate[sections][on][sections.gallery][populate][items][populate][image]=true",
  "populate[sections][on][sections.gallery][populate][items][populate][source]=true",
].join("&");

/** A value without what belongs to one service or its database. */
function comparable(value: unknown, field = ""): unknown {
  if (Array.isArray(value)) return value.map((entry) => comparable(entry));
  // An empty list of media files is null on Strapi 5.37.1 and 5.47.1.
  if (field === "gallery" && value === null) return [];
  if (typeof value === "string") return comparableText(value, field);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !ignoredFields.has(name))
      .sort(([fieldName], [other]) => fieldName.localeCompare(other))
      .map(([name, inner]) => [name, comparable(inner, name)]),
  );
}

function comparableText(text: string, field: string): string {
  // SQLite loses the last digits of a big integer, and adds zeros to a time.
  if (field === "archiveNumber") return String(Number(text));
  if (field === "broadcastTime") return text.slice(0, 8);
  // Each service adds random digits to the name of an uploaded file.
  return text.replaceAll(/_[0-9a-f]{10}\./g, ".");
}

const ignoredFields = new Set([
  ...["id", "documentId", "createdAt", "updatedAt", "publishedAt", "hash", "size", "formats"],
  ...["provider_metadata", "focalPoint", "folderPath", "related", "localizations"],
]);

const outcomes = (results: readonly { readonly outcome: string }[]): string[] =>
  results.map(({ outcome }) => outcome);

const { name } = describeService();

/** `npm test` compares and copies single documents, to the newest service. `npm run test:services` does all of it. */
const isSlice = process.env["CMS_TEST_ROUNDS"] !== undefined;

describe(`Copy between the newest service and ${name}`, function () {
  this.timeout(120_000);
  const services = useTwoServices({ source: "newest", target: isSlice ? "magazine" : "own" });

  /** An article in two languages that uses everything an article can use. Returns its documentId. */
  async function makeRich(source: Service): Promise<{ slug: string; id: string }> {
    const title = unique("Rich");
    const slug = title.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
    const cover = await plainUploadImage(source, `${slug}.svg`, "A square");
    const inText = await plainUploadImage(source, `${slug}-text.svg`);
    const author = await plainMake(source, "authors", { name: title, slug, portrait: cover.id });
    const tag = await plainMake(source, "tags", { name: slug, slug });
    const target = await plainMake(source, "articles", { title: `${title} 2`, slug: `${slug}-2` });
    const id = await plainMakeDraft(source, "articles", {
      ...{ title, slug, kicker: "Old", summary: "Old", kind: "guide", featured: true },
      ...{ rating: 4.5, latitude: 54.25, archiveNumber: "9007199254740993" },
      ...{ issueDate: "2026-01-31", broadcastTime: "10:30:00.000" },
      embargoUntil: "2026-02-01T06:30:00.000Z",
      contactEmail: "desk@example.com",
      metadata: { b: [1, { z: null, a: "ä" }], a: true },
      body: `![Square](${inText.url})`,
      content: [{ type: "paragraph", children: [{ type: "text", text: "Blocks", bold: true }] }],
      ...{ cover: cover.id, gallery: [inText.id, cover.id] },
      ...{ author, tags: [tag], related: [target], sequel: target },
      seo: { metaTitle: "Meta", shareImage: cover.id },
      links: [
        { label: "One", url: "https://example.com/1", newTab: true },
        { label: "Two", url: "https://example.com/2" },
      ],
      sections: [
        { __component: "sections.text", heading: "Text", body: "Old" },
        { __component: "sections.quote", text: "Quote", speaker: "She", author },
        {
          __component: "sections.gallery",
          items: [{ image: cover.id, caption: "One", source: { label: "L", url: "/l" } }],
        },
      ],
    });
    await plainChange(source, `articles/${id}?locale=fr&status=draft`, {
      ...{ title: `${title} fr`, slug: `${slug}-fr` },
      sections: [{ __component: "sections.quote", text: "Citation", speaker: "Elle", author }],
    });
    // A change of one localization makes the others modified on Strapi 5.37.
    await plainPublish(source, `articles/${id}`);
    return { slug, id };
  }

  const versionsOf = async (service: Service, slug: string): Promise<unknown> => {
    const versions: unknown[] = [];
    for (const versionQuery of ["status=draft", "status=published", "status=draft&locale=fr"]) {
      const of = versionQuery.endsWith("fr") ? `${slug}-fr` : slug;
      versions.push(
        await plainList(service, `articles?filters[slug][$eq]=${of}&${versionQuery}&${populated}`),
      );
    }
    return comparable(versions);
  };

  for (const isReversed of isSlice ? [true] : [true, false]) {
    const direction = isReversed ? `from ${name}` : `to ${name}`;
    describe(direction, () => {
      const sides = () => (isReversed ? { from: services().to, to: services().from } : services());

      it(`a comparison ${direction} finds all seeded documents the same`, async () => {
        const copying = new Copying({ isReversed });
        for (const type of isSlice ? smallTypes : types) {
          const collection = { connection: copying.ids.from, type };
          const target = { kind: "matching", collection } as const;
          const comparison = must(await compare({ ...copying.ids, target }, {}, copying.model));
          assert.deepEqual([type, ...describeRows(comparison)], [type]);
          assert.ok(comparison.counts.same > 0, type);
          assert.deepEqual(
            comparison.leftOut.filter(({ code }) => code !== "users" && code !== "unseen"),
            [],
          );
        }
      });

      it(`a copy ${direction} creates a published document with all that it uses, then changes only what differs, and keeps the rows of components`, async () => {
        const { from, to } = sides();
        const { id, slug } = await makeRich(from);
        const copying = new Copying({ isReversed });

        const plan = await copying.plan(await copying.compare({ articles: [id] }), {
          publish: true,
        });
        const result = await copying.run(plan);

        assert.deepEqual(plan.refused, []);
        assert.deepEqual(new Set(outcomesOf(result)), new Set(["done"]));
        assert.deepEqual(
          [outcomes(result.uploads), outcomes(result.published)],
          [Array(2).fill("done"), Array(4).fill("done")],
        );
        assert.deepEqual(await versionsOf(to, slug), await versionsOf(from, slug));

        const written = copying.writes.length;
        const again = await copying.compare({ articles: [id] });
        assert.deepEqual(describeRows(again), []);
        const [targetArticle] = await plainList(
          to,
          `articles?status=draft&filters[slug][$eq]=${slug}`,
        );
        const back = new Copying({ isReversed: !isReversed, pairs: copying.store });
        const backwards = await back.compare({
          articles: [textIn(targetArticle ?? {}, "documentId")],
        });
        assert.deepEqual([describeRows(backwards), backwards.counts.same], [[], 1]);
        assert.deepEqual([copying.writes.length, back.writes], [written, []]);

        const draftIn = async (service: Service): Promise<JsonObject> => {
          const path = `articles?status=draft&filters[slug][$eq]=${slug}&${populated}`;
          return (await plainList(service, path))[0] ?? {};
        };
        const before = await draftIn(to);
        const links = (await draftIn(from))["links"] as JsonObject[];
        await plainChange(from, `articles/${id}?status=draft`, {
          kicker: null,
          links: links.map(({ id: row = null }, at) => ({ id: row, label: `Changed ${at}` })),
          tags: [],
        });

        const comparison = await copying.compare({ articles: [id] });
        assert.deepEqual(
          comparison.rows.map(({ names }) => names?.toSorted()),
          [["kicker", "links", "tags"]],
        );
        assert.deepEqual(outcomesOf(await copying.run(await copying.plan(comparison))), ["done"]);

        const after = await draftIn(to);
        const rowsIn = ({ links: all }: JsonObject) =>
          (all as JsonObject[]).map((link) => link["id"]);
        assert.deepEqual(rowsIn(after), rowsIn(before));
        assert.deepEqual(comparable(after["links"]), comparable((await draftIn(from))["links"]));
        const changed = { kicker: null, tags: [], links: after["links"] };
        assert.deepEqual(after, { ...before, ...changed, updatedAt: after["updatedAt"] });
      });

      it(`a copy ${direction} adds a localization, and keeps what the localizations share`, async () => {
        const { from, to } = sides();
        const title = unique("Localized");
        const slug = title.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
        const { id: picture } = await plainUploadImage(from, `${slug}.svg`);
        const shared = { cover: picture, gallery: [picture], featured: true, rating: 4.5 };
        const author = await plainMake(from, "authors", { name: title, slug });
        const id = await plainMakeDraft(from, "articles", { title, slug, author, ...shared });
        const copying = new Copying({ isReversed });
        await copying.copy({ articles: [id] });
        await plainChange(from, `articles/${id}?locale=fr&status=draft`, {
          ...{ title: `${title} fr`, slug: `${slug}-fr`, ...shared, author },
        });

        const comparison = await copying.compare({ articles: [id] });
        const result = await copying.run(await copying.plan(comparison));

        assert.deepEqual(outcomesOf(result), ["done"]);
        assert.deepEqual(await versionsOf(to, slug), await versionsOf(from, slug));
        const [targetArticle] = await plainList(
          to,
          `articles?status=draft&filters[slug]=${slug}&${populated}`,
        );
        assert.equal((targetArticle?.["gallery"] as readonly unknown[] | null)?.length, 1);
        assert.deepEqual(describeRows(await copying.compare({ articles: [id] })), []);
      });
    });
  }
});
