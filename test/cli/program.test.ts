import { deepEqual, equal, match, ok } from "node:assert/strict";
import { cli, cliProcess } from "./cli.ts";

describe("Command line", () => {
  it("the command line names every command in --help, and the help of each has an example", async () => {
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

  it("the command line needs no service for --help and --version", async () => {
    const env = { CMS_URL: undefined };
    equal((await cli(["types", "--help"], { env })).code, 0);
    match((await cliProcess(["--version"], { env })).stdout, /^\d+\.\d+\.\d+\n$/);
  });

  it("the command line exits with 2 for an unknown command, an unknown option and a missing argument", async () => {
    for (const words of [["artikles"], ["list", "--nothing"], ["count"], ["count", "a", "b"]]) {
      const { code, stdout, stderr } = await cli(words);
      deepEqual([words, code, stdout], [words, 2, ""]);
      match(stderr, /^error: .*\n\(add --help for usage\)\n$/);
    }
  });

  it("the command line ends quietly with 0 if the reader of a pipe has read enough", async () => {
    const { code, stderr } = await cli(["list", "articles", "--all", "--json"], {
      onStart: ({ stdout }) => {
        stdout.once("data", () => {
          stdout.destroy();
        });
      },
    });
    deepEqual({ code, stderr }, { code: 0, stderr: "" });
  });

  it("the command line prints the help quietly, and ends with 0, if nobody reads it", async () => {
    const { code, stderr } = await cli(["copy", "--help"], {
      onStart: ({ stdout }) => stdout.destroy(),
    });
    deepEqual({ code, stderr }, { code: 0, stderr: "" });
  });

  it("the command line reports an error in the program with control characters as text, and ends with 1", async () => {
    // The error is thrown when the command line has started.
    const thrown = `
      process.once("newListener", () => {
        setImmediate(() => { throw new Error("\\u001B[2JBug"); });
      });`;
    const { code, stdout, stderr } = await cliProcess(["list"], {
      env: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(thrown)}` },
    });
    deepEqual({ code, stdout }, { code: 1, stdout: "" });
    match(stderr, /^Error: ␛\[2JBug\n {4}at /);
  });

  it("the command line starts without undici, which it loads for its first request", async () => {
    const listing = `
      import { createRequire } from "node:module";
      const { cache } = createRequire(process.argv[1]);
      process.on("exit", () => {
        const isLoaded = Object.keys(cache).some((path) => path.includes("undici"));
        process.stderr.write("undici: " + isLoaded);
      });`;
    const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(listing)}` };

    match((await cliProcess(["list", "--help"], { env })).stderr, /undici: false$/);
    match((await cliProcess(["count", "articles"], { env })).stderr, /undici: true$/);
  });

  it("the command line prints colors only in a terminal, or with FORCE_COLOR", async () => {
    const red = "\u001B[31m";
    const stderrOf = async (env: Record<string, string>) =>
      (await cliProcess(["get", "articles"], { env })).stderr;
    ok(!(await stderrOf({})).includes(red));
    ok((await stderrOf({ FORCE_COLOR: "1" })).includes(red));
  });
});
