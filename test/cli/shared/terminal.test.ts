import { deepEqual, doesNotMatch, equal, match, ok } from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { make, makeArticle, unique } from "../../model/magazine.ts";
import { refusal, startLoopback } from "../../support/loopback.ts";
import { cli, cliInTerminal, cliProcessInTerminal, useFolder } from "../cli.ts";

/** Sets the title of a window, clears the screen twice, reverses the text, and starts a line. */
const controls = "\u001B]0;x\u0007\u001B[2J\u009B2J\u202Egnol\u2066\u2028\u007F\r\nnext";

/** Every character that controls a terminal or the order of a text, except the end of a line. */
const controlCharacter = /(?!\n)[\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u;

interface ShowOptions {
  readonly env?: object;
  readonly columns?: number;
  readonly run?: typeof cliInTerminal;
}

describe("Command line in a terminal", function () {
  this.timeout(120_000);
  const folder = useFolder();
  /** What a command prints without styles. Each step of its progress is a line. */
  const show = async (
    words: readonly string[],
    { env = {}, columns = 200, run = cliInTerminal }: ShowOptions = {},
  ) => {
    const options = { cwd: folder.path, env: { NO_COLOR: "1", ...env }, columns };
    const { code, text } = await run(words, options);
    return { code, text: text.replaceAll("\r\u001B[K", "\n") };
  };

  const kicker = unique("terminal");
  const title = `${kicker}${controls}`;
  const filter = ["--filter", JSON.stringify({ kicker })];
  let id: string;
  before(async () => {
    id = await makeArticle({ kicker, title, summary: "Write to jane@cms-content.test." });
  });

  const check = ["check", "--type", "articles", "--rule", "exposed-data=warning"];
  for (const words of [
    ["list", "articles"],
    ["get", "articles"],
    check,
    [...check, "--format", "sarif"],
    ["export", "articles", "--format", "ndjson"],
    ["publish", "articles", "--dry-run"],
  ]) {
    it(`${words.join(" ")} shows control characters of a title as text`, async () => {
      const { text } = await show([...words, ...(words[0] === "get" ? [id] : filter)]);
      ok(text.includes(kicker), text);
      doesNotMatch(text, controlCharacter);
    });
  }

  it("check, export and types show control characters as text if --out is the terminal", async () => {
    for (const [words, shown] of [
      [[...check, ...filter, "--out", "/dev/tty"], kicker],
      [["export", "articles", ...filter, "--format", "csv", "--out", "/dev/stdout"], kicker],
      [["types", "--module", `x${controls}`, "--out", "/dev/tty"], 'declare module "x'],
    ] as const) {
      const { text } = await show(words, { run: cliProcessInTerminal });
      ok(text.includes(shown), text);
      doesNotMatch(text, controlCharacter);
    }
  });

  it("a terminal gets valid JSON with the same values", async () => {
    for (const words of [
      ["get", "articles", id],
      ["list", "articles", "--json", ...filter],
    ]) {
      const { text } = await show(words);
      const { stdout } = await cli(words, { cwd: folder.path });
      deepEqual(JSON.parse(text), JSON.parse(stdout));
    }
  });

  it("a terminal gets a record of CSV on one line, and a pipe its bytes", async () => {
    const words = ["export", "articles", "--format", "csv", "--fields", "title", ...filter];
    const { text } = await show(words);
    match(text, new RegExp(`,"${kicker}␛\\]0;x␇.*⏎next"$`, "m"));
    const { stdout } = await cli(words, { cwd: folder.path });
    ok(stdout.includes(title), JSON.stringify(stdout));
  });

  it("a terminal shows control characters in a file's name, its records and the progress as text", async () => {
    const file = join(folder.path, `${controls.replaceAll("/", "")}.csv`);
    writeFileSync(file, `title,kicker\n"\u001B\u009B",x\n${"Tea,\n".repeat(999)}`);
    const words = [
      "import",
      "articles",
      file,
      "--always-create",
      "--map",
      "kicker=rating",
      "--dry-run",
    ];
    const { text } = await show(words);
    match(text, /^Line 2: '␛\[U\+009B\]'/m);
    match(text, /^Reading ␛\]0;x␇␛\[2J\[U\+009B\]2J\[U\+202E\]gnol/m);
    doesNotMatch(text, controlCharacter);
  });

  it("a terminal shows control characters of arguments and of a service's error as text", async () => {
    const service = await startLoopback();
    service.answer(refusal(400, "X", controls));
    try {
      for (const words of [
        ["count", `articles${controls}`],
        ["count", "articles", "--locale", controls],
        ["list", `--${controls}`],
        [controls],
      ]) {
        const { code, text } = await show(words, { env: { CMS_URL: service.url } });
        ok(code === 2 || code === 3);
        match(text, /␛/);
        doesNotMatch(text, controlCharacter);
      }
    } finally {
      await service.stop();
    }
  });

  it("a terminal gets a progress line that is cut to its columns", async () => {
    const file = join(folder.path, `${"漢".repeat(60)}.csv`);
    writeFileSync(file, `title\n${"x\n".repeat(1_000)}`);
    const words = ["import", "articles", file, "--always-create", "--dry-run"];
    const { text } = await show(words, { columns: 40, run: cliProcessInTerminal });
    const [progress] = /^Reading .*$/m.exec(text) ?? [];
    equal(progress, `Reading ${"漢".repeat(15)}`);
  });

  it("undo lists and describes runs with control characters of a title as text", async () => {
    const doomed = await make("pages?status=draft", { title });
    equal((await show(["delete", "pages", doomed, "--yes"])).code, 0);
    for (const words of [["undo"], ["undo", "--last", "--dry-run"], ["undo", "--last", "--yes"]]) {
      const { code, text } = await show(words);
      equal(code, 0);
      doesNotMatch(text, controlCharacter);
    }
  });
});
