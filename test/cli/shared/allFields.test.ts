import { deepEqual, equal, match } from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { ask, magazine, make, unique } from "../../model/magazine.ts";
import { startHookedService } from "../../support/hookedService.ts";
import { plainList, plainRequest } from "../../support/plainHttp.ts";
import type { Service } from "../../support/service.ts";
import type { CliOptions } from "../cli.ts";
import { cli, jsonLines, useFolder } from "../cli.ts";

describe("--send-all-fields", function () {
  this.timeout(180_000);
  const folder = useFolder();
  let service: Service;
  before(async () => {
    service = await startHookedService();
  });
  after(() => service.stop());

  const run = (words: readonly string[], { env }: CliOptions = {}) =>
    cli(words, {
      cwd: folder.path,
      env: { CMS_URL: service.url, CMS_TOKEN: service.tokens.full, ...env },
    });

  const makeHere = async (path: string, data: object): Promise<string> => {
    const { body } = await plainRequest(service, "POST", path, { data });
    return (body as { data: { documentId: string } }).data.documentId;
  };

  it("--send-all-fields is named when a hook fails on a publish without data, and makes it succeed", async () => {
    const id = await makeHere("articles?status=draft", { title: unique("Tea") });

    const refused = await run(["publish", "articles", id, "--yes", "--json"]);
    const published = await run([
      ...["publish", "articles", id, "--yes"],
      ...["--send-all-fields", "articles"],
    ]);

    const [{ reason } = {}] = jsonLines(refused) as { reason?: string }[];
    match(String(reason), /To send them, pass --send-all-fields articles\.$/);
    deepEqual([refused.code, published.code], [1, 0]);
  });

  it("--send-all-fields keeps the attributes of an import that a hook would set, also as a setting", async () => {
    const name = unique("Ada");
    const id = await makeHere("authors?status=draft", { name });
    const uuid = async () =>
      (await plainList(service, `authors?status=draft&${named(name)}`))[0]?.["uuid"];
    const createdUuid = await uuid();
    const file = join(folder.path, "authors.json");
    const connections = join(folder.path, "connections.json");
    const connection = {
      id: "hooked",
      name: "Hooked",
      url: service.url,
      sendAllFields: ["authors"],
    };
    writeFileSync(connections, JSON.stringify({ "cms.connections": [connection] }));
    const importTown = (basedIn: string, words: readonly string[], env: CliOptions["env"] = {}) => {
      writeFileSync(file, JSON.stringify([{ documentId: id, basedIn }]));
      const importing = ["import", "authors", file, "--key", "documentId", "--yes"];
      return run([...importing, ...words], { env });
    };

    const first = await importTown("Oslo", ["--send-all-fields", "authors"]);
    const keptUuid = await uuid();
    const second = await importTown("Rome", ["--connections", connections], {
      ...{ CMS_URL: undefined, CMS_TOKEN: undefined },
      CMS_TOKEN_HOOKED: service.tokens.full,
    });

    deepEqual([first.code, keptUuid, second.code, await uuid()], [0, createdUuid, 0, createdUuid]);
  });

  it("--send-all-fields is remembered by copy for its target, until it is none", async () => {
    const title = unique("Copied");
    const id = await make("articles?status=draft", {
      title,
      slug: title.toLowerCase().replace(/\W/g, "-"),
    });
    const file = join(folder.path, "connections.json");
    const [from, to] = [magazine(), service];
    const connections = [
      { id: "one", name: "Source", url: from.url },
      { id: "two", name: "Target", url: to.url },
    ];
    writeFileSync(file, JSON.stringify(connections));
    const filter = JSON.stringify({ documentId: id });
    const copy = async (kicker: string, ...words: readonly string[]) => {
      await ask("PUT", `articles/${id}?status=draft`, { kicker });
      const { code } = await run(
        [
          ...["copy", "--from", "Source", "--to", "Target", "--type", "articles"],
          ...["--filter", filter, "--yes", ...words],
        ],
        {
          env: {
            ...{ CMS_URL: undefined, CMS_TOKEN: undefined, CMS_CONNECTIONS: file },
            ...{ CMS_TOKEN_SOURCE: from.tokens.full, CMS_TOKEN_TARGET: to.tokens.full },
          },
        },
      );
      return code;
    };

    const codes = [
      await copy("Made"),
      await copy("Partial"),
      await copy("Whole", "--send-all-fields", "articles"),
      await copy("Remembered"),
      await copy("Forgotten", "--send-all-fields", "none"),
    ];

    const [copied] = await plainList(service, `articles?status=draft&filters[title]=${title}`);
    deepEqual([codes, copied?.["kicker"]], [[0, 1, 0, 0, 1], "Remembered"]);
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

const named = (name: string): string => `filters[name]=${encodeURIComponent(name)}`;
