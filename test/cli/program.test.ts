import { deepEqual, equal, match, ok } from "node:assert/strict";
import { PassThrough } from "node:stream";
import { Output } from "../../src/cli/output.ts";
import { Table } from "../../src/cli/table.ts";
import { cli } from "./cli.ts";

describe("The command line", () => {
  it("--help names every command, and the help of each has an example", async () => {
    const { code, stdout } = await cli(["--help"]);
    equal(code, 0);
    const names = [...stdout.matchAll(/^ {2}([a-z]+) (?!\[command\])/gm)].flatMap(([, name]) =>
      name === undefined || name === "help" ? [] : name,
    );
    ok(names.includes("types"));
    for (const name of names) {
      const help = await cli([name, "--help"]);
      deepEqual([name, help.code, help.stderr], [name, 0, ""]);
      match(help.stdout, new RegExp(`Examples:\n {2}\\$ cms-content ${name}\\b`));
    }
  });

  it("needs no service for --help and --version", async () => {
    const env = { CMS_URL: undefined };
    equal((await cli(["types", "--help"], { env })).code, 0);
    match((await cli(["--version"], { env })).stdout, /^\d+\.\d+\.\d+\n$/);
  });

  it("exits with 2 for an unknown command, an unknown option and a missing argument", async () => {
    for (const words of [["artikles"], ["list", "--nothing"], ["count"], ["count", "a", "b"]]) {
      const { code, stdout, stderr } = await cli(words);
      deepEqual([words, code, stdout], [words, 2, ""]);
      match(stderr, /^error: .*\n\(add --help for usage\)\n$/);
    }
  });

  it("ends quietly with 0 if the reader of a pipe has read enough", async () => {
    const { code, stderr } = await cli(["list", "articles", "--all", "--json"], {
      onStart: ({ stdout }) => {
        stdout.once("data", () => {
          stdout.destroy();
        });
      },
    });
    deepEqual({ code, stderr }, { code: 0, stderr: "" });
  });

  it("ends with 130 after Ctrl+C", async () => {
    const { code, stderr } = await cli(["list", "articles", "--all"], {
      onStart: (child) => {
        child.stdout.once("data", () => {
          child.kill("SIGINT");
        });
      },
    });
    deepEqual({ code, stderr }, { code: 130, stderr: "Cancelled.\n" });
  });

  it("prints colors only in a terminal, or with FORCE_COLOR", async () => {
    const red = "\u001B[31m";
    const stderrOf = async (env: Record<string, string>) =>
      (await cli(["get", "articles"], { env })).stderr;
    ok(!(await stderrOf({})).includes(red));
    ok(!(await stderrOf({ NO_COLOR: "1" })).includes(red));
    ok((await stderrOf({ FORCE_COLOR: "1" })).includes(red));
  });
});

describe("Output in a terminal", () => {
  const terminal = () => {
    const withoutColors = { isTTY: true, getColorDepth: () => 1 };
    const stream = Object.assign(new PassThrough({ encoding: "utf8" }), withoutColors);
    // The output uses no other property of a terminal.
    return { stream: stream as unknown as NodeJS.WriteStream, text: () => String(stream.read()) };
  };

  it("replaces progress, and removes it before a line", () => {
    const [stdout, stderr] = [terminal(), terminal()];
    const output = new Output({ stdout: stdout.stream, stderr: stderr.stream }, false);
    output.progress("1 of 2");
    output.progress("2 of 2");
    output.note("Done.");
    equal(stderr.text(), "\r\u001B[K1 of 2\r\u001B[K2 of 2\r\u001B[KDone.\n");
  });

  it("is a table with a header and aligned columns", async () => {
    const [stdout, stderr] = [terminal(), terminal()];
    const output = new Output({ stdout: stdout.stream, stderr: stderr.stream }, false);
    const table = new Table(output, ["id", "title"]);
    await table.print([{ id: "long-id", title: "Tea" }]);
    await table.print([{ id: "b", title: "Coffee" }]);
    equal(stdout.text(), "id       title\nlong-id  Tea\nb        Coffee\n");
  });
});
