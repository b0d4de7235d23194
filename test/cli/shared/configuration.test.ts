import { deepEqual, equal, match } from "node:assert/strict";
import {
  chmodSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import { magazine } from "../../model/magazine.ts";
import { cli, cliProcess, useFolder } from "../cli.ts";

const byteOrderMark = "\uFEFF";

describe("Configuration of the command line", () => {
  const folder = useFolder();
  const run = (words: readonly string[], env: Readonly<Record<string, string | undefined>> = {}) =>
    cli(words, { cwd: folder.path, env });
  const write = (name: string, text: string) => writeFileSync(join(folder.path, name), text);
  const check = (...words: readonly string[]) =>
    run(["check", "--type", "homepage", "--fail-on", "never", ...words]);
  const withoutUrl = { CMS_URL: undefined, CMS_API_PREFIX: undefined, CMS_TOKEN: undefined };

  const wrongSettings: readonly (readonly [what: string, text: string, problem: string])[] = [
    [
      "a misspelled key",
      '{"chek":{}}',
      "Line 1, column 2: There is no key chek. Did you mean check?",
    ],
    [
      "an array instead of an object",
      '{"check":[]}',
      "Line 1, column 10: check must be an object.",
    ],
    [
      "a number instead of an object",
      '{"check":\n  {"rules":5}}',
      "Line 2, column 12: check.rules must be an object.",
    ],
    [
      "a misspelled rule",
      '{"check":{"rules":{"lost-relations":"off"}}}',
      "Line 1, column 20: There is no key check.rules.lost-relations. Did you mean lost-relation?",
    ],
    [
      "an invalid severity",
      '{"check":{"rules":{"lost-relation":"info"}}}',
      "Line 1, column 36: check.rules.lost-relation must be one of off, warning, error.",
    ],
    ["a duplicate key", '{"check":{},"check":{}}', "Duplicate key at line 1, column 13."],
  ];
  for (const [what, text, problem] of wrongSettings) {
    it(`a command exits with 2 for ${what} in cms.config.json, and says where it is`, async () => {
      write("cms.config.json", text);

      const { code, stdout, stderr } = await check();

      deepEqual(
        { code, stdout, stderr },
        { code: 2, stdout: "", stderr: `Error: cms.config.json: ${problem}\n` },
      );
    });
  }

  const entry = (more: string) => `[{"id":"one","url":"http://127.0.0.1:9"${more}}]`;
  const wrongConnections: readonly (readonly [what: string, text: string, problem: string])[] = [
    [
      "a misspelled setting",
      '{"cms.connection":[]}',
      "Line 1, column 2: There is no key cms.connection. Did you mean cms.connections?",
    ],
    [
      "a misspelled environment",
      entry(',"enviroment":"production"'),
      "Line 1, column 41: There is no key 0.enviroment. Did you mean environment?",
    ],
    [
      "an environment that doesn't exist",
      `{"cms.connections":${entry(',"environment":"prod"')}}`,
      "Line 1, column 74: cms.connections.0.environment must be one of development, staging, production.",
    ],
    [
      "two environments",
      entry(',"environment":"production","environment":"staging"'),
      "Duplicate key at line 1, column 68.",
    ],
    ["a connection without a URL", '[{"id":"one"}]', "Line 1, column 2: 0.url is missing."],
    [
      "the same connection twice",
      '[{"id":"one","url":"a.example"},{"id":"one","url":"a.example"}]',
      "Line 1, column 33: 1 is a duplicate.",
    ],
  ];
  for (const [what, text, problem] of wrongConnections) {
    it(`a command exits with 2 for ${what} in a file of connections, and says where it is`, async () => {
      write("connections.json", text);

      const { code, stderr } = await run([
        "count",
        "articles",
        "--connections",
        "connections.json",
      ]);

      deepEqual({ code, stderr }, { code: 2, stderr: `Error: connections.json: ${problem}\n` });
    });
  }

  it("a command exits with 2 for a misspelled key in a plan, and says where it is", async () => {
    const { url, apiPrefix } = magazine();
    const connections = [
      { id: "one", name: "Here", url: "http://127.0.0.1:9" },
      { id: "two", name: "There", url, apiPrefix },
    ];
    write("connections.json", JSON.stringify(connections));
    write("plan.json", '{"format":1,"form":"x"}');

    const { code, stderr } = await run([
      ...["copy", "--connections", "connections.json", "--from", "Here", "--to", "There"],
      ...["--apply", "plan.json", "--yes"],
    ]);

    equal(code, 2);
    equal(
      stderr,
      "Error: plan.json: Line 1, column 13: There is no key form. Did you mean from?\n",
    );
  });

  it("settings and connections may begin with a byte order mark", async () => {
    const { url, apiPrefix, tokens } = magazine();
    write("cms.config.json", `${byteOrderMark}{"check":{"rules":{"empty-text":"off"}}}`);
    write(
      "connections.json",
      byteOrderMark + JSON.stringify([{ id: "one", name: "Live", url, apiPrefix }]),
    );

    const { code, stderr } = await cli(
      [
        ...["check", "--type", "homepage", "--fail-on", "never"],
        ...["--connections", "connections.json"],
      ],
      { cwd: folder.path, env: { ...withoutUrl, CMS_TOKEN_LIVE: tokens.full } },
    );

    equal(code, 0, stderr);
  });

  it("a service that one of several connections to it calls production is locked", async () => {
    const { url, apiPrefix, tokens } = magazine();
    const connections = [
      { id: "one", name: "Open", url, apiPrefix },
      { id: "two", name: "Live", url: `${url}/`, apiPrefix, environment: "production" },
    ];
    write("connections.json", JSON.stringify(connections));

    const { code, stderr } = await run(
      [
        ...["delete", "articles", "none", "--yes"],
        ...["--connections", "connections.json", "--connection", "Open"],
      ],
      { ...withoutUrl, CMS_TOKEN_OPEN: tokens.full },
    );

    equal(code, 4, stderr);
  });

  it("a service in CMS_URL is locked if cms.config.json calls it production, whatever file is passed", async () => {
    const { url, apiPrefix, tokens } = magazine();
    const entry = { name: "Live", url: `${url}/api`, apiPrefix, environment: "production" };
    write("cms.config.json", JSON.stringify({ connections: [entry] }));
    write("other.json", JSON.stringify([{ name: "Other", url, apiPrefix }]));
    const words = ["delete", "articles", "none", "--yes"];

    const byUrl = await run(words);
    const byFile = await run([...words, "--connections", "other.json"], {
      ...withoutUrl,
      CMS_TOKEN_OTHER: tokens.full,
    });

    deepEqual([byUrl.code, byFile.code], [4, 4], byUrl.stderr + byFile.stderr);
    equal((await run([...words, "--allow-production"])).code, 1);
  });

  it("every command takes the connections of cms.config.json under both of their keys, and rejects the same mistakes", async () => {
    const { url, apiPrefix, tokens } = magazine();
    const list = [{ name: "Live", url, apiPrefix }];
    const commands = [
      ["count", "homepage"],
      ["check", "--type", "homepage", "--fail-on", "never"],
    ];
    const env = { ...withoutUrl, CMS_TOKEN_LIVE: tokens.full };
    const check = { rules: { "empty-text": "off" } };
    for (const config of [
      { connections: list, check },
      { "cms.connections": list, check },
    ]) {
      write("cms.config.json", JSON.stringify(config));
      for (const words of commands) equal((await run(words, env)).stderr.includes("Error"), false);
    }
    for (const config of [
      { connections: list, check: { rules: { "empty-txt": "off" } } },
      { "cms.connections": [{ ...list[0], enviroment: "production" }] },
      { "cms.connections": list, connections: list },
    ]) {
      write("cms.config.json", JSON.stringify(config));
      const results = [];
      for (const words of commands) results.push(await run(words, env));
      deepEqual(
        results.map(({ code }) => code),
        [2, 2],
      );
      equal(results[0]?.stderr, results[1]?.stderr);
    }
  });

  it("a token loses its line end", async () => {
    const { code, stderr } = await run(["count", "articles"], {
      CMS_TOKEN: `${magazine().tokens.full}\r\n`,
    });

    deepEqual({ code, stderr }, { code: 0, stderr: "" });
  });

  it("a token that no request can carry is rejected by the name of its variable, not its value", async () => {
    const { code, stderr } = await run(["count", "articles"], { CMS_TOKEN: "one\ntwo" });

    deepEqual(
      { code, stderr },
      { code: 2, stderr: "Error: CMS_TOKEN contains a character that a token can't have.\n" },
    );
  });

  for (const device of ["/dev/zero", "/dev/full"]) {
    it(`a command exits with 2 if ${device} is passed as settings, connections, records or types`, async () => {
      const results = [
        await check("--config", device),
        await run(["count", "articles", "--connections", device]),
        await run(["import", "articles", device, "--format", "ndjson", "--always-create", "--yes"]),
      ];

      deepEqual(
        results.map(({ code, stdout, stderr }) => [code, stdout, stderr]),
        [
          [2, "", `Error: ${device} can't be read: the file is larger than 1 MB\n`],
          [2, "", `Error: ${device} can't be read: the file is larger than 1 MB\n`],
          [2, "", `Error: ${device} can't be read: it is not a regular file\n`],
        ],
      );
    });
  }

  describe("A written file", () => {
    it("a written file keeps its mode and its link, and is replaced as a whole", async () => {
      const [target, link] = [join(folder.path, "types.d.ts"), join(folder.path, "link.d.ts")];
      writeFileSync(target, "");
      chmodSync(target, 0o640);
      symlinkSync("types.d.ts", link);
      const before = openSync(target, "r");

      const { code, stderr } = await run(["types", "--out", "link.d.ts"]);

      equal(code, 0, stderr);
      equal(
        readFileSync(before, "utf8"),
        "",
        "a reader that opened the earlier file sees it whole",
      );
      closeSync(before);
      match(readFileSync(target, "utf8"), /interface|type /);
      equal(statSync(target).mode & 0o777, 0o640);
      deepEqual(
        readdirSync(folder.path).filter((name) => name.includes("types.d.ts")),
        ["types.d.ts"],
      );
    });

    it("a written file can be a device, which is written in place", async () => {
      const { code, stderr } = await cliProcess(["types", "--out", "/dev/full"], {
        cwd: folder.path,
      });

      equal(code, 2);
      match(stderr, /^Error: \/dev\/full can't be written: ENOSPC/);
    });
  });
});
