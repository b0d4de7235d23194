import assert from "node:assert/strict";
import { realCms, send, tokens } from "./realCms.ts";
import { facts, itFact } from "../services/facts.ts";

describe("contentTypes() on the real service", () => {
  const types = async () => {
    const [error, contentTypes] = await realCms(tokens().custom).schema().contentTypes();
    if (error) throw error;
    return contentTypes;
  };
  const attributesOf = async (uid: string) =>
    (await types()).find((type) => type.uid === uid)?.schema.attributes ?? {};

  it("contentTypes() returns all types of the project with the names of their routes", async () => {
    const projectTypes = (await types()).filter(({ uid }) => uid.startsWith("api::"));

    assert.deepEqual(
      projectTypes.map(({ uid, schema }) => [uid, schema.kind, schema.pluralName]).sort(),
      [
        ["api::article.article", "collectionType", "articles"],
        ["api::author.author", "collectionType", "authors"],
        ["api::category.category", "collectionType", "categories"],
        ["api::homepage.homepage", "singleType", "homepages"],
        ["api::page.page", "collectionType", "pages"],
        ["api::site-setting.site-setting", "singleType", "site-settings"],
        ["api::tag.tag", "collectionType", "tags"],
      ],
    );
  });

  it("contentTypes() returns which types have drafts and which have locales", async () => {
    const reported = (await types()).flatMap(({ uid, schema }) =>
      uid.startsWith("api::")
        ? [
            [
              schema.singularName,
              schema.draftAndPublish,
              schema.pluginOptions?.i18n?.localized ?? false,
            ],
          ]
        : [],
    );

    assert.deepEqual(reported.sort(), [
      ["article", true, true],
      ["author", true, false],
      ["category", false, false],
      ["homepage", true, true],
      ["page", true, true],
      ["site-setting", false, false],
      ["tag", true, false],
    ]);
  });

  itFact(
    "contentTypes() returns the types of plugins and of the admin panel, of which only users are visible",
    async () => {
      const others = (await types()).filter(({ uid }) => !uid.startsWith("api::"));

      const visible = others.filter(({ schema }) => schema.visible).map(({ uid }) => uid);
      assert.ok(others.some(({ uid }) => uid === "admin::user"));
      assert.deepEqual(visible, ["plugin::users-permissions.user"]);
    },
  );

  it("contentTypes() returns an attribute with its type, its limits and its localization", async () => {
    const { title, kind, code } = await attributesOf("api::article.article");

    const localized = (is: boolean) => ({ pluginOptions: { i18n: { localized: is } } });
    assert.deepEqual(
      [title, kind, code],
      [
        { type: "string", required: true, minLength: 3, maxLength: 160, ...localized(true) },
        {
          ...{ type: "enumeration", default: "feature", ...localized(false) },
          enum: ["feature", "guide", "dispatch", "essay", "history"],
        },
        { type: "string", unique: true, maxLength: 12, ...localized(false) },
      ],
    );
  });

  itFact(
    "contentTypes() returns a relation with its kind, its target and its other side",
    async () => {
      const { category } = await attributesOf("api::article.article");
      const { articles } = await attributesOf("api::category.category");

      assert.deepEqual(
        [category, articles].map((attribute) => [
          ...[attribute?.relation, attribute?.target, attribute?.inversedBy, attribute?.mappedBy],
        ]),
        [
          ["manyToOne", "api::category.category", "articles", undefined],
          ["oneToMany", "api::article.article", undefined, "category"],
        ],
      );
    },
  );

  for (const [name, reported] of facts(
    Object.entries({
      seo: { type: "component", component: "shared.seo", repeatable: false },
      links: { type: "component", component: "shared.link", repeatable: true },
      cover: { type: "media", multiple: false },
      gallery: { type: "media", multiple: true },
      internalNote: { type: "string", private: true },
      previewPassword: { type: "password" },
      sections: {
        type: "dynamiczone",
        components: [
          ...["sections.text", "sections.quote", "sections.gallery", "sections.reading-list"],
          ...["sections.fact-box", "shared.call-to-action"],
        ],
      },
    }),
  )) {
    it(`contentTypes() returns ${name} as ${reported.type}`, async () => {
      const attribute = (await attributesOf("api::article.article"))[name];

      assert.deepEqual({ ...attribute, ...reported }, attribute);
    });
  }

  itFact("contentTypes() leaves out the fields that every type has", async () => {
    const attributes = await attributesOf("api::article.article");

    const systemFields = ["id", "documentId", "createdAt", "updatedAt", "publishedAt", "locale"];
    assert.deepEqual(
      systemFields.filter((key) => key in attributes),
      [],
    );
  });

  it("contentTypes() returns the same for one type as its own route", async () => {
    const { body } = await send("GET", "/content-type-builder/content-types/api::tag.tag");

    const tag = (await types()).find(({ uid }) => uid === "api::tag.tag");
    assert.deepEqual((body as { data: object }).data, tag);
  });
});

describe("components() and locales() on the real service", () => {
  it("components() returns every component with its uid", async () => {
    const [error, components] = await realCms(tokens().custom).schema().components();

    assert.deepEqual(
      [error, components?.map(({ uid }) => uid).sort()],
      [
        null,
        [
          ...["sections.fact-box", "sections.gallery", "sections.quote"],
          ...["sections.reading-list", "sections.text", "shared.call-to-action"],
          ...["shared.fact", "shared.gallery-item", "shared.link", "shared.seo"],
        ],
      ],
    );
  });

  it("components() returns the components and relations of a component", async () => {
    const [, components] = await realCms().schema().components();

    const attributes = (componentUid: string) =>
      components?.find(({ uid }) => uid === componentUid)?.schema.attributes;
    assert.deepEqual(
      [
        attributes("shared.call-to-action")?.["link"]?.component,
        attributes("sections.reading-list")?.["articles"]?.target,
      ],
      ["shared.link", "api::article.article"],
    );
  });

  it("locales() returns every locale in a list without data", async () => {
    const [error, locales] = await realCms(tokens().custom).schema().locales();

    assert.deepEqual(
      [error, locales?.map(({ code, name, isDefault }) => [code, name, isDefault])],
      [
        null,
        [
          ["en", "English (en)", true],
          ["fr", "French (fr)", false],
          ["de", "German (de)", false],
        ],
      ],
    );
  });
});
