import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { runInThisContext } from "node:vm";
import { singleId } from "../../../src/model/foundation/address.ts";
import type { Address } from "../../../src/model/foundation/address.ts";
import { createCatalog } from "../../../src/model/schemas/catalog.ts";
import { apiUrlOf } from "../../../src/model/connect/connection.ts";
import { callText } from "../../../src/model/types/apiCalls.ts";
import type { CallForm } from "../../../src/model/types/apiCalls.ts";
import { contentTypesText } from "../../../src/model/types/contentTypeDeclarations.ts";
import { ask, magazine, makeArticle, openModel, unique } from "../magazine.ts";
import { must } from "../outcomes.ts";
import { clientSpecifier, complaints } from "./compiling.ts";

const run = promisify(execFile);

type Entity = Readonly<Record<string, unknown>>;

/** Runs a text as the body of an async function. */
const evaluate = (text: string, result: string, cms?: unknown): Promise<unknown> => {
  const script = `(async (cms) => {${text}\nreturn ${result};})`;
  return (runInThisContext(script) as (cms: unknown) => Promise<unknown>)(cms);
};

/**
 * The arguments that a program receives from a line in cmd.exe. cmd.exe replaces variables first and then removes
 * carets outside quotes. The program itself removes the quotes.
 */
function wordsInCmd(
  line: string,
  variables: Readonly<Record<string, string | undefined>>,
): string[] {
  const filled = line.replace(/%([^%]+)%/g, (whole, name: string) => variables[name] ?? whole);
  let isQuoted = false;
  let isEscaped = false;
  let bare = "";
  for (const sign of filled) {
    const isCaret: boolean = sign === "^" && !isQuoted && !isEscaped;
    const isActive = !isQuoted && !isEscaped && /[&|<>()]/.test(sign);
    assert.ok(!isActive, `${sign} is taken for an operator in ${filled}`);
    if (sign === '"' && !isEscaped) isQuoted = !isQuoted;
    if (!isCaret) bare += sign;
    isEscaped = isCaret;
  }
  return [...bare.matchAll(/"([^"]*)"|[^\s"]+/g)].map(([word, quoted]) => quoted ?? word);
}

describe("Copy as Code", function () {
  this.timeout(120_000);

  const forms: readonly CallForm[] = ["client", "curl", "curl-cmd", "fetch"];

  beforeEach(() => {
    process.env["CMS_TOKEN"] = magazine().tokens.full;
  });
  afterEach(() => {
    delete process.env["CMS_TOKEN"];
  });

  const service = async () => {
    const model = openModel();
    return must(await model.catalogs.service(model.connection.id));
  };
  const textOf = async (form: CallForm, address: Omit<Address, "connection">) => {
    const { catalog } = await service();
    const type = catalog.types.get(address.type);
    const called = { address: { connection: "c", ...address }, apiUrl: apiUrlOf(magazine()) };
    return callText(form, { ...called, ...(type && { type }) });
  };
  /** Runs the copied text and returns its result. */
  const brought: Record<CallForm, (text: string) => Promise<Entity>> = {
    client: async (text) => {
      const { cms } = await service();
      const [, name = ""] = /^const \[error, (\w+)\]/.exec(text) ?? [];
      const [error, document] = (await evaluate(text, `[error, ${name}]`, cms)) as [
        unknown,
        Entity,
      ];
      assert.equal(error, null);
      return document;
    },
    curl: async (text) => {
      const { stdout } = await run("sh", ["-c", text.replace("curl ", "curl --silent ")]);
      const body = JSON.parse(stdout) as Entity;
      return (body["data"] ?? body) as Entity;
    },
    "curl-cmd": async (text) => {
      const [program = "", ...words] = wordsInCmd(text.trimEnd(), process.env);
      const { stdout } = await run(program, ["--silent", ...words]);
      const body = JSON.parse(stdout) as Entity;
      return (body["data"] ?? body) as Entity;
    },
    fetch: async (text) =>
      (await evaluate(text, text.includes("{ data }") ? "data" : "user")) as Entity,
  };

  for (const form of forms) {
    it(`Copy as Code copies a call that reads the draft of a localization with its relations, as ${form}`, async () => {
      const title = unique('It\'s $HOME; "tea"');
      const id = await makeArticle({ title: "English" }, "status=draft");
      await ask("PUT", `articles/${id}?locale=fr&status=draft`, { title });

      const text = await textOf(form, { type: "articles", locale: "fr", id });
      const article = await brought[form](text);

      assert.deepEqual(
        [article["documentId"], article["title"], article["locale"], article["links"]],
        [id, title, "fr", []],
      );
    });

    it(`Copy as Code copies a call that reads a single type, as ${form}`, async () => {
      const text = await textOf(form, { type: "homepage", locale: "fr", id: singleId });
      const homepage = await brought[form](text);

      assert.deepEqual([homepage["locale"], typeof homepage["heading"]], ["fr", "string"]);
    });

    it(`Copy as Code copies a call that reads a type without drafts and locales, as ${form}`, async () => {
      const text = await textOf(form, { type: "site-setting", id: singleId });
      const settings = await brought[form](text);

      assert.equal(typeof settings["siteName"], "string");
    });

    it(`Copy as Code copies a call that reads a user with the role, as ${form}`, async () => {
      const text = await textOf(form, { type: "users", id: "2" });
      const user = await brought[form](text);

      assert.deepEqual([user["id"], typeof (user["role"] as Entity)["name"]], [2, "string"]);
    });

    it(`Copy as Code names the variable that holds the token, and never the token, as ${form}`, async () => {
      const text = await textOf(form, { type: "articles", locale: "en", id: "tea1" });

      assert.equal(text.includes(magazine().tokens.full), false);
      assert.equal(text.includes("CMS_TOKEN"), form !== "client");
    });
  }

  it("Copy as Code copies client calls that compile with the generated types", async () => {
    const { catalog } = await service();
    const types = contentTypesText(catalog, { form: { kind: "global" }, source: "Magazine" });
    const article = await textOf("client", { type: "articles", locale: "en", id: "tea1" });
    const settings = await textOf("client", { type: "site-setting", id: singleId });
    const user = await textOf("client", { type: "users", id: "2" });
    const program = `import type { Cms } from "${clientSpecifier}";
declare const cms: Cms;
{ ${article} if (!error) console.log(article.title, article.tags.length); }
{ ${settings} if (!error) console.log(siteSetting.siteName); }
{ ${user} if (!error) console.log(user.username); }
export {};
`;

    const errors = complaints({ "content.d.ts": types, "use.ts": program });

    assert.deepEqual(errors, []);
  });

  it("Copy as Code copies readable text in every form", async () => {
    const address = { type: "articles", locale: "en", id: "tea1" };
    const url = apiUrlOf(magazine());

    const texts = await Promise.all(forms.map((form) => textOf(form, address)));

    assert.deepEqual(texts, [
      'const [error, article] = await cms.collection("articles").find({\n' +
        '  documentId: "tea1",\n' +
        '  params: { status: "draft", locale: "en", populate: "*" },\n' +
        "});\n",
      `curl --globoff --header "Authorization: Bearer $CMS_TOKEN" '${url}/articles/tea1?status=draft&locale=en&populate=*'\n`,
      `curl --globoff --header "Authorization: Bearer %CMS_TOKEN%" ^"${url}/articles/tea1?status=draft^&locale=en^&populate=*^"\n`,
      `const response = await fetch("${url}/articles/tea1?status=draft&locale=en&populate=*", {\n` +
        "  headers: { Authorization: `Bearer ${process.env.CMS_TOKEN}` },\n" +
        "});\n" +
        "const { data } = await response.json();\n",
    ]);
  });

  it("Copy as Code escapes ids and variables for cmd.exe", async () => {
    const id = "%20 é&|<>^!()\"'%C3% \u{1F375}";
    const variables = { CMS_TOKEN: "a b", C3: "no", "20": "no", "25": "no", A9: "no" };

    const text = await textOf("curl-cmd", { type: "articles", id });

    const url = `${magazine().url}/${magazine().apiPrefix}/articles/${encodeURIComponent(id).replaceAll("'", "%27")}`;
    assert.deepEqual(wordsInCmd(text.trimEnd(), variables), [
      "curl",
      ...["--globoff", "--header", "Authorization: Bearer a b"],
      `${url}?status=draft&populate=*`,
    ]);
  });

  it("Copy as Code replaces half a surrogate pair with U+FFFD", async () => {
    const id = "tea\ud83c";

    const texts = await Promise.all(
      forms.slice(1).map((form) => textOf(form, { type: "articles", id })),
    );

    assert.deepEqual(
      texts.map((text) => text.replaceAll("^", "").includes("/articles/tea%EF%BF%BD?")),
      [true, true, true],
    );
  });

  it("Copy as Code escapes names and ids in every form", async () => {
    const schema = {
      displayName: "",
      singularName: "class",
      pluralName: "it's; $(exit) `exit`",
      kind: "collectionType" as const,
      draftAndPublish: false,
      attributes: { name: { type: "string" } },
    };
    const catalog = createCatalog({
      contentTypes: [{ uid: "api::class.class", schema }],
      components: [],
      locales: [],
    });
    const [type] = [...catalog.types.values()];
    const address = { connection: "c", type: schema.pluralName, id: "o'tea/../\"$(exit)\n" };
    const called = { address, type: type!, apiUrl: "https://cms.example.com/it's/api" };

    const [client, curl, , fetched] = forms.map((form) => callText(form, called));

    const { stdout } = await run("sh", ["-c", curl!.replace(/^curl/, "printf '%s\\n'")]);
    const path = "/it%27s/api/it%27s%3B%20%24(exit)%20%60exit%60/o%27tea%2F..%2F%22%24(exit)%0A";
    assert.equal(stdout.split("\n").at(-2), `https://cms.example.com${path}`);
    assert.ok(fetched!.includes(`"https://cms.example.com${path}"`));
    assert.equal(
      client,
      String.raw`const [error, document] = await cms.collection("it's; $(exit) ${"`exit`"}").find({ documentId: "o'tea/../\"$(exit)\n" });` +
        "\n",
    );
  });
});
