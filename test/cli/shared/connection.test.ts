import { deepEqual, equal, match, ok } from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { mock } from "node:test";
import { magazine, make, unique } from "../../model/magazine.ts";
import { refusal, silence, startLoopback } from "../../support/loopback.ts";
import { cli, jsonLines, useFolder } from "../cli.ts";

describe("Service of the command line", () => {
  const folder = useFolder();
  const count = (
    words: readonly string[],
    env: Readonly<Record<string, string | undefined>> = {},
  ) => cli(["count", "articles", ...words], { cwd: folder.path, env });
  const withoutUrl = { CMS_URL: undefined, CMS_API_PREFIX: undefined, CMS_TOKEN: undefined };

  const writeConnections = (...more: readonly object[]) => {
    const { url, apiPrefix } = magazine();
    const connections = [
      { id: "one", name: "Live Site", url, apiPrefix, environment: "production" },
      { id: "two", name: "Staging", url: "http://127.0.0.1:9" },
      ...more,
    ];
    writeFileSync(
      join(folder.path, "connections.json"),
      JSON.stringify({ "cms.connections": connections }),
    );
  };

  it("a command without CMS_URL exits with 2 and says what to set", async () => {
    const { code, stdout, stderr } = await count([], withoutUrl);
    deepEqual({ code, stdout }, { code: 2, stdout: "" });
    equal(
      stderr,
      "Error: No service is chosen. Set CMS_URL to its URL, create cms.config.json, or pass --connections.\n",
    );
  });

  it("a command rejects a CMS_URL and a CMS_API_PREFIX that are invalid", async () => {
    match((await count([], { CMS_URL: "ftp://example.com" })).stderr, /not an http or https URL/);
    match((await count([], { CMS_API_PREFIX: "a b" })).stderr, /CMS_API_PREFIX must be a path/);
  });

  it("a command exits with 3 if the service rejects the token", async () => {
    const { code, stderr } = await count([], { CMS_TOKEN: "wrong-token" });
    equal(code, 3);
    match(stderr, /rejected the token/);
    ok(!stderr.includes("wrong-token"));
  });

  it("a command exits with 3 and names CMS_TOKEN if the service requires a token", async () => {
    const { code, stderr } = await count([], { CMS_TOKEN: undefined });
    equal(code, 3);
    match(stderr, /No token is set\. Set CMS_TOKEN/);
  });

  it("a command exits with 3 if the service can't be reached", async () => {
    const closed = await startLoopback();
    await closed.stop();
    const { code, stderr } = await count([], { CMS_URL: closed.url });
    equal(code, 3);
    match(stderr, /^Error: Couldn't connect to 127\.0\.0\.1:\d+\. Is the service running\?\n$/);
  });

  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    it(`the service doesn't have to answer before ${signal} cancels the command`, async () => {
      const loopback = await startLoopback();
      const firstRequest = new Promise<void>((resolve) => {
        loopback.answer((response, received) => {
          resolve();
          silence(response, received);
        });
      });
      try {
        const { code, stderr } = await cli(["count", "articles"], {
          cwd: folder.path,
          env: { CMS_URL: loopback.url },
          onStart: (child) => {
            void firstRequest.then(() => child.kill(signal));
          },
        });
        deepEqual({ code, stderr }, { code: 130, stderr: "Cancelled.\n" });
      } finally {
        await loopback.stop();
      }
    });
  }

  it("a command never prints the token or control characters of an answer", async () => {
    const loopback = await startLoopback();
    const token = "secret-token-of-a-test";
    loopback.answer(refusal(400, "X", `\u001B[2JBad header: Bearer ${token}`));
    try {
      const { code, stdout, stderr } = await count([], { CMS_URL: loopback.url, CMS_TOKEN: token });
      equal(code, 3);
      ok(!`${stdout}${stderr}`.includes(token));
      ok(!stderr.includes("\u001B"));
    } finally {
      await loopback.stop();
    }
  });

  it("a command prints its requests on stderr with --verbose, without a query or a token", async () => {
    const words = ["--verbose", "--filter", '{"title":{"$eq":"Nothing is called this"}}'];

    const { code, stdout, stderr } = await count(words);

    deepEqual([code, stdout], [0, "0\n"]);
    const { host } = new URL(magazine().url);
    match(stderr, new RegExp(`^${host}: GET articles 200, \\d+ ms$`, "m"));
    ok(stderr.split("\n").every((line) => line === "" || line.startsWith(`${host}: GET `)));
    ok(!stderr.includes("Nothing"));
  });

  it("a command waits for an answer as long as --timeout says", async () => {
    const loopback = await startLoopback();
    loopback.answer(silence);
    try {
      const words = ["--timeout", "0.05", "--verbose"];
      const { code, stderr } = await count(words, { CMS_URL: loopback.url });
      equal(code, 3);
      match(stderr, /didn't respond in time/);
      for (const wrong of ["0", "-1", "soon", "Infinity"]) {
        equal((await count(["--timeout", wrong])).code, 2);
      }
    } finally {
      await loopback.stop();
    }
  });

  it("a command that waits for a service prints a line every ten seconds where no terminal shows progress", async () => {
    const loopback = await startLoopback();
    const firstRequest = new Promise<void>((resolve) => {
      loopback.answer((response, received) => {
        resolve();
        silence(response, received);
      });
    });
    mock.timers.enable({ apis: ["setInterval"] });
    try {
      const counting = count(["--timeout", "0.2"], { CMS_URL: loopback.url });
      await firstRequest;
      for (let second = 0; second < 20; second += 1) mock.timers.tick(1_000);
      const { stderr } = await counting;
      match(stderr, /^(Waiting for 127\.0\.0\.1:\d+…\n){2}Error: /);
    } finally {
      mock.timers.reset();
      await loopback.stop();
    }
  });

  it("the service can be a connection of a file, with a token in a variable of its own", async () => {
    writeConnections();
    const words = ["--connections", "connections.json", "--connection", "Live Site"];
    const { code, stdout, stderr } = await count(words, {
      ...withoutUrl,
      CMS_TOKEN_LIVE_SITE: magazine().tokens.full,
    });
    deepEqual({ code, stderr }, { code: 0, stderr: "" });
    match(stdout, /^\d+\n$/);
  });

  it("the service gets no token that belongs to another connection", async () => {
    writeConnections();
    const words = ["--connections", "connections.json", "--connection", "Live Site"];
    const { code, stderr } = await count(words, {
      ...withoutUrl,
      CMS_TOKEN: magazine().tokens.full,
      CMS_TOKEN_STAGING: magazine().tokens.full,
    });
    equal(code, 3);
    match(stderr, /No token is set/);
  });

  it("the service gets no token that two connections of the file could mean", async () => {
    writeConnections({ id: "three", name: "live-site", url: "http://127.0.0.1:9" });
    const words = ["--connections", "connections.json", "--connection", "live-site"];
    const { code, stderr } = await count(words, { CMS_TOKEN_LIVE_SITE: "a-token" });
    equal(code, 2);
    match(stderr, /Live Site and live-site would both use CMS_TOKEN_LIVE_SITE/);
  });

  it("the service must be chosen if a file has several connections", async () => {
    writeConnections();
    const { code, stderr } = await count([], {
      ...withoutUrl,
      CMS_CONNECTIONS: "connections.json",
    });
    deepEqual(
      { code, stderr },
      { code: 2, stderr: "Error: Pass --connection with one of: Live Site, Staging.\n" },
    );
  });

  it("the service can't be a connection that the file doesn't have", async () => {
    writeConnections();
    const words = ["--connections", "connections.json", "--connection", "Test"];
    const { code, stderr } = await count(words);
    equal(code, 2);
    match(stderr, /has no connection Test\. It has: Live Site, Staging\./);
  });

  it("the service can't be a connection of a missing or an invalid file", async () => {
    const missing = await count(["--connections", "none.json"]);
    equal(missing.code, 2);
    match(missing.stderr, /none\.json can't be read: ENOENT/);
    writeFileSync(join(folder.path, "broken.json"), "{");
    const broken = await count(["--connections", "broken.json"]);
    equal(broken.code, 2);
    match(broken.stderr, /broken\.json: The text is not valid JSON at line 1, column 2/);
  });

  it("the service is not chosen from a file with an invalid connection", async () => {
    writeConnections({ id: "three", name: "Test", url: "http://127.0.0.1:9", environment: "prod" });
    const words = ["--connections", "connections.json", "--connection", "Staging"];
    const { code, stderr } = await count(words);
    equal(code, 2);
    match(
      stderr,
      /connections\.json: .*: cms\.connections\.2\.environment must be one of development, staging, production\./,
    );
  });

  it("the service can't be both in CMS_URL and in CMS_CONNECTIONS", async () => {
    writeConnections();
    const { code, stderr } = await count([], { CMS_CONNECTIONS: "connections.json" });
    deepEqual(
      { code, stderr },
      {
        code: 2,
        stderr: "Error: CMS_URL and CMS_CONNECTIONS are both set. Unset one of them.\n",
      },
    );
    equal((await count([], { CMS_CONNECTIONS: "" })).code, 0);
  });

  it("the service has one journal, whether CMS_URL or a file names it", async () => {
    const tag = await make("tags?status=draft", { name: unique("Tag") });
    await cli(["delete", "tags", tag, "--yes"], { cwd: folder.path });
    writeConnections();
    const words = ["undo", "--json", "--connections", "connections.json"];
    const result = await cli([...words, "--connection", "Live Site"], { cwd: folder.path });
    equal(jsonLines(result).length, 1);
  });

  it("the service can be read if it is production", async () => {
    const { code, stderr } = await count(["--environment", "production"]);
    deepEqual({ code, stderr }, { code: 0, stderr: "" });
  });

  it("--environment accepts only the three environments", async () => {
    equal((await count(["--environment", "test"])).code, 2);
  });
});

describe("Token without content types", () => {
  const folder = useFolder();
  const project = resolve("test/cms");
  const run = (words: readonly string[], cwd = folder.path) =>
    cli(words, { cwd, env: { CMS_TOKEN: magazine().tokens.readOnly } });

  it("types fails for a token without content types, with the missing permission and --project", async () => {
    const { code, stderr } = await run(["types"]);
    equal(code, 3);
    match(stderr, /requires the permission Content-type-builder: getContentTypes/);
    match(stderr, /pass --project <folder>/);
  });

  it("a token without content types is told the permission by a service with another API prefix, too", async () => {
    const service = await startLoopback();
    service.answer(refusal(403, "ForbiddenError", "Forbidden"));
    const env = { CMS_URL: service.url, CMS_API_PREFIX: "content/v1", CMS_TOKEN: "wrong" };
    const { code, stderr } = await cli(["types"], { cwd: folder.path, env });
    await service.stop();
    equal(code, 3);
    ok(service.requests.every(({ path }) => path.startsWith("/content/v1/")));
    match(stderr, /requires the permission Content-type-builder: getContentTypes/);
  });

  it("types reads the project in the option --project for a token without content types", async () => {
    const { code, stdout } = await run(["types", "--project", project]);
    equal(code, 0);
    match(stdout, /^ {4}articles: Article;$/m);
  });

  it("list reads the project in the current folder for a token without content types", async () => {
    const words = ["list"];
    const result = await cli(words, {
      cwd: project,
      env: {
        CMS_TOKEN: magazine().tokens.readOnly,
        HOME: folder.path,
        XDG_STATE_HOME: folder.path,
      },
    });
    equal(result.code, 0);
    match(result.stdout, /^articles\tcollection\t\d+\tArticle$/m);
  });

  it("--project fails for a folder that is not a Strapi project", async () => {
    const { code, stderr } = await run(["types", "--project", "."]);
    equal(code, 2);
    match(stderr, /is not a Strapi project/);
  });

  it("list, count, get and export infer the fields of a type from its documents", async () => {
    const list = await run(["list", "pages", "--limit", "1"]);
    equal(list.code, 0);
    const [id = ""] = list.stdout.split("\t");
    equal((await run(["count", "pages"])).code, 0);
    equal((await run(["get", "pages", id])).code, 0);
    equal((await run(["export", "pages", "--fields", "title"])).code, 0);
  });
});
