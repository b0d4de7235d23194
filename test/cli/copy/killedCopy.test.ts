import { deepEqual, equal } from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { textIn } from "../../../src/model/foundation/json.ts";
import { unique } from "../../model/magazine.ts";
import { isLongRun } from "../../support/longRun.ts";
import { plainList } from "../../support/plainHttp.ts";
import { jsonLines, useFolder } from "../cli.ts";
import type { CliResult } from "../cli.ts";
import { useTwoServices } from "../useTwoServices.ts";
import { plainChange, plainMakeDraft } from "../../support/plainWrites.ts";

const seed = Number(process.env["CMS_SEED"] ?? 20_261_129);
const times = isLongRun ? 40 : 1;
const count = 3;

/** Numbers from 0 to 1 that a seed gives. */
function* numbersOf(start: number): Generator<number, never, void> {
  for (let state = start; ;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

describe("cms-content killed at random instants", function () {
  // A resumed run waits until a request of the killed one can no longer arrive.
  this.timeout(times * 150_000);
  const folder = useFolder();
  const { services, cli, cliProcess } = useTwoServices();
  const numbers = numbersOf(seed);
  const write = ["--yes", "--allow-production"];
  /** How long a copy takes that is not killed. */
  let wholeMs = 0;

  /** Runs a command, and kills it at a part of the time that it takes. */
  async function killed(words: readonly string[], afterMs: number): Promise<CliResult> {
    const end = new AbortController();
    const result = await cliProcess(words, {
      cwd: folder.path,
      onStart: (child) => {
        void pause(afterMs, undefined, { signal: end.signal }).then(
          () => child.kill("SIGKILL"),
          () => undefined,
        );
      },
    });
    end.abort();
    return result;
  }

  /** Kills a command and runs it again, until it ends by itself. */
  async function runKilled(words: readonly string[]): Promise<void> {
    const killedAfterMs = Math.round((0.25 + 0.75 * numbers.next().value) * wholeMs);
    const results = [await killed(words, killedAfterMs)];
    while (results.at(-1)?.code !== 0 && results.length < 4)
      results.push(await cli(words, { cwd: folder.path }));
    const { code, stderr } = results.at(-1) ?? { code: null, stderr: "" };
    equal(code, 0, `Killed after ${killedAfterMs} ms, CMS_SEED=${seed}: ${stderr}`);
  }

  /** Undoes all runs, the newest first. Returns the titles of what it keeps. */
  async function undoAll(): Promise<ReadonlySet<string>> {
    const json = async (...words: readonly string[]) => {
      const more = ["--connection", "Production", "--json"];
      const all = ["undo", ...words, ...more];
      const result = await cli(all, { cwd: folder.path });
      return jsonLines(result) as Readonly<Record<string, string>>[];
    };
    const keptTitles = new Set<string>();
    for (const { run = "" } of await json()) {
      for (const { title = "", outcome = "" } of await json(run, ...write))
        if (!/^(undone|unchanged)$/.test(outcome)) keptTitles.add(title);
    }
    return keptTitles;
  }

  const titlesThere = async (word: string): Promise<string[]> => {
    const { to } = services();
    const filter = (name: string) => `filters[${name}][$startsWith]=${encodeURIComponent(word)}`;
    const articles = await plainList(to, `articles?status=draft&${filter("title")}`);
    const pages = await plainList(to, `pages?status=draft&${filter("title")}`);
    const authors = await plainList(to, `authors?status=draft&${filter("name")}`);
    return [...articles, ...pages, ...authors]
      .map((document) => textIn(document, "title" in document ? "title" : "name"))
      .sort();
  };

  /** Nothing is left but what the undo names, because the answer to its creation was lost. */
  async function assertUndone(word: string): Promise<void> {
    const keptTitles = await undoAll();
    const leftoverTitles = (await titlesThere(word)).filter((title) => !keptTitles.has(title));
    deepEqual(leftoverTitles, []);
  }

  /** Articles that refer to each other and to an author whom no key finds. Returns all titles. */
  async function make(word: string): Promise<string[]> {
    const name = `${word} author`;
    const author = await plainMakeDraft(services().from, "authors", { name });
    const titles = Array.from({ length: count }, (_, at) => `${word} ${at}`);
    const ids: string[] = [];
    for (const title of titles) {
      const related = ids.slice(-2);
      const slug = title.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
      const data = { title, slug, author, related };
      ids.push(await plainMakeDraft(services().from, "articles", data));
    }
    await plainChange(services().from, `articles/${ids[0] ?? ""}?status=draft`, {
      related: ids.slice(-1),
    });
    return [...titles, name].sort();
  }

  const chosen = (word: string) => [
    ...["--from", "Staging", "--to", "Production", "--type", "articles"],
    ...["--filter", JSON.stringify({ title: { $startsWith: word } })],
  ];

  before("measure a whole copy", async () => {
    const word = unique("Whole");
    await make(word);
    const start = performance.now();
    await cliProcess(["copy", ...chosen(word), ...write]);
    wholeMs = performance.now() - start;
  });

  for (let time = 1; time <= times; time += 1) {
    it(`a killed cms-content copy resumes without duplicates, and is undone (instant ${time})`, async () => {
      const word = unique("Killed");
      const titles = await make(word);

      await runKilled(["copy", ...chosen(word), ...write]);

      deepEqual(await titlesThere(word), titles);
      const words = ["diff", ...chosen(word)];
      const { code, stdout } = await cli(words, { cwd: folder.path });
      deepEqual([code, stdout], [0, ""]);
      await assertUndone(word);
    });
  }

  it("cms-content copy copies each document once when it is stopped for a while, as by Ctrl+Z", async () => {
    const word = unique("Stopped");
    const titles = await make(word);

    const result = await cliProcess(["copy", ...chosen(word), ...write], {
      cwd: folder.path,
      onStart: (child) => {
        void pause(0.75 * wholeMs)
          .then(() => child.kill("SIGSTOP"))
          .then(() => pause(1_500))
          .then(() => child.kill("SIGCONT"));
      },
    });

    deepEqual([result.code, await titlesThere(word)], [0, titles]);
  });

  it("a killed cms-content import resumes without duplicates, and is undone", async () => {
    const word = unique("Killed");
    const titles = Array.from({ length: count }, (_, at) => `${word} ${at}`);
    const records = titles.map((title, at) => ({
      ...{ documentId: `old${at}`, title },
      parent: { documentId: `old${(at + 1) % count}` },
    }));
    writeFileSync(
      join(folder.path, "pages.ndjson"),
      records.map((record) => `${JSON.stringify(record)}\n`).join(""),
    );

    const connection = ["--connection", "Production"];
    const words = ["import", "pages", "pages.ndjson", "--always-create", ...connection];
    await runKilled([...words, ...write]);

    deepEqual(await titlesThere(word), titles);
    await assertUndone(word);
  });
});
