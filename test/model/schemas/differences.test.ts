import assert from "node:assert/strict";
import { ProjectComparisons } from "../../../src/model/schemas/projectComparisons.ts";
import type { SchemaDifference } from "../../../src/model/schemas/schemaDifferences.ts";
import { Projects } from "../../../src/model/schemas/projects.ts";
import { until } from "../../window/until.ts";
import { magazine, openModel } from "../magazine.ts";
import { must } from "../outcomes.ts";
import { changedFiles, fileAt, FilesInMemory, magazineFiles } from "./projectFolder.ts";

const article = "content-types/article/schema.json";
const uid = "api::article.article";

/** A model in a window whose workspace contains these files. */
function openBeside(files: FilesInMemory, token = magazine().tokens.full) {
  const projects = new Projects(files);
  const model = openModel({ token, catalogs: { projects } });
  const comparisons = new ProjectComparisons(model.connections, model.catalogs, projects);
  const reported: string[] = [];
  comparisons.onDidChange((id) => reported.push(id));
  return { model, comparisons, reported };
}

/** The differences between the magazine's service and its project after a change of one file. */
async function differencesAfter(
  path: string,
  change: Parameters<typeof changedFiles>[1],
): Promise<readonly SchemaDifference[]> {
  const { model, comparisons, reported } = openBeside(
    new FilesInMemory(changedFiles(path, change)),
  );
  must(await model.catalogs.service(model.connection.id));
  await until("Nothing was compared", () => Promise.resolve(reported.length > 0));
  return comparisons.of(model.connection.id)?.differences ?? [];
}

describe("Schema comparison of a service and its Strapi project", () => {
  it("a schema comparison finds no difference when the files only omit defaults", async () => {
    const differences = await differencesAfter(article, () => undefined);

    assert.deepEqual(differences, []);
  });

  it("a schema comparison finds an attribute that only one side has", async () => {
    const differences = await differencesAfter(article, ({ attributes }) => {
      attributes["subtitle"] = { type: "string" };
      attributes["kicker"] = undefined;
    });

    assert.deepEqual(differences, [
      { uid, path: ["attributes", "subtitle"], why: "only-here" },
      { uid, path: ["attributes", "kicker"], why: "only-there" },
    ]);
  });

  it("a schema comparison finds no difference in the type of a custom field, which only code registers", async () => {
    const differences = await differencesAfter(article, ({ attributes }) => {
      const custom = { type: "customField", customField: "plugin::codes.code" };
      attributes["kicker"] = { ...attributes["kicker"], ...custom };
    });

    assert.deepEqual(differences, []);
  });

  it("a schema comparison finds each property of an attribute that differs", async () => {
    const differences = await differencesAfter(article, ({ attributes }) => {
      attributes["title"] = { ...attributes["title"], maxLength: 80, required: false };
      attributes["kind"] = { type: "enumeration", enum: ["feature"], default: "feature" };
    });

    const at = (name: string) => ({ uid, path: ["attributes", name], why: "unequal" });
    const all = ["dispatch", "essay", "feature", "guide", "history"];
    assert.deepEqual(differences, [
      { ...at("title"), property: "required", projectValue: null, serviceValue: true },
      { ...at("title"), property: "maxLength", projectValue: 80, serviceValue: 160 },
      { ...at("kind"), property: "enum", projectValue: ["feature"], serviceValue: all },
    ]);
  });

  it("a schema comparison finds differences in the options of a type", async () => {
    const differences = await differencesAfter(article, (schema) => {
      Object.assign(schema, { options: { draftAndPublish: false }, pluginOptions: {} });
    });

    assert.deepEqual(
      differences.map(({ path, property, projectValue: localValue, serviceValue: remoteValue }) => [
        path.join("."),
        property,
        localValue,
        remoteValue,
      ]),
      [
        ["options.draftAndPublish", "draftAndPublish", false, true],
        ["pluginOptions.i18n.localized", "localized", false, true],
      ],
    );
  });

  it("a schema comparison finds differences in a component", async () => {
    const differences = await differencesAfter("shared/seo.json", ({ attributes }) => {
      attributes["robots"] = { type: "string" };
    });

    assert.deepEqual(differences, [
      { uid: "shared.seo", path: ["attributes", "robots"], why: "only-here" },
    ]);
  });

  it("a schema comparison finds a type that only one side has, and ignores types of plugins", async () => {
    const tag = "src/api/tag/content-types/tag/schema.json";
    const recipe = {
      info: { singularName: "recipe", pluralName: "recipes" },
      attributes: { title: { type: "string" } },
    };
    const files = new FilesInMemory([
      ...magazineFiles().filter(({ path }) => path !== tag),
      fileAt("src/api/recipe/content-types/recipe/schema.json", recipe),
    ]);
    const { model, comparisons, reported } = openBeside(files);

    must(await model.catalogs.service(model.connection.id));
    await until("Nothing was compared", () => Promise.resolve(reported.length > 0));

    const differenceList = [...(comparisons.of(model.connection.id)?.differences ?? [])];
    assert.deepEqual(
      differenceList.sort((a, b) => a.uid.localeCompare(b.uid)),
      [
        { uid: "api::recipe.recipe", path: [], why: "only-here" },
        { uid: "api::tag.tag", path: [], why: "only-there" },
      ],
    );
  });

  it("a schema comparison runs again and fires an event when a file is saved", async () => {
    const files = new FilesInMemory(magazineFiles());
    const { model, comparisons, reported } = openBeside(files);
    must(await model.catalogs.service(model.connection.id));
    await until("Nothing was compared", () => Promise.resolve(reported.length > 0));
    const before = comparisons.of(model.connection.id)?.differences.length;

    files.replace(
      changedFiles(article, ({ attributes }) => {
        attributes["kicker"] = undefined;
      }),
    );
    await until("It was not compared again", () => Promise.resolve(reported.length > 1));

    assert.deepEqual([before, comparisons.of(model.connection.id)?.differences.length], [0, 1]);
  });

  it("no schema comparison runs if the schema can't be read or the project belongs to another service", async () => {
    const other = fileAt("src/api/car/content-types/car/schema.json", {
      info: { singularName: "car", pluralName: "cars" },
      attributes: {},
    });
    const pairs = [
      openBeside(new FilesInMemory(magazineFiles()), magazine().tokens.readOnly),
      openBeside(new FilesInMemory([other])),
    ];

    // Only this pair can be compared. Any comparison of the others would happen earlier.
    const last = openBeside(new FilesInMemory(magazineFiles()));

    for (const { model } of [...pairs, last])
      must(await model.catalogs.service(model.connection.id));
    await until("Nothing was compared", () => Promise.resolve(last.reported.length > 0));

    assert.deepEqual(
      pairs.map(({ model, comparisons }) => comparisons.of(model.connection.id)),
      [undefined, undefined],
    );
  });

  it("a schema comparison is removed with its connection", async () => {
    const { model, comparisons, reported } = openBeside(new FilesInMemory(magazineFiles()));
    must(await model.catalogs.service(model.connection.id));
    await until("Nothing was compared", () => Promise.resolve(reported.length > 0));

    await model.connections.remove(model.connection);
    await until("It is still there", () =>
      Promise.resolve(comparisons.of(model.connection.id) === undefined),
    );

    assert.equal(reported.length, 2);
  });
});
