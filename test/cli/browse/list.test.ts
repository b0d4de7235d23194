import { deepEqual, equal, match, ok } from "node:assert/strict";
import { ask, magazine, make, makeArticle, makeTranslated, unique } from "../../model/magazine.ts";
import { cli, cliProcess, jsonLines } from "../cli.ts";

const list = (...words: string[]) => cli(["list", ...words]);
const where = (kicker: string) => ["--filter", JSON.stringify({ kicker })];

describe("cms-content list", () => {
  it("cms-content list without a type prints the content types with kind, number of documents and name", async () => {
    const { code, stdout, stderr } = await list();
    deepEqual({ code, stderr }, { code: 0, stderr: "" });
    match(stdout, /^articles\tcollection\t\d+\tArticle$/m);
    match(stdout, /^homepage\tsingle\t\tHomepage$/m);
    match(stdout, /^users\tusers\t\d+\tUsers$/m);
  });

  it("cms-content list without a type rejects an option that needs one", async () => {
    const { code, stderr } = await list("--status", "draft");
    deepEqual(
      { code, stderr },
      {
        code: 2,
        stderr: "Error: --status needs a content type: cms-content list <type> --status.\n",
      },
    );
  });

  it("cms-content list prints id, last change, publication status, locale and title of each document", async () => {
    const kicker = unique("list");
    const title = unique("Green tea");
    const id = await makeArticle({ kicker, title });
    const { stdout, stderr } = await list("articles", ...where(kicker));
    const [documentId, updatedAt = "", ...others] = stdout.trimEnd().split("\t");
    deepEqual([documentId, ...others], [id, "published", "en", title]);
    ok(!Number.isNaN(Date.parse(updatedAt)));
    equal(stderr, "");
  });

  it("cms-content list --json prints one object for each document", async () => {
    const kicker = unique("list");
    const ids = [await makeArticle({ kicker }), await makeArticle({ kicker }, "status=draft")];
    const rows = jsonLines(await list("articles", ...where(kicker), "--json")) as {
      documentId: string;
      $status: string;
    }[];
    deepEqual(
      rows.map(({ documentId, $status }) => [documentId, $status]).sort(),
      [
        [ids[0], "published"],
        [ids[1], "draft"],
      ].sort(),
    );
  });

  it("cms-content list prints 25 documents by default, and how many there are", async () => {
    const { stdout, stderr } = await cliProcess(["list", "articles"]);
    equal(stdout.trimEnd().split("\n").length, 25);
    match(stderr, /^25 of \d+ documents\. To list all of them, pass --all\.\n$/);
  });

  it("cms-content list --limit and --all decide how many documents are printed", async () => {
    equal((await list("articles", "--limit", "3")).stdout.trimEnd().split("\n").length, 3);
    const all = await list("articles", "--all");
    const { stdout: total } = await cli(["count", "articles"]);
    equal(all.stdout.trimEnd().split("\n").length, Number(total));
    equal(all.stderr, "");
  });

  it("cms-content list --sort orders documents by a field", async () => {
    const kicker = unique("list");
    for (const title of ["b", "c", "a"]) await makeArticle({ kicker, title: unique(title) });
    const titles = async (sort: string) =>
      jsonLines(await list("articles", ...where(kicker), "--sort", sort, "--json")).map((row) =>
        (row as { $title: string }).$title.charAt(0),
      );
    deepEqual(await titles("title"), ["a", "b", "c"]);
    deepEqual(await titles("title:desc"), ["c", "b", "a"]);
  });

  it("cms-content list --search finds documents that contain a text", async () => {
    const title = unique("Rooibos");
    const id = await makeArticle({ title });
    match((await list("articles", "--search", title)).stdout, new RegExp(`^${id}\t.*\n$`));
  });

  it("cms-content list --search takes `_` for a letter, and counts what it lists", async () => {
    const word = unique("Listed").replaceAll(/[^a-z0-9]/gi, "");
    const id = await make("tags", { name: `${word} 100_000` });
    await make("tags", { name: `${word} 100x000` });
    const { stdout, stderr } = await list("tags", "--search", `${word} 100_000`);
    deepEqual([stdout.split("\t")[0], stdout.trimEnd().split("\n").length, stderr], [id, 1, ""]);
  });

  it("cms-content list --locale lists the localizations in a locale", async () => {
    const title = unique("Thé");
    const id = await makeTranslated(unique("Tea"), title);
    const words = ["articles", "--locale", "fr", "--filter", JSON.stringify({ title }), "--json"];
    const [row] = jsonLines(await list(...words)) as Record<string, unknown>[];
    deepEqual([row?.["documentId"], row?.["$locale"]], [id, "fr"]);
  });

  it("cms-content list --all-locales lists one locale after the other, up to the limit", async () => {
    const title = unique("Thé");
    const id = await makeTranslated(title, title);
    const words = ["articles", "--all-locales", "--filter", JSON.stringify({ title }), "--json"];
    const rows = jsonLines(await list(...words, "--fields", "$locale"));
    deepEqual(rows, [
      { documentId: id, $locale: "en" },
      { documentId: id, $locale: "fr" },
    ]);
    const { stdout, stderr } = await list(...words, "--limit", "1");
    equal(stdout.trimEnd().split("\n").length, 1);
    equal(stderr, "1 of 2 documents. To list all of them, pass --all.\n");
  });

  it("cms-content list --fields prints the titles of relations, and values in relations, components and files", async () => {
    const [kicker, name] = [unique("list"), unique("Ada")];
    const author = await make("authors", { name, slug: unique("ada").replace(" ", "-") });
    const tags = [await make("tags", { name: "b" + kicker }), await make("tags", { name: "a" })];
    const [file] = (await ask("GET", "upload/files")) as {
      id: number;
      name: string;
      mime: string;
    }[];
    ok(file);
    const seo = { metaTitle: "For search engines" };
    const id = await makeArticle({ kicker, author, tags, seo, cover: file.id });
    await makeArticle({ kicker, title: unique("Bare") });
    const fields = ["author", "author.documentId", "tags", "tags.name", "cover", "cover.mime"];
    const words = ["articles", ...where(kicker), "--sort", "title"];
    const withFields = [...words, "--fields", [...fields, "seo.metaTitle", "kicker"].join(",")];
    const rows = jsonLines(await list(...withFields, "--json"));
    deepEqual(rows, [
      {
        documentId: id,
        author: name,
        "author.documentId": author,
        tags: [`b${kicker}`, "a"],
        "tags.name": [`b${kicker}`, "a"],
        cover: file.name,
        "cover.mime": file.mime,
        "seo.metaTitle": seo.metaTitle,
        kicker,
      },
      {
        ...{ documentId: (rows[1] as { documentId: string }).documentId, author: null },
        ...{ "author.documentId": null, tags: [], "tags.name": [], cover: null },
        ...{ "cover.mime": null, "seo.metaTitle": null, kicker },
      },
    ]);
    const { stdout } = await list(...words, "--fields", "author,tags", "--limit", "1");
    equal(stdout, `${id}\t${name}\tb${kicker}, a\n`);
  });

  it("cms-content list --fields prints the titles of relations with a token that can't read the content types", async () => {
    const [kicker, name] = [unique("list"), unique("Ada")];
    const author = await make("authors", { name, slug: unique("ada").replace(" ", "-") });
    const [file] = (await ask("GET", "upload/files")) as { id: number; name: string }[];
    const id = await makeArticle({ kicker, author, cover: file?.id });
    const words = ["list", "articles", ...where(kicker), "--fields", "author,author.name,cover"];
    const { stdout, stderr } = await cli(words, { env: { CMS_TOKEN: magazine().tokens.readOnly } });
    deepEqual([stdout, stderr], [`${id}\t${name}\t${name}\t${file?.name}\n`, ""]);
  });

  it("cms-content list --fields names the fields of a component, and those that exist instead of a misspelled one", async () => {
    const failing = async (fields: string) => {
      const { code, stderr } = await list("articles", "--fields", fields);
      equal(code, 2);
      return stderr;
    };
    match(await failing("seo"), /seo needs one of its fields\. seo has: .*\bmetaTitle\b/);
    match(
      await failing("author.nmae"),
      /no field author\.nmae\. author has: .* Did you mean name\?/,
    );
    match(await failing("auhtor"), /no field auhtor\. Choose from: .* Did you mean author\?/);
    match(await failing("title.name"), /no field title\.name\. title has no fields\./);
  });

  it("cms-content list users --fields prints the name of their role", async () => {
    const [user] = jsonLines(await list("users", "--fields", "role,role.type", "--json"));
    const { role, "role.type": type } = user as Record<string, string>;
    deepEqual([typeof role, typeof type], ["string", "string"]);
  });

  it("cms-content list --fields prints the id and these fields", async () => {
    const kicker = unique("list");
    const id = await makeArticle({ kicker, slug: kicker.replace(" ", "-") });
    const words = ["articles", ...where(kicker), "--fields", "kicker,slug,status"];
    equal(
      (await list(...words)).stdout,
      `${id}\t${kicker}\t${kicker.replace(" ", "-")}\tpublished\n`,
    );
    deepEqual(jsonLines(await list(...words, "--json")), [
      { documentId: id, kicker, slug: kicker.replace(" ", "-"), status: "published" },
    ]);
  });

  it("cms-content list --fields prints facts of the document by their keys with and without $", async () => {
    const kicker = unique("list");
    const title = unique("Facts");
    const id = await makeArticle({ kicker, title }, "status=draft");
    const words = ["articles", ...where(kicker), "--json", "--fields"];
    const [row] = jsonLines(await list(...words, "$status,$locale,$title,$createdAt,updatedAt"));
    const { $createdAt, updatedAt, ...facts } = row as Record<string, string>;
    deepEqual(facts, { documentId: id, $status: "draft", $locale: "en", $title: title });
    ok(Date.parse($createdAt ?? "") <= Date.parse(updatedAt ?? ""));
    deepEqual(jsonLines(await list(...words, "status,documentId,locale")), [
      { documentId: id, status: "draft", locale: "en" },
    ]);
  });

  it("cms-content list --fields rejects an empty name, which a shell makes of $status", async () => {
    const { code, stderr } = await list("articles", "--fields", "title,");
    equal(code, 2);
    match(stderr, /--fields has an empty name\. Put names with \$ between single quotes/);
  });

  it("cms-content list --fields rejects a field that doesn't exist and names the others", async () => {
    const { code, stderr } = await list("articles", "--fields", "titel");
    equal(code, 2);
    match(stderr, /articles has no field titel\. Choose from: .*\btitle\b.* Did you mean title\?/);
  });

  it("cms-content list prints a text with control characters in one line", async () => {
    const kicker = unique("list");
    await makeArticle({ kicker, title: `${kicker}\u001B[2J\nnext\tcell` });
    const { stdout } = await list("articles", ...where(kicker));
    ok(!stdout.includes("\u001B"));
    deepEqual([stdout.split("\n").length, stdout.split("\t").length], [2, 5]);
  });

  it("cms-content list lists users with their own fields", async () => {
    const { code, stdout } = await list("users");
    equal(code, 0);
    match(stdout, /^\d+\t[^\t]+\t[^\t]+@[^\t]+\t(true|false)\t(true|false)$/m);
    const [user] = (await ask("GET", "users")) as { id: number; provider: string }[];
    ok(user);
    const filter = JSON.stringify({ id: { $eq: user.id } });
    deepEqual(
      jsonLines(await list("users", "--filter", filter, "--fields", "provider", "--json")),
      [{ $id: user.id, provider: user.provider }],
    );
  });

  it("cms-content list of a single type names the command that prints it", async () => {
    const { code, stderr } = await list("homepage");
    equal(code, 2);
    match(stderr, /cms-content get homepage/);
  });

  it("cms-content list of an unknown type names the types of the service", async () => {
    const { code, stderr } = await list("artikles");
    equal(code, 2);
    match(
      stderr,
      /no content type named artikles\. It has: articles, authors.* Did you mean articles\?/,
    );
  });
});

describe("Options that limit documents", () => {
  const failing = async (...words: string[]): Promise<string> => {
    const { code, stdout, stderr } = await list(...words);
    deepEqual({ code, stdout }, { code: 2, stdout: "" });
    return stderr;
  };

  it("--filter rejects a text that is not JSON", async () => {
    match(await failing("articles", "--filter", "{title:"), /^Error: --filter: .*not valid JSON/);
  });

  it("--filter rejects JSON that is not an object", async () => {
    match(await failing("articles", "--filter", "[]"), /--filter must be a JSON object/);
  });

  it("--filter rejects a field and an operator that don't exist, and names similar ones", async () => {
    const wrong = async (filter: object) => failing("articles", "--filter", JSON.stringify(filter));
    match(
      await wrong({ titel: { $eq: "x" } }),
      /--filter: .*no field titel .*Choose from: .*\btitle\b.* Did you mean title\?/,
    );
    match(
      await wrong({ $or: [{ author: { nmae: "x" } }] }),
      /author\.nmae .*author has: .*\bname\b.* Did you mean name\?/,
    );
    match(
      await wrong({ title: { $contain: "x" } }),
      /title\.\$contain is not a known operator\. Choose from: .* Did you mean \$contains\?/,
    );
    match(await wrong({ $an: [] }), /\$an is not a known operator\. .* Did you mean \$and\?/);
  });

  it("--filter rejects an empty object, which would match everything", async () => {
    match(await failing("articles", "--filter", "{}"), /would match everything/);
  });

  it("--search rejects an empty text", async () => {
    match(await failing("articles", "--search", " "), /--search needs a text/);
  });

  it("--sort rejects a field that doesn't exist, a relation and an unknown order", async () => {
    match(
      await failing("articles", "--sort", "titel"),
      /can't be sorted by titel\. Choose from: .* Did you mean title\?/,
    );
    match(
      await failing("articles", "--sort", "author.nmae:desc"),
      /can't be sorted by author\.nmae\. author has: .* Did you mean name\?/,
    );
    match(
      await failing("articles", "--sort", "author"),
      /can't be sorted by author\. author has: .*\bname\b/,
    );
    match(await failing("articles", "--sort", "title:up"), /--sort needs a field/);
  });

  it("--sort accepts a field of a relation's target", async () => {
    equal((await list("articles", "--sort", "author.name", "--limit", "1")).code, 0);
  });

  it("--locale rejects an unknown locale and names the others", async () => {
    match(await failing("articles", "--locale", "xx"), /no locale xx\. It has: .*\bfr\b/);
    match(await failing("articles", "--locale", "FR"), /no locale FR\. .* Did you mean fr\?/);
  });

  it("--locale, --all-locales and --status are rejected for a type that the service would ignore them for", async () => {
    match(await failing("users", "--locale", "fr"), /users is not localized/);
    match(await failing("tags", "--all-locales"), /--all-locales needs a localized content type/);
    match(await failing("users", "--status", "draft"), /users has none/);
  });

  it("--all-locales excludes --locale, and needs a type", async () => {
    match(await failing("articles", "--all-locales", "--locale", "fr"), /cannot be used with/);
    match(await failing("--all-locales"), /--all-locales needs a content type/);
  });

  it("--limit accepts only whole numbers above 0", async () => {
    match(await failing("articles", "--limit", "0"), /whole number above 0/);
    match(await failing("articles", "--limit", "x"), /whole number above 0/);
  });

  it("--limit and --all exclude each other", async () => {
    match(await failing("articles", "--limit", "3", "--all"), /cannot be used with/);
  });
});
