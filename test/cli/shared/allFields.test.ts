import { deepEqual, equal, match } from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import { magazine, make, unique } from "../../model/magazine.ts";
import { startFaults, type Faults } from "../../support/faults.ts";
import { refusal } from "../../support/loopback.ts";
import type { CliOptions } from "../cli.ts";
import { cli, jsonLines, useFolder } from "../cli.ts";

describe("--send-all-fields", () => {
  const folder = useFolder();
  let service: Faults;
  beforeEach(async () => {
    service = await startFaults(magazine().url);
  });
  afterEach(() => service.stop());

  const run = (words: readonly string[], { env }: CliOptions = {}) =>
    cli(words, { cwd: folder.path, env: { CMS_URL: service.url, ...env } });

  /** The names of the fields in each write that the service got. */
  const sent = (): (readonly string[])[] =>
    service.requests
      .filter(({ method }) => method === "PUT")
      .map(({ body }) => Object.keys((body as { data: JsonObject }).data));

  it("--send-all-fields is named when the service fails on a publish without data, and sends them", async () => {
    const id = await make("tags?status=draft", { name: unique("Tea") });

    service.inject(/^PUT /, refusal(500, "InternalServerError", "A hook reads the name."));
    const refused = await run(["publish", "tags", id, "--yes", "--json"]);
    service.heal();
    const published = await run([
      ...["publish", "tags", id, "--yes"],
      ...["--send-all-fields", "tags"],
    ]);

    const [{ reason } = {}] = jsonLines(refused) as { reason?: string }[];
    match(String(reason), /To send them, pass --send-all-fields tags\.$/);
    deepEqual([refused.code, published.code], [1, 0]);
    const [partial, whole] = sent();
    deepEqual([partial?.includes("name"), whole?.includes("name")], [false, true]);
  });

  it("--send-all-fields sends the fields that an import doesn't change, also as a setting", async () => {
    const id = await make("authors?status=draft", { name: unique("Ada") });
    const file = join(folder.path, "authors.json");
    const connections = join(folder.path, "connections.json");
    const entry = { id: "one", name: "Here", url: service.url, sendAllFields: ["authors"] };
    writeFileSync(connections, JSON.stringify({ "cms.connections": [entry] }));
    const importTown = (basedIn: string, words: readonly string[], env: CliOptions["env"] = {}) => {
      writeFileSync(file, JSON.stringify([{ documentId: id, basedIn }]));
      const importing = ["import", "authors", file, "--key", "documentId", "--yes"];
      return run([...importing, ...words], { env });
    };

    const results = [
      await importTown("Bath", []),
      await importTown("Oslo", ["--send-all-fields", "authors"]),
      await importTown("Rome", ["--connections", connections], {
        ...{ CMS_URL: undefined, CMS_TOKEN: undefined },
        CMS_TOKEN_HERE: magazine().tokens.full,
      }),
    ];

    deepEqual(
      results.map(({ code }) => code),
      [0, 0, 0],
    );
    deepEqual(
      sent().map((names) => [names.includes("basedIn"), names.includes("name")]),
      [
        [true, false],
        [true, true],
        [true, true],
      ],
    );
  });

  it("--send-all-fields fails for a type that the service doesn't have", async () => {
    const { code, stderr } = await run([
      ...["publish", "articles", "--all", "--yes"],
      ...["--send-all-fields", "article"],
    ]);

    equal(code, 2);
    match(
      stderr,
      /--send-all-fields: The service has no content type named article\. It has: articles,/,
    );
  });
});
