import assert from "node:assert/strict";
import { Projects } from "../../../src/model/schemas/projects.ts";
import { kitchen } from "../kitchen.ts";
import { fileAt, FilesInMemory, magazineFiles } from "./projectFolder.ts";

const article = "src/api/article/content-types/article/schema.json";
const info = { singularName: "article", pluralName: "articles", displayName: "Article" };
const whole = { kind: "collectionType", info, attributes: { title: { type: "string" } } };

async function read(...files: ReturnType<typeof fileAt>[]) {
  const folder = new FilesInMemory(files);
  const projects = await new Projects(folder).all();
  return { projects, warnings: folder.warnings };
}

describe("Strapi projects", () => {
  it("Strapi projects of a workspace have the types and components of their files", async () => {
    const { projects, warnings } = await read(...magazineFiles());

    const [{ root, catalog, files } = { root: "?", catalog: kitchen, files: new Map() }] = projects;
    assert.deepEqual([projects.length, root, warnings], [1, "", []]);
    assert.equal(catalog.targets.get("api::site-setting.site-setting")?.kind, "single");
    assert.ok(catalog.components.get("sections.fact-box")?.has("facts"));
    assert.equal(files.size, catalog.targets.size + catalog.components.size);
  });

  it("Strapi projects are found in any folder, each with its own components", async () => {
    const component = { info: {}, attributes: { text: { type: "text" } } };
    const { projects } = await read(
      fileAt(`apps/cms/${article}`, whole),
      fileAt("apps/cms/src/components/shared/quote.json", component),
      fileAt(`backend/${article}`, whole),
    );

    assert.deepEqual(
      projects.map(({ root, catalog }) => [root, [...catalog.components.keys()]]),
      [
        ["apps/cms/", ["shared.quote"]],
        ["backend/", []],
      ],
    );
  });

  it("Strapi projects are not detected by component files alone", async () => {
    const { projects, warnings } = await read(
      fileAt("src/components/button/stories.json", "not even JSON"),
    );

    assert.deepEqual([projects, warnings], [[], []]);
  });

  it("Strapi projects have the types of plugins that they extend, and are not detected by these alone", async () => {
    const user = fileAt("src/extensions/users-permissions/content-types/user/schema.json", {
      info: { singularName: "user", pluralName: "users", displayName: "User" },
      attributes: { nickname: { type: "string" } },
    });

    const [{ projects }, { projects: none }] = [
      await read(fileAt(article, whole), user),
      await read(user),
    ];

    const [project] = projects;
    const extended = project?.catalog.targets.get("plugin::users-permissions.user");
    assert.deepEqual([...(extended?.attributes.keys() ?? [])], ["nickname"]);
    assert.deepEqual([...(project?.catalog.types.keys() ?? [])], ["articles"]);
    assert.deepEqual(none, []);
  });

  it("types of a Strapi project have drafts and locales only when the file sets them", async () => {
    const localized = { pluginOptions: { i18n: { localized: true } } };
    const { projects } = await read(
      fileAt(article, whole),
      fileAt("src/api/page/content-types/page/schema.json", {
        ...whole,
        ...localized,
        info: { singularName: "page", pluralName: "pages" },
        options: { draftAndPublish: true },
      }),
    );

    const types = [...(projects[0]?.catalog.types.values() ?? [])];
    assert.deepEqual(
      types.map((type) => [type.name, type.displayName, type.draftAndPublish, type.localized]),
      [
        ["articles", "Article", false, false],
        ["pages", "page", true, true],
      ],
    );
  });

  it("Strapi projects have custom fields with the type that stores them, or an unknown type", async () => {
    const custom = (customField: string) => ({ type: "customField", customField });
    const attributes = {
      colour: custom("plugin::color-picker.color"),
      code: custom("plugin::codes.code"),
      bare: { type: "customField" },
    };
    const { projects } = await read(fileAt(article, { ...whole, attributes }));

    const type = projects[0]?.catalog.types.get("articles");
    assert.deepEqual(
      [...(type?.attributes ?? [])].map(([name, { type: stored }]) => [name, stored]),
      [
        ["colour", "string"],
        ["code", "unknown"],
        ["bare", "unknown"],
      ],
    );
  });

  const malformed: Readonly<Record<string, unknown>> = {
    "not JSON": "{ oops",
    "not an object": [],
    "without names": { attributes: {} },
    "with a name that is a path": { ...whole, info: { ...info, pluralName: "../users" } },
    "with an attribute that is not an object": { ...whole, attributes: { title: "string" } },
    "with an attribute without a type": { ...whole, attributes: { title: {} } },
  };
  for (const [what, content] of Object.entries(malformed)) {
    it(`Strapi projects report a warning for a schema file that is ${what}, and use the other files`, async () => {
      const tag = { ...whole, info: { singularName: "tag", pluralName: "tags" } };
      const { projects, warnings } = await read(
        fileAt(article, content),
        fileAt("src/api/tag/content-types/tag/schema.json", tag),
      );

      assert.deepEqual([...(projects[0]?.catalog.types.keys() ?? [])], ["tags"]);
      assert.equal(warnings.length, 1);
      assert.ok(warnings[0]?.startsWith(`${article}: `), warnings[0]);
    });
  }

  it("Strapi projects accept names such as __proto__ and constructor", async () => {
    const attributes = '{ "__proto__": { "type": "string" }, "constructor": { "type": "text" } }';
    const text = `{ "info": ${JSON.stringify({ ...info, pluralName: "constructor" })}, "attributes": ${attributes} }`;
    const { projects, warnings } = await read(
      fileAt("src/api/__proto__/content-types/__proto__/schema.json", text),
    );

    const type = projects[0]?.catalog.types.get("constructor");
    assert.deepEqual(warnings, []);
    assert.deepEqual(
      [type?.uid, [...(type?.attributes.keys() ?? [])]],
      ["api::__proto__.__proto__", ["__proto__", "constructor"]],
    );
  });

  it("Strapi projects are read once, and again after a file changes", async () => {
    const folder = new FilesInMemory([]);
    const projects = new Projects(folder);
    await Promise.all([projects.all(), projects.all()]);
    const before = folder.reads;

    folder.replace([fileAt(article, whole)]);

    assert.deepEqual([before, (await projects.all()).length, folder.reads], [1, 1, 2]);
  });

  it("Strapi projects belong to a service that has at least half of their types", async () => {
    const type = (singularName: string) => ({
      ...whole,
      info: { singularName, pluralName: `${singularName}s` },
    });
    const at = (root: string, name: string) =>
      fileAt(`${root}src/api/${name}/content-types/${name}/schema.json`, type(name));
    const folder = new FilesInMemory([
      at("other/", "car"),
      at("other/", "recipe"),
      at("other/", "road"),
      at("own/", "recipe"),
      at("own/", "cook"),
      at("own/", "planned"),
    ]);

    const project = await new Projects(folder).of(kitchen);
    folder.replace([at("other/", "car")]);

    assert.equal(project?.root, "own/");
    assert.equal(await new Projects(folder).of(kitchen), undefined);
  });
});
