import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { Output } from "../../src/cli/shared/output.ts";
import { runProgram } from "../../src/cli/program.ts";
import { read } from "./root.ts";

/** The options of each command, as its help names them. */
const helps = new Map<string, readonly string[]>();

const helpOf = (...words: readonly string[]): Promise<string> => printed(...words, "--help");

async function printed(...words: readonly string[]): Promise<string> {
  const stream = new PassThrough({ encoding: "utf8" });
  const { stdin } = process;
  const { signal } = new AbortController();
  const argv = ["node", "cms-content", ...words];
  const output = new Output({ stdout: stream, stderr: stream });
  assert.equal(await runProgram({ argv, env: {}, stdin, signal }, output, "1.0.0"), 0);
  return String(stream.read());
}

const commandsIn = (help: string): string[] =>
  [...help.matchAll(/^ {2}([a-z-]+) \[options\]/gm)].flatMap(([, name]) => name ?? []);

/** The part of the page below a heading, up to the next one. */
const sectionOf = (heading: string): string => {
  const [, section] = read("docs/cli.md").split(new RegExp(`^#+ ${heading}$`, "m"));
  return section?.split(/^#/m)[0] ?? "";
};

const optionsIn = (section: string): string[] =>
  [...section.matchAll(/^\| `(--[^`]+)`/gm)].flatMap(([, option]) => option ?? []);

const shared = ["Options of every command", "Choose documents", "Write"].flatMap((heading) =>
  optionsIn(sectionOf(heading)),
);

describe("docs/cli.md", () => {
  before(async () => {
    const names = [
      ...commandsIn(await helpOf()),
      ...commandsIn(await helpOf("media")).map((name) => `media ${name}`),
    ];
    for (const name of names) {
      const help = await helpOf(...name.split(" "));
      const options = [...help.matchAll(/^ {2}(--\S+(?: <[^>]+>| \[[^\]]+\])?)/gm)];
      helps.set(
        name,
        options.flatMap(([, option]) => option ?? []),
      );
    }
    assert.ok(helps.size > 0);
  });

  it("docs/cli.md describes every option of each command", () => {
    for (const [name, options] of helps) {
      const described = new Set([...shared, ...optionsIn(sectionOf(name))]);
      assert.deepEqual([name, options.filter((option) => !described.has(option))], [name, []]);
    }
  });

  it("docs/cli.md describes no option that a command doesn't have", () => {
    for (const [name, options] of helps) {
      const sectionOptions = optionsIn(sectionOf(name));
      assert.deepEqual(
        [name, sectionOptions.filter((option) => !options.includes(option))],
        [name, []],
      );
    }
    const all = new Set([...helps.values()].flat());
    assert.deepEqual(
      shared.filter((option) => !all.has(option)),
      [],
    );
  });

  it("the page of cms-content skill names only commands and options that exist", async () => {
    const page = await printed("skill");
    const flags = new Map(
      [...helps].map(([name, options]) => [name, options.map((option) => option.split(" ")[0])]),
    );
    const commands = [
      ...page.matchAll(/(?:npx cms-content |`)([a-z]+)((?: --[a-z-]+)+|(?=[`\n]))/g),
    ];
    const uses = commands.filter(([text, name = ""]) => text.startsWith("npx") || flags.has(name));
    assert.ok(uses.length >= 6);
    for (const [, name = "", options = ""] of uses) {
      const unknown = options.split(" ").filter((option) => !flags.get(name)?.includes(option));
      assert.deepEqual([name, unknown.filter(Boolean), flags.has(name)], [name, [], true]);
    }
    const all = [...flags.values()].flat();
    for (const [option] of page.matchAll(/(?<=`)--[a-z][a-z-]*/g))
      assert.ok(all.includes(option), option);
  });

  it("docs/cli.md has an example of every command", () => {
    for (const name of helps.keys())
      assert.match(sectionOf(name), new RegExp(`cms-content ${name}\\b`));
  });
});
