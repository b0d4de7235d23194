import assert from "node:assert/strict";
import fc from "fast-check";
import {
  adminUrlOf,
  gapsIn,
  isAdminUrl,
  isUrlTemplate,
  previewUrlOf,
  servicePreviewUrl,
} from "../../../src/model/connect/documentUrls.ts";
import { inTime } from "../../support/inTime.ts";

const article = { connection: "k3j2h4x9", type: "articles", locale: "en", id: "md226" };
const uid = "api::article.article";
const service = { url: "https://cms.example.com" };

describe("previewUrlOf", () => {
  const preview = (template: string, content = {}) =>
    previewUrlOf(template, article, { documentId: "md226", content });

  it("previewUrlOf fills fields, locale, type and documentId into the template", () => {
    const filled = preview("https://{locale}.example.com/{type}/{slug}?id={documentId}", {
      slug: "tea-in-winter",
    });

    assert.deepEqual(filled, { url: "https://en.example.com/articles/tea-in-winter?id=md226" });
  });

  it("previewUrlOf fills the status of the version into the template", () => {
    const facts = { documentId: "md226", content: {} };
    const template = "https://example.com/{documentId}?draft={status}";
    const urls = [undefined, "published" as const].map((status) =>
      previewUrlOf(template, article, facts, status),
    );

    assert.deepEqual(urls, [
      { url: "https://example.com/md226?draft=draft" },
      { url: "https://example.com/md226?draft=published" },
    ]);
  });

  it("servicePreviewUrl resolves a URL against the admin panel, and accepts only web pages", () => {
    const urls = [
      "/site/tea?status=draft",
      "https://www.example.com/tea",
      "javascript:alert(1)",
      "command:workbench.action.quit",
      "file:///etc/passwd",
      "https://ada@www.example.com",
      "https://",
    ].map((url) => servicePreviewUrl(url, service));

    assert.deepEqual(urls, [
      "https://cms.example.com/site/tea?status=draft",
      "https://www.example.com/tea",
      ...[undefined, undefined, undefined, undefined, undefined],
    ]);
  });

  it("previewUrlOf encodes field values so that they can't change the path or add a query", () => {
    const filled = preview("https://example.com/{slug}", { slug: "../..?a=b#c&d" });

    assert.deepEqual(filled, { url: "https://example.com/..%2F..%3Fa%3Db%23c%26d" });
  });

  it("previewUrlOf reports the fields of the template that are empty", () => {
    const filled = preview("https://example.com/{slug}/{code}/{seo}", {
      slug: "",
      code: null,
      seo: {},
    });

    assert.deepEqual(filled, { empty: ["slug", "code", "seo"] });
  });

  it("previewUrlOf accepts only http and https templates without a field in the host", () => {
    const good = [
      "https://example.com",
      "http://localhost:3000/{locale}/{slug}",
      "https://{locale}.example.com/?p={slug}#{documentId}",
    ];
    const bad = [
      "",
      "example.com/{slug}",
      "ftp://example.com/{slug}",
      "javascript:alert(1)",
      "https://{slug}.example.com/",
      "https://user@example.com/{slug}",
      "https://example.com/{slug",
      "https://example.com/{a b}",
      "https://example.com/ {slug}",
      "https:///{slug}",
      "command:cms.document.delete",
    ];

    const acceptedUrls = [...good, ...bad].filter(isUrlTemplate);

    assert.deepEqual(acceptedUrls, good);
  });
});

describe("adminUrlOf", () => {
  it("adminUrlOf builds the URL from type, documentId and locale", () => {
    const url = adminUrlOf(service, article, { uid, documentId: "md226" });

    assert.equal(
      url,
      "https://cms.example.com/admin/content-manager/collection-types/api::article.article/md226?plugins[i18n][locale]=en",
    );
  });

  it("adminUrlOf leaves out the locale of a user and the id of a single type", () => {
    const single = { connection: "k3j2h4x9", type: "site-setting", id: "-" };
    const user = { connection: "k3j2h4x9", type: "users", id: "7" };
    const panel = { ...service, adminUrl: "https://panel.example.com/" };

    const urls = [
      adminUrlOf(panel, single, { uid: "api::site-setting.site-setting", documentId: "a1" }),
      adminUrlOf(panel, user, { uid: "plugin::users-permissions.user", documentId: "u7" }),
    ];

    assert.deepEqual(urls, [
      "https://panel.example.com/content-manager/single-types/api::site-setting.site-setting",
      "https://panel.example.com/content-manager/collection-types/plugin::users-permissions.user/u7",
    ]);
  });

  it("adminUrlOf accepts only an admin URL without placeholders", () => {
    const texts = ["https://panel.example.com/cms", "https://panel.example.com/{type}", "panel"];

    const acceptedUrls = texts.filter(isAdminUrl);

    assert.deepEqual(acceptedUrls, ["https://panel.example.com/cms"]);
  });
});

describe("gapsIn", () => {
  const read = (template: string, url: string) => {
    const gaps = gapsIn(template, new URL(url));
    return gaps && Object.fromEntries(gaps);
  };

  it("gapsIn returns the values that a preview URL was built from, special characters included", () => {
    const template =
      "https://{locale}.example.com/{type}/{slug}/p-{documentId}?id={code}&v=1#{kicker}";
    const content = { slug: "a b/ü?&#%", code: "c=d&e", kicker: "50% off" };
    const filled = previewUrlOf(template, article, { documentId: "md226", content });

    const values = read(template, "url" in filled ? filled.url : "");

    const facts = { locale: "en", type: "articles", documentId: "md226" };
    assert.deepEqual(values, { ...facts, ...content });
  });

  const template = "https://example.com/{locale}/blog/{slug}";
  const same: Readonly<Record<string, object | undefined>> = {
    "https://example.com/en/blog/tea": { locale: "en", slug: "tea" },
    "https://EXAMPLE.com:443/en/blog/tea/": { locale: "en", slug: "tea" },
    "https://example.com/en/blog/tea?page=2#top": { locale: "en", slug: "tea" },
    "https://example.com/en/blog/%E0%A4%A": { locale: "en", slug: "%E0%A4%A" },
    "http://example.com/en/blog/tea": undefined,
    "https://example.com:8443/en/blog/tea": undefined,
    "https://www.example.com/en/blog/tea": undefined,
    "https://example.com/en/blog": undefined,
    "https://example.com/en/blog/tea/more": undefined,
    "https://example.com/en/shop/tea": undefined,
  };
  for (const [url, gaps] of Object.entries(same)) {
    it(`gapsIn ${gaps ? "matches" : "does not match"} ${url}`, () => {
      assert.deepEqual(read(template, url), gaps);
    });
  }

  it("gapsIn matches only equal values when a placeholder occurs twice", () => {
    const twice = "https://example.com/{slug}/{slug}";

    const results = [
      read(twice, "https://example.com/a/a"),
      read(twice, "https://example.com/a/b"),
    ];

    assert.deepEqual(results, [{ slug: "a" }, undefined]);
  });

  it("gapsIn returns at once for twelve placeholders in one segment and a URL of 3,000 characters", () => {
    const gaps = Array.from({ length: 12 }, (_, index) => `{gap${index}}`).join("-");

    const result = inTime(() =>
      read(`https://example.com/${gaps}.html`, `https://example.com/${"a-".repeat(1_500)}`),
    );

    assert.equal(result, undefined);
  });

  it("gapsIn finds the shortest values for several placeholders in one segment", () => {
    const literal = fc.constantFrom("", "-", "--", "a", "-a", "/", "a/b");
    const text = fc.array(fc.constantFrom("a", "b", "-", "--", "/"), { maxLength: 14 });
    const property = fc.property(
      fc.array(literal, { minLength: 2, maxLength: 5 }),
      text,
      (literals, signs) => {
        const template = literals.map((literalPart, index) =>
          index === 0 ? literalPart : `{gap${index}}${literalPart}`,
        );
        const expression = new RegExp(`^${literals.join("([^/?#]+?)")}$`);
        const path = signs.join("");
        const [, ...values] = expression.exec(path) ?? [];
        const expectedGaps = values.map((value, index) => [`gap${index + 1}`, value]);

        const gaps = read(`https://e.com/x${template.join("")}x`, `https://e.com/x${path}x`);

        assert.deepEqual(gaps, values.length > 0 ? Object.fromEntries(expectedGaps) : undefined);
      },
    );

    fc.assert(property, { seed: 20_260_102, numRuns: 5_000 });
  });

  it("gapsIn compares the text around a placeholder literally", () => {
    const results = ["https://example.com/a.b+tea", "https://example.com/axb+tea"].map((url) =>
      read("https://example.com/a.b+{slug}", url),
    );

    assert.deepEqual(results, [{ slug: "tea" }, undefined]);
  });
});
