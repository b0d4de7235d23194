import { deepEqual, doesNotMatch, equal, match } from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { textIn } from "../../../src/model/foundation/json.ts";
import { administer } from "../../support/administer.ts";
import { startFaultyProxy } from "../../support/faultyProxy.ts";
import { plainFind, plainFirst, plainList } from "../../support/plainHttp.ts";
import type { PlainDocument } from "../../support/plainHttp.ts";
import { jsonLines, useFolder } from "../cli.ts";
import type { CliOptions } from "../cli.ts";
import { useTwoServices } from "../useTwoServices.ts";
import { plainChange, plainDelete, plainMake, plainMakeDraft } from "../../support/plainWrites.ts";
import type { Side } from "../../../src/model/compare/documentPairs.ts";

describe("cms-content copy", function () {
  this.timeout(120_000);
  const folder = useFolder();
  const { services, differences, cli, cliInTerminal, cliProcess } = useTwoServices();
  const between = ["--from", "Staging", "--to", "Production"];
  const run = (words: readonly string[], options: CliOptions = {}) =>
    cli(["copy", ...between, ...words], { cwd: folder.path, ...options });
  const write = ["--yes", "--allow-production", "--json"];
  const where = (...slugs: readonly string[]) => [
    ...["--type", "articles", "--filter", JSON.stringify({ slug: { $in: slugs } })],
  ];
  const draftOn = (side: Side, slug: string, more = "") =>
    plainList(
      services()[side],
      `articles?status=draft&locale=en&filters[slug][$eq]=${slug}&populate=*${more}`,
    ).then(([document]): PlainDocument | undefined => document);
  const outcomesOf = (result: Awaited<ReturnType<typeof run>>) =>
    (jsonLines(result) as { title?: string; file?: string; outcome: string }[]).map(
      ({ title, file, outcome }) => `${outcome} ${title ?? file}`,
    );

  const mayCall = (plugin: string, ...actions: string[]) =>
    actions.map((action) => `plugin::${plugin}.${action}`);
  const authorsNotRead =
    /^api::author\.author was not read: Production requires the permission Author: find\.$/m;
  /** A token of production that may read all that a copy needs, but authors. */
  let withoutAuthors: CliOptions;
  before("create the token", async () => {
    const permissions = [
      ...["article", "category", "tag"].map((type) => `api::${type}.${type}.find`),
      ...mayCall("content-type-builder", "content-types.getContentTypes"),
      ...mayCall("content-type-builder", "components.getComponents"),
      ...[...mayCall("i18n", "locales.listLocales"), ...mayCall("upload", "content-api.find")],
    ];
    const { data } = (await administer(services().to, "POST", "admin/api-tokens", {
      name: "Without authors",
      description: "",
      type: "custom",
      lifespan: null,
      permissions,
    })) as { readonly data: { readonly accessKey: string } };
    withoutAuthors = { env: { CMS_TOKEN_PRODUCTION: data.accessKey } };
  });

  it("cms-content copy prints the plan of a dry run, and writes nothing", async () => {
    const ids = differences();

    const result = await run([
      ...where("the-last-foghorn", "heavy-words"),
      "--source-wins",
      "--dry-run",
      "--json",
    ]);

    deepEqual(
      [result.code, outcomesOf(result).sort()],
      [0, ["create Sunniva Aldridge", "create The Last Foghorn", "update Heavy Words"]],
    );
    match(
      result.stderr,
      /^Also copies documents that they refer to: 'Sunniva Aldridge' \(authors\)\.$/m,
    );
    equal(await draftOn("to", "the-last-foghorn"), undefined);
    equal(ids.newAuthor.length, 24);
  });

  it("cms-content copy and diff show control characters of a title as text in a terminal", async () => {
    const kicker = "Shown in a terminal";
    const title = `${kicker}\u001B]0;x\u0007\u001B[2J\u009B2J\u202Egnol\r\nnext`;
    await plainMake(services().from, "articles", { kicker, title });
    const chosen = ["--type", "articles", "--filter", JSON.stringify({ kicker })];
    for (const words of [
      ["diff", ...between, ...chosen],
      ["copy", ...between, ...chosen, "--dry-run"],
    ]) {
      const options = { cwd: folder.path, env: { NO_COLOR: "1" } };
      const { text } = await cliInTerminal(words, options);
      match(text, /Shown in a terminal␛/);
      doesNotMatch(text.replaceAll("\r\u001B[K", "\n"), /(?!\n)[\p{Cc}\u202E]/u);
    }
  });

  it("cms-content copy plans what a token may read, names the type that was not read, and exits with 1", async () => {
    await plainMake(services().from, "categories", { name: "Planned", slug: "planned" });
    const words = ["--type", "categories", "authors", "--dry-run", "--json"];
    const result = await run(words, withoutAuthors);

    match(result.stderr, authorsNotRead);
    deepEqual([result.code, outcomesOf(result)], [1, ["create Planned"]]);
  });

  it("cms-content copy refuses a document whose relation the token may not match, and names the relation", async () => {
    const result = await run([...where("the-last-foghorn"), "--dry-run", "--json"], withoutAuthors);

    deepEqual([result.code, outcomesOf(result)], [1, ["failed The Last Foghorn"]]);
    match(result.stdout, /author: nothing on the service matches \w{24}, and nothing is created/);
  });

  it("cms-content copy names the type that was not read if there is nothing else to copy", async () => {
    const result = await run(["--type", "tags", "authors", "--dry-run"], withoutAuthors);

    match(result.stderr, authorsNotRead);
    match(
      result.stderr,
      /There is nothing to copy\.\nError: authors isn't copied, because it was not read\.\n$/,
    );
    equal(result.code, 1);
  });

  it("cms-content copy is rejected before the first request if production is locked", async () => {
    const { code, stderr } = await run([...where("heavy-words"), "--yes"]);

    equal(code, 4);
    match(stderr, /Production is a production service\. To write to it, pass --allow-production\./);
  });

  it("cms-content copy copies a document as a draft with what it needs, and undo deletes both", async () => {
    const words = ["copy", ...between, ...where("the-last-foghorn"), ...write];
    const result = await cliProcess(words, { cwd: folder.path });
    const copied = await draftOn("to", "the-last-foghorn");
    const published = await plainFind(services().to, `articles/${copied?.documentId}?locale=en`);

    deepEqual(
      [result.code, outcomesOf(result).sort()],
      [0, ["created Sunniva Aldridge", "created The Last Foghorn"]],
    );
    equal((copied?.["author"] as PlainDocument | undefined)?.["name"], "Sunniva Aldridge");
    equal(published, undefined);

    const [, id = ""] =
      /cms-content undo (\w+) --connection "Production"/.exec(result.stderr) ?? [];
    const undone = await cli(
      ["undo", id, "--connection", "Production", "--yes", "--allow-production"],
      { cwd: folder.path },
    );
    deepEqual([undone.code, await draftOn("to", "the-last-foghorn")], [0, undefined]);
    const again = await run([...where("the-last-foghorn"), "--dry-run", "--json"]);
    deepEqual(outcomesOf(again).sort(), ["create Sunniva Aldridge", "create The Last Foghorn"]);
  });

  it("cms-content copy copies no document that is newer on the target, unless requested", async () => {
    const { from, to } = services();
    const slug = "newer-there";
    for (const service of [from, to])
      await plainMakeDraft(service, "tags", { name: service.url, slug });
    const words = ["--type", "tags", "--filter", JSON.stringify({ slug }), "--dry-run", "--json"];

    const spared = await run(words);
    const planned = await run([...words, "--overwrite-newer"]);

    deepEqual([spared.code, outcomesOf(spared)], [1, [`skipped ${from.url}`]]);
    match(
      spared.stderr,
      /isn't copied: name · changed later in Production\. To copy it, pass --overwrite-newer\.$/m,
    );
    deepEqual([planned.code, outcomesOf(planned)], [0, [`update ${from.url}`]]);
  });

  it("cms-content copy copies no document that the target deleted after a copy, unless requested", async () => {
    const { from, to } = services();
    const slug = "deleted-there";
    await plainMakeDraft(from, "tags", { name: "Deleted There", slug });
    const words = ["--type", "tags", "--filter", JSON.stringify({ slug })];
    await run([...words, ...write]);
    const [copied] = await plainList(to, `tags?status=draft&filters[slug]=${slug}`);
    await plainDelete(to, `tags/${copied?.documentId}`);

    const diff = await cli(["diff", ...between, ...words], { cwd: folder.path });
    const spared = await run([...words, "--dry-run", "--json"]);
    const planned = await run([...words, "--overwrite-newer", "--dry-run", "--json"]);

    match(diff.stderr, /1 deleted in Production since the last copy/);
    deepEqual([spared.code, outcomesOf(spared)], [1, ["skipped Deleted There"]]);
    match(
      spared.stderr,
      /isn't copied: deleted in Production since the last copy\. To copy it again/,
    );
    deepEqual([planned.code, outcomesOf(planned)], [0, ["create Deleted There"]]);
  });

  it("cms-content copy copies no field that either side may have changed, unless the source wins", async () => {
    const { from, to } = services();
    const chosen = await plainFirst(from, "tags?status=draft&sort=id:asc");
    const { documentId: id, slug } = chosen;
    const name = textIn(chosen, "name");
    await plainChange(to, `tags/${id}?status=draft`, { name: "There" });
    await plainChange(from, `tags/${id}?status=draft`, { slug: "source-wins" });
    const words = ["--type", "tags", "--filter", JSON.stringify({ documentId: id })];
    const readTarget = () => plainFind(to, `tags/${id}?status=draft`);

    const spared = await run([...words, ...write]);
    const unchangedTag = await readTarget();
    const copied = await run([...words, ...write, "--source-wins"]);

    deepEqual([spared.code, outcomesOf(spared)], [1, [`skipped ${name}`]]);
    match(
      spared.stderr,
      /isn't copied: it was never copied, and the target may have changed name, slug\. To copy the source's values, pass --source-wins\.$/m,
    );
    deepEqual([unchangedTag?.["name"], unchangedTag?.["slug"]], ["There", slug]);
    const now = await readTarget();
    deepEqual([copied.code, now?.["name"], now?.["slug"]], [0, name, "source-wins"]);
    for (const service of [from, to])
      await plainChange(service, `tags/${id}?status=draft`, { name, slug });
  });

  it("cms-content copy stops between two documents on Ctrl+C, and resumes the plan without duplicates", async () => {
    const { from, to } = services();
    const proxy = await startFaultyProxy(to.url);
    const connections = [
      { id: "one", name: "Staging", url: from.url },
      { id: "two", name: "Production", url: proxy.url, environment: "production" },
    ];
    const env = { CMS_CONNECTIONS: join(folder.path, "through.json") };
    writeFileSync(env.CMS_CONNECTIONS, JSON.stringify({ "cms.connections": connections }));
    const slugs = ["the-last-foghorn", "a-bench-for-every-view"];
    try {
      await run([...where(...slugs), "--plan", "plan.json"], { env });
      const interrupting = new AbortController();
      proxy.meet(({ method }) => {
        if (method !== "POST") return undefined;
        interrupting.abort();
        return { kind: "answer delayed", milliseconds: 1_000 };
      });
      const stopped = await run(["--apply", "plan.json", ...write], {
        env,
        signal: interrupting.signal,
      });
      proxy.meet(() => undefined);
      const resumed = await run(["--apply", "plan.json", ...write], { env });

      deepEqual([stopped.code, resumed.code], [130, 0]);
      // Two are created at a time, unless one refers to the other.
      match(stopped.stderr, /[12] created, [12] not attempted\.\n/);
      const documents = [
        ...(await plainList(to, "authors?status=draft&filters[slug]=sunniva-aldridge")),
        ...(await Promise.all(slugs.map((slug) => draftOn("to", slug)))),
      ];
      deepEqual(
        documents.map((document) => document?.["name"] ?? document?.["title"]),
        ["Sunniva Aldridge", "The Last Foghorn", "A Bench for Every View"],
      );
    } finally {
      await proxy.stop();
    }
  });

  it("cms-content copy rejects a file that is no plan, and one that does not exist", async () => {
    writeFileSync(join(folder.path, "plan.json"), "{}");
    const none = await run(["--apply", "plan.json", "--dry-run"]);
    const missing = await run(["--apply", "gone.json", "--dry-run"]);

    deepEqual([none.code, missing.code], [2, 2]);
    match(none.stderr, /plan\.json: Line 1, column 1: format is missing\./);
    match(missing.stderr, /gone\.json can't be read/);
  });
});
