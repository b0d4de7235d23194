import { deepEqual, equal } from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { AttributeSchema } from "../../../src/client/index.ts";
import { ContentFolder } from "../../../src/model/folder/contentFolder.ts";
import { checkFolder } from "../../../src/model/folder/status/folderCheck.ts";
import { createCatalog } from "../../../src/model/schemas/catalog.ts";
import { describeCheckFinding } from "../../../src/texts/check/checkFindingWords.ts";
import { temporaryFolder, type TemporaryFolder } from "../../support/temporaryFolder.ts";
import { must } from "../outcomes.ts";

const localized = { i18n: { localized: true } };
const typeOf = (
  uid: string,
  pluralName: string,
  attributes: Readonly<Record<string, AttributeSchema>>,
  isLocalized = false,
) => ({
  uid,
  schema: {
    ...{ displayName: pluralName, singularName: uid.split(".")[1] ?? "", pluralName, attributes },
    ...({ kind: "collectionType", draftAndPublish: true } as const),
    pluginOptions: { i18n: { localized: isLocalized } },
  },
});

const schema = createCatalog({
  contentTypes: [
    typeOf(
      "api::article.article",
      "articles",
      {
        title: { type: "string", required: true, pluginOptions: localized },
        slug: { type: "uid", targetField: "title", pluginOptions: localized },
        season: { type: "enumeration", enum: ["winter", "summer"] },
        tags: { type: "relation", relation: "manyToMany", target: "api::tag.tag" },
        body: { type: "richtext", maxLength: 9, pluginOptions: localized },
        seo: { type: "component", component: "shared.seo", pluginOptions: localized },
      },
      true,
    ),
    typeOf("api::tag.tag", "tags", { name: { type: "string", unique: true } }),
  ],
  components: [
    {
      uid: "shared.seo",
      schema: { displayName: "SEO", attributes: { words: { type: "integer", max: 3 } } },
    },
  ],
  locales: [],
});

describe("Check of a folder", () => {
  let temporary: TemporaryFolder;

  beforeEach(() => {
    temporary = temporaryFolder();
  });
  afterEach(() => temporary.remove());

  const save = (files: Readonly<Record<string, object | string>>): void => {
    for (const [path, content] of Object.entries(files)) {
      const file = join(temporary.path, path);
      mkdirSync(dirname(file), { recursive: true });
      const text = typeof content === "string" ? content : JSON.stringify(content, null, 2);
      writeFileSync(file, text);
    }
  };

  async function linesOf(types?: readonly string[]): Promise<string[]> {
    const folder = must(await ContentFolder.open(temporary.path));
    const lines: string[] = [];
    const report = must(
      await checkFolder(folder, {
        ...{ schema, types },
        onFindings: (findings) => {
          for (const { finding, path, line, column } of findings) {
            const text = describeCheckFinding(finding);
            lines.push(`${path}:${line}:${column} ${finding.severity} ${finding.rule} ${text}`);
          }
          return Promise.resolve();
        },
      }),
    );
    equal(lines.length, report.findings.error + report.findings.warning);
    return lines.sort();
  }

  it("a check of a folder finds nothing in valid files, which may name documents of the service", async () => {
    save({
      "articles/tea.json": { $schema: "../.cms/schema/articles.json", season: "winter" },
      "articles/tea.en.json": { title: "Tea", slug: "tea", tags: ["tags/warm", "tags/#abc"] },
      "articles/tea.fr.json": { title: "Thé", slug: "tea" },
      "tags/warm.json": { name: "Warm" },
    });
    deepEqual(await linesOf(), []);
  });

  it("a check of a folder names the file and the position of each defect", async () => {
    save({
      "articles/tea.json": { season: "spring" },
      "articles/tea.en.json": {
        slug: "tea",
        tags: ["tags/cold", { id: 3 }, "articles/tea"],
        seo: { words: 4 },
      },
      "articles/tea.fr.json": { title: "Thé", subtitle: "Vert" },
      "articles/other.en.json": { title: " ", slug: "tea" },
      "tags/one.json": { name: "Same" },
      "tags/two.json": { name: "Same" },
    });
    const duplicate = (field: string, value: string, other: string) =>
      `error duplicate-value ${field} must be unique. The value '${value}' is also in '${other}'.`;
    deepEqual(
      await linesOf(),
      [
        "articles/other.en.json:2:3 warning empty-text title is required, but contains only white space.",
        `articles/other.en.json:3:3 ${duplicate("slug", "tea", "Untitled")}`,
        "articles/tea.en.json:1:1 warning invalid-value To be published, title must not be empty.",
        `articles/tea.en.json:2:3 ${duplicate("slug", "tea", "Untitled")}`,
        "articles/tea.en.json:4:5 error missing-target tags[0] names tags/cold, which the folder doesn't have.",
        "articles/tea.en.json:8:5 error missing-target tags[2] names articles/tea, which the folder doesn't have.",
        "articles/tea.en.json:5:5 error invalid-value tags[1] must identify its target by documentId.",
        "articles/tea.en.json:11:5 error invalid-value seo.words must be at most 3.",
        "articles/tea.fr.json:3:3 error invalid-value subtitle isn't in the schema, so it can't be saved.",
        "articles/tea.json:2:3 error invalid-value season must be one of winter, summer.",
        `tags/one.json:2:3 ${duplicate("name", "Same", "Same")}`,
        `tags/two.json:2:3 ${duplicate("name", "Same", "Same")}`,
      ].sort(),
    );
    deepEqual((await linesOf(["tags"])).length, 2);
  });

  it("a check of a folder names the position in Markdown files, in the front matter and in the text", async () => {
    const article = { files: "localized", field: "body" };
    const settings = { state: 1, salt: "a", environments: {}, markdown: { articles: article } };
    save({
      "cms.json": settings,
      "articles/tea.json": {},
      "articles/tea.en.md":
        "---\ntitle: Tea\nseo:\n  words: 4\ntags:\n  - tags/cold\n---\n\nWarm\n",
      "articles/cut.json": {},
      "articles/cut.en.md": "---\ntitle: [\n---\n",
      "articles/blank.json": {},
      "articles/blank.en.md": "---\ntitle: Blank\n---\n\nToo long for it.\n",
    });
    const positions = (await linesOf()).map((line) => line.split(" ").slice(0, 3).join(" "));
    deepEqual(positions, [
      "articles/blank.en.md:5:1 error invalid-value",
      "articles/cut.en.md:3:1 error invalid-value",
      "articles/tea.en.md:4:10 error invalid-value",
      "articles/tea.en.md:6:5 error missing-target",
    ]);
  });

  it("a check of a folder reports a file that can't be read once, at its error, and checks the others", async () => {
    save({
      "articles/tea.json": '{\n  "season": "winter",\n}',
      "articles/tea.en.json": {},
      "articles/tea.fr.json": {},
      "tags/list.json": "[]",
      "tags/marked.json": "<<<<<<< HEAD\n{}\n",
      "tags/used.json": { name: "" },
    });
    deepEqual(await linesOf(), [
      "articles/tea.json:3:1 error invalid-value The text is not valid JSON at line 3, column 1.",
      "tags/list.json:1:1 error invalid-value A document must be a JSON object.",
      "tags/marked.json:1:1 error invalid-value The text is not valid JSON at line 1, column 1.",
    ]);
  });
});
