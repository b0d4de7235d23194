import assert from "node:assert/strict";
import type { AttributeSchema } from "../../../src/client/index.ts";
import { LinkedFiles } from "../../../src/model/media/linkedFiles.ts";
import { digestOf, PortableForm } from "../../../src/model/compare/portableForm.ts";
import type { PortableContext } from "../../../src/model/compare/portableForm.ts";
import { FieldSet } from "../../../src/model/compare/fieldSet.ts";
import { sharedShapeOf, viewOf } from "../../../src/model/compare/sharedShape.ts";
import type { Json, JsonObject } from "../../../src/model/foundation/json.ts";
import { done } from "../../../src/model/foundation/outcome.ts";
import { createCatalog } from "../../../src/model/schemas/catalog.ts";

const type = (name: string, attributes: Readonly<Record<string, AttributeSchema>>) => ({
  uid: `api::${name}.${name}`,
  schema: {
    displayName: name,
    singularName: name,
    pluralName: `${name}s`,
    kind: "collectionType" as const,
    draftAndPublish: true,
    attributes,
  },
});

const toOne = (target: string): AttributeSchema => ({
  type: "relation",
  relation: "manyToOne",
  target,
});

const catalog = createCatalog({
  contentTypes: [
    type("tea", {
      title: { type: "string" },
      body: { type: "richtext" },
      content: { type: "blocks" },
      data: { type: "json" },
      stock: { type: "biginteger" },
      brewed: { type: "time" },
      packed: { type: "datetime" },
      cover: { type: "media" },
      files: { type: "media", multiple: true },
      shop: toOne("api::shop.shop"),
      note: toOne("api::note.note"),
      editor: toOne("plugin::users-permissions.user"),
      secret: { type: "string", private: true },
      password: { type: "password" },
      cups: { ...toOne("api::cup.cup"), relation: "oneToMany", mappedBy: "tea" },
      part: { type: "component", component: "shared.part", repeatable: true },
    }),
    type("shop", { name: { type: "string" }, slug: { type: "uid" } }),
    type("note", { text: { type: "text" } }),
  ],
  components: [
    {
      uid: "shared.part",
      schema: {
        displayName: "Part",
        attributes: { label: { type: "string" }, shop: toOne("api::shop.shop") },
      },
    },
  ],
  locales: [],
});

const tea = catalog.types.get("teas")!;
const shape = sharedShapeOf({ from: catalog, to: catalog });

/** The own uploads whose names have ten digits are known: tea.png with a smaller version. */
const linksOf = (url: string): PortableContext["links"] => {
  const links = new LinkedFiles(() => Promise.resolve(done([])), { url });
  return {
    replace: (text, reference) => links.replace(text, reference),
    at: (path) => {
      const [, small, ext = ""] = /^\/uploads\/(small_)?tea_[\da-f]{10}\.(\w+)$/.exec(path) ?? [];
      const file = { ...anyFile, name: `tea.${ext}`, ext: `.${ext}` };
      return ext === "" ? undefined : { file, ...(small !== undefined && { format: "small" }) };
    },
  };
};

const anyFile = {
  ...{ id: 1, documentId: "f", alternativeText: null, caption: null, formats: null },
  ...{ width: 8, height: 4, size: 1.5, mime: "", url: "", provider: "local" },
  ...{ name: "", ext: "", createdAt: "", updatedAt: "" },
};

const formFor = (url: string, ids: Readonly<Record<string, string>> = {}): PortableForm =>
  new PortableForm({
    ...viewOf({ type: tea, catalog }, shape),
    links: linksOf(url),
    keys: shape.keys,
    neutralId: (_, id) => ids[id] ?? id,
    neutralFile: (id) => ids[id],
  });

const staging = formFor("https://staging.example.com/cms");
const live = formFor("https://live.example.com");

describe("PortableForm", () => {
  it("a portable form has nothing that belongs to one service, and nothing that is never copied", () => {
    const row: JsonObject = {
      ...{ id: 4, documentId: "abc", createdAt: "2026", updatedAt: "2026", publishedAt: null },
      password: "p",
      secret: "s",
      editor: { documentId: "u", username: "ann" },
      shop: { id: 7, documentId: "def", slug: "corner" },
      note: { id: 7, documentId: "ghi" },
      part: [{ id: 9, label: "A", shop: null }],
      title: "Tea",
    };
    assert.deepEqual(Object.entries(staging.of(row)), [
      ["title", "Tea"],
      ["shop", { slug: "corner" }],
      ["note", { documentId: "ghi" }],
      ["part", [{ label: "A", shop: null }]],
    ]);
  });

  it("a portable form names the target of a relation by its documentId if it has no key, or on request", () => {
    const form = formFor("https://live.example.com", { ghi: "xyz" });
    assert.deepEqual(form.of({ note: { documentId: "ghi" } }), { note: { documentId: "xyz" } });
    const row = { shop: { documentId: "def", slug: null } };
    assert.deepEqual(form.of(row), { shop: { documentId: "def" } });
    const named = { shop: { documentId: "def", slug: "corner" } };
    assert.deepEqual(form.of(named, "id"), { shop: { documentId: "def" } });
  });

  it("portable forms compare the size of files only where the service stores them as they are", () => {
    const file = (more: JsonObject): JsonObject => ({
      ...{ id: 1, documentId: "f", name: "tea", width: 4, height: 2, caption: "" },
      ...{ url: "/uploads/tea_0123456789.png", size: 12.5, alternativeText: "Tea" },
      ...more,
    });
    const common = { name: "tea", width: 4, height: 2 };
    assert.deepEqual(staging.of({ cover: file({ ext: ".png" }) }), {
      cover: { ...common, ext: ".png" },
    });
    assert.deepEqual(staging.of({ files: [file({ ext: ".pdf" })] }), {
      files: [{ ...common, ext: ".pdf", size: 12.5 }],
    });
  });

  it("portable forms of two services have equal links to their own uploads", () => {
    const texts = (origin: string, hash: string): JsonObject => ({
      body: `![A](${origin}/uploads/small_tea_${hash}.png) <img src="${origin}/uploads/tea_${hash}.svg">`,
      content: [
        {
          type: "image",
          image: { url: `${origin}/uploads/tea_${hash}.png`, hash: `tea_${hash}`, name: "tea.png" },
          children: [{ type: "text", text: "" }],
        },
        { type: "link", url: `${origin}/uploads/tea_${hash}.pdf`, children: [] },
      ],
    });
    const stagingForm = staging.of(texts("https://staging.example.com/cms", "0123456789"));
    const liveForm = live.of(texts("https://live.example.com", "abcdef0123"));
    assert.deepEqual(stagingForm, liveForm);
    assert.equal(
      stagingForm["body"],
      '![A](/uploads/small_tea.png#8x4) <img src="/uploads/tea.svg#1.5KB">',
    );
    assert.deepEqual(live.of({ body: "See /uploads/tea_abcdef0123.png." }), {
      body: "See /uploads/tea.png#8x4.",
    });
  });

  it("a portable form has the links of Markdown in any notation, and leaves code and comments unchanged", () => {
    const path = "/uploads/tea_abcdef0123.png";
    const code = `\`${path}\` <!-- ${path} -->`;
    const body = `[T](${path.replace("_", "\\_")}) ${code}`;
    const content = [{ type: "code", children: [{ text: path, type: "text" }] }];

    assert.deepEqual(live.of({ body, content }), {
      body: `[T](/uploads/tea.png#8x4) ${code}`,
      content,
    });
  });

  it("a portable form names files that both services have by their ids on request", () => {
    const form = formFor("https://live.example.com", { f: "xyz" });
    const content = [
      {
        type: "image",
        image: { url: "/uploads/tea_0123456789.png", ext: ".png", width: 9, name: "My tea" },
        children: [],
      },
    ];
    const row = {
      cover: { documentId: "f", name: "tea", ext: ".png" },
      body: "See /uploads/small_tea_0123456789.png.",
      content,
    };
    assert.deepEqual(form.of(row, "id"), {
      body: "See /uploads/#xyz#small.",
      content: [
        {
          children: [],
          image: { alternativeText: null, caption: null, name: "My tea", url: "/uploads/#xyz#" },
          type: "image",
        },
      ],
      cover: { documentId: "xyz" },
    });
  });

  it("a portable form leaves links to other sites and to unknown uploads unchanged", () => {
    const body =
      "https://other.example.com/uploads/tea_0123456789.png /uploads/tea.png /uploads/tea_012345678.png";
    assert.deepEqual(staging.of({ body }), { body });
  });

  it("a portable form distinguishes what a service did not return from empty values", () => {
    assert.deepEqual(staging.of({ title: null }), { title: null });
    assert.deepEqual(staging.of({ files: null, part: null, cover: null }), {
      cover: null,
      files: [],
      part: [],
    });
  });
});

describe("digestOf", () => {
  it("digestOf does not depend on the order of keys, but on that of lists", () => {
    assert.equal(digestOf({ a: 1, b: [{ c: 2, d: 3 }] }), digestOf({ b: [{ d: 3, c: 2 }], a: 1 }));
    assert.notEqual(digestOf([1, 2]), digestOf([2, 1]));
  });
});

describe("PortableForm of values in different notations", () => {
  const both: readonly (readonly [name: string, sqlite: Json, postgres: Json])[] = [
    ["brewed", "10:30:00.000", "10:30:00"],
    ["brewed", "10:30:00.500", "10:30:00.5"],
    ["packed", "2026-02-01T06:30:00.000Z", "2026-02-01T07:30:00+01:00"],
    ["stock", "12", 12],
    // SQLite loses these digits.
    ["stock", "9007199254740992", "9007199254740993"],
  ];
  for (const [name, sqlite, postgres] of both) {
    it(`a portable form is the same for ${name} ${JSON.stringify(sqlite)} and ${JSON.stringify(postgres)}`, () => {
      assert.deepEqual(staging.of({ [name]: sqlite }), live.of({ [name]: postgres }));
    });
  }

  it("a portable form differs for values that differ in more than their notation", () => {
    for (const [name, value, other] of [
      ["brewed", "10:30:00.5", "10:30:05"],
      ["packed", "2026-02-01T06:30:00.000Z", "2026-02-01T06:30:00.001Z"],
      ["stock", "9007199254740992", "9007199254740995"],
      ["stock", null, 0],
    ] as const) {
      assert.notDeepEqual(staging.of({ [name]: value }), live.of({ [name]: other }));
    }
  });
});

describe("sharedShapeOf", () => {
  it("sharedShapeOf returns the attributes that both services have and whose values fit", () => {
    const other = createCatalog({
      contentTypes: [
        type("tea", {
          title: { type: "integer" },
          cover: { type: "media", multiple: true },
          body: { type: "richtext" },
          shop: toOne("api::note.note"),
        }),
      ],
      components: [],
      locales: [],
    });
    const { types } = sharedShapeOf({ from: catalog, to: other });
    assert.deepEqual([...types], [["api::tea.tea", ["body"]]]);
  });

  it("sharedShapeOf returns the chosen key of a type, else its uid, else a unique attribute", () => {
    assert.deepEqual([...shape.keys], [["api::shop.shop", "slug"]]);
    const keyOf = (uid: string) => (uid === "api::shop.shop" ? "name" : undefined);
    const empty = { from: FieldSet.none, to: FieldSet.none };
    const { keys } = sharedShapeOf({ from: catalog, to: catalog }, keyOf, empty);
    assert.deepEqual([...keys], [["api::shop.shop", "name"]]);
  });
});
