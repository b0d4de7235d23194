import assert from "node:assert/strict";
import { startEnvironments } from "../../demo/environments.ts";
import type { Differences, Environments } from "../../demo/environments.ts";
import { plainList } from "../../support/plainHttp.ts";
import type { PlainDocument } from "../../support/plainHttp.ts";

const types = ["articles", "authors", "categories", "pages", "tags"];

describe("The demo's Staging and Production", function () {
  this.timeout(180_000);
  let environments: Environments;

  before(async () => {
    environments = await startEnvironments();
  });
  after(() => environments.stop());

  /** The documents of all types in both versions and all locales, by type, documentId, version and locale. */
  async function contentOf(side: "staging" | "production"): Promise<Map<string, string>> {
    const found = new Map<string, string>();
    for (const type of types) {
      for (const status of ["draft", "published"]) {
        for (const document of await allOf(environments[side], `${type}?status=${status}`)) {
          const { documentId, locale } = document;
          const place = typeof locale === "string" ? locale : "";
          found.set(`${documentId} ${status} ${place}`, comparable(document));
        }
      }
    }
    return found;
  }

  it("differ in the documents that the demo describes, and in nothing else", async () => {
    const [staging, production] = [await contentOf("staging"), await contentOf("production")];
    const differing = [...new Set([...staging.keys(), ...production.keys()])].filter(
      (key) => staging.get(key) !== production.get(key),
    );

    const { differences: ids } = environments;
    const draft = (name: keyof Differences, locale = "en") => `${ids[name]} draft ${locale}`;
    assert.deepEqual(
      differing.sort(),
      [
        `${ids.newAuthor} draft `,
        draft("newDraft"),
        draft("newArticle"),
        `${ids.newArticle} published en`,
        draft("changedInStaging"),
        // All locales share the cover.
        ...["en", "de", "fr"].map((locale) => draft("newCover", locale)),
        draft("changedInProduction"),
        draft("changedInBoth"),
        draft("onlyInProduction"),
        `${ids.onlyInProduction} published en`,
      ].sort(),
    );
  });

  it("share the documentIds and the files of everything else", async () => {
    const { staging, production } = environments;

    const [one, other] = [await filesOf(staging), await filesOf(production)];

    assert.deepEqual(
      one.filter((url) => !other.includes(url)).map((url) => url.replace(/_[0-9a-f]{10}\./, ".")),
      ["/uploads/kettle_on_ice.svg"],
    );
    assert.deepEqual(
      other.filter((url) => !one.includes(url)),
      [],
    );
  });
});

type Service = Environments["staging"];

async function allOf(service: Service, path: string): Promise<PlainDocument[]> {
  const documents: PlainDocument[] = [];
  for (let page = 1; ; page += 1) {
    const query = `locale=*&populate=*&sort=documentId&pagination[page]=${page}&pagination[pageSize]=100`;
    const found = await plainList(service, `${path}&${query}`);
    documents.push(...found);
    if (found.length < 100) return documents;
  }
}

async function filesOf({ url, apiPrefix, tokens }: Service): Promise<string[]> {
  const answer = await fetch(`${url}/${apiPrefix}/upload/files`, {
    headers: { authorization: `Bearer ${tokens.full}` },
  });
  return ((await answer.json()) as { url: string }[]).map((file) => file.url).sort();
}

/** Row ids, times, and the sides of relations that belong to other documents. */
const left = [
  ...["id", "createdAt", "updatedAt", "publishedAt", "localizations"],
  ...["articles", "children", "prequel"],
];

/** The text of a document without what differs between documents with equal content. */
const comparable = (document: PlainDocument): string =>
  JSON.stringify(document, (key, value: unknown) => {
    if (left.includes(key)) return undefined;
    const isTarget = key !== "" && typeof value === "object" && value && "documentId" in value;
    return isTarget ? value.documentId : value;
  });
