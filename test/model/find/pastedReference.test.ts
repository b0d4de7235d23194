import assert from "node:assert/strict";
import { parseReference } from "../../../src/model/find/pastedReference.ts";
import type { PastedReference } from "../../../src/model/find/pastedReference.ts";

const production = {
  id: "prod0000",
  name: "Production",
  url: "https://cms.example.com/content",
  previewUrl: "https://www.example.com/{locale}/blog/{slug}",
};
const staging = {
  id: "stag0000",
  name: "Staging",
  url: "http://localhost:1337",
  adminUrl: "https://panel.example.com/cms/",
};
const documentId = "p6fdbjwirk8jhb2llq9k1fnb";
const article = "api::article.article";

const read = (text: string): PastedReference | undefined =>
  parseReference(text, [production, staging]);

describe("parseReference", () => {
  it("parseReference recognizes a URL with the API prefix of its connection only", () => {
    const prefixed = { ...staging, apiPrefix: "v1" };
    const urls = ["v1", "api"].map((prefix) => `${staging.url}/${prefix}/articles/${documentId}`);

    const named = urls.map((url) => parseReference(url, [prefixed])?.kind);

    assert.deepEqual(named, ["document", undefined]);
  });

  it("parseReference recognizes a documentId", () => {
    assert.deepEqual(read(documentId), { kind: "id", documentId });
  });

  for (const text of ["user 12", "User 12", "user #12", "user12", "user/12"]) {
    it(`parseReference recognizes a user of the first connection: ${text}`, () => {
      assert.deepEqual(read(text), { kind: "user", connection: "prod0000", id: 12 });
    });
  }

  const [inProduction, inStaging] = [
    { kind: "document", connection: "prod0000", id: documentId },
    { kind: "document", connection: "stag0000", id: documentId },
  ] as const;
  const urls: Readonly<Record<string, PastedReference>> = {
    [`https://cms.example.com/content/api/articles/${documentId}?locale=fr&populate=*`]: {
      ...{ ...inProduction, type: "articles", locale: "fr" },
    },
    [`https://CMS.example.com:443/content/api/articles/${documentId}/`]: {
      ...{ ...inProduction, type: "articles", locale: undefined },
    },
    [`http://localhost:1337/api/articles/${documentId}`]: {
      ...{ ...inStaging, type: "articles", locale: undefined },
    },
    "https://cms.example.com/content/api/homepage?locale=de": {
      ...{ kind: "type", connection: "prod0000", type: "homepage", locale: "de" },
    },
    "http://localhost:1337/api/users/7": { kind: "user", connection: "stag0000", id: 7 },
    [`https://cms.example.com/content/admin/content-manager/collection-types/${article}/${documentId}?plugins[i18n][locale]=fr`]:
      { ...inProduction, type: article, locale: "fr" },
    [`https://panel.example.com/cms/content-manager/collection-types/${encodeURIComponent(article)}/${documentId}/history?plugins%5Bi18n%5D%5Blocale%5D=de`]:
      { ...inStaging, type: article, locale: "de" },
    [`http://localhost:1337/admin/content-manager/collection-types/${article}/${documentId}`]: {
      ...{ ...inStaging, type: article, locale: undefined },
    },
    "https://panel.example.com/cms/content-manager/single-types/api::homepage.homepage": {
      kind: "type",
      ...{ connection: "stag0000", type: "api::homepage.homepage", locale: undefined },
    },
    [`vscode://cms.browser/open?url=https://cms.example.com/content&type=articles&id=${documentId}&locale=fr`]:
      { ...inProduction, type: "articles", locale: "fr" },
    "vscode://cms.browser/open?url=http://localhost:1337/&type=homepage&id=-": {
      ...{ kind: "type", connection: "stag0000", type: "homepage", locale: undefined },
    },
    "vscode-insiders://cms.browser/open?url=http://localhost:1337&type=users&id=7": {
      ...{ kind: "user", connection: "stag0000", id: 7 },
    },
    "https://www.example.com/fr/blog/le-th%C3%A9/?utm_source=mail#top": {
      kind: "page",
      connection: "prod0000",
      gaps: new Map([
        ["locale", "fr"],
        ["slug", "le-thé"],
      ]),
    },
  };
  for (const [url, pasted] of Object.entries(urls)) {
    it(`parseReference recognizes the URL ${url}`, () => assert.deepEqual(read(url), pasted));
  }

  it("parseReference uses the first connection when the URL fits several", () => {
    const text = `http://localhost:1337/api/articles/${documentId}`;
    const other = { ...staging, id: "othr0000" };

    const read = [parseReference(text, [staging, other]), parseReference(text, [other, staging])];

    assert.deepEqual(
      read.map((reference) => reference && "connection" in reference && reference.connection),
      ["stag0000", "othr0000"],
    );
  });

  const mere = [
    "tea",
    "the kettle of my aunt, twice",
    "electroencephalographically",
    "P6FDBJWIRK8JHB2LLQ9K1FNB",
    "user",
    "user names",
    "users 12 and 13",
    "user 99999999999999999999",
    "https://",
    "https://elsewhere.example.com/api/articles/1",
    "https://cms.example.com/api/articles/1",
    "https://cms.example.com/content/api",
    "https://cms.example.com/content/apifoo/articles/1",
    "https://cms.example.com/content/api/articles/1/actions/publish",
    "http://localhost:1337/api/users/me",
    "https://panel.example.com/cms/content-manager/components/shared.seo",
    "https://www.example.com/fr/shop/tea",
    "https://www.example.com/fr/blog/tea/more",
    "https://www.example.com/fr/blog/",
    "javascript:alert(1)",
    "vscode://cms.browser/open?url=https://elsewhere.example.com&type=articles&id=a1",
    "vscode://cms.browser/delete?url=http://localhost:1337&type=articles&id=a1",
  ];
  for (const text of mere) {
    it(`parseReference returns undefined for ${text}`, () => assert.equal(read(text), undefined));
  }

  it("parseReference returns undefined when there is no connection", () => {
    assert.equal(parseReference("user 12", []), undefined);
  });
});
