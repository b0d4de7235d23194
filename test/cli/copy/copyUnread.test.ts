import { deepEqual, equal, match } from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { startFaults } from "../../support/faults.ts";
import type { Faults } from "../../support/faults.ts";
import { plainRequest } from "../../support/plainHttp.ts";
import { jsonLines, useFolder } from "../cli.ts";
import type { CliResult } from "../cli.ts";
import { useTwoServices } from "../useTwoServices.ts";
import { plainMakeDraft } from "../../support/plainWrites.ts";

interface OutputRow {
  readonly title: string;
  readonly outcome?: string;
  readonly difference?: string;
  readonly unread?: readonly unknown[];
}

const linesOf = (result: CliResult) => jsonLines(result) as OutputRow[];

describe("Source whose routes ignore populate", function () {
  this.timeout(120_000);
  const folder = useFolder();
  const { services, cli } = useTwoServices();
  let faults: Faults;
  beforeEach(async () => {
    const { from, to } = services();
    faults = await startFaults(from.url);
    faults.reshape(/^GET \/\w+\/(pages|site-setting)/, {
      query: (query) => ({ ...query, populate: [] }),
    });
    const connections = [
      { id: "one", name: "Staging", url: faults.url },
      { id: "two", name: "Production", url: to.url, environment: "production" },
    ];
    const file = join(folder.path, "unread.json");
    writeFileSync(file, JSON.stringify({ "cms.connections": connections }));
  });
  afterEach(() => faults.stop());

  const run = (command: string, ...words: readonly string[]) => {
    const between = ["--connections", "unread.json", "--from", "Staging", "--to", "Production"];
    return cli([command, ...between, ...words], { cwd: folder.path });
  };
  const makePage = async (title: string) => {
    const slug = title.toLowerCase().replaceAll(" ", "-");
    const sections = [{ __component: "sections.text", body: "Warm" }];
    await plainMakeDraft(services().from, "pages", {
      ...{ title, slug, sections },
    });
    return ["--type", "pages", "--filter", JSON.stringify({ slug })];
  };
  const reason =
    /^Staging doesn't return sections of 1 document of (api::page\.page|pages)\. Its API route ignores the parameter populate\. Change the route\.$/m;
  const without =
    /^Copies these without what Staging doesn't return: '[\w ]+' \(pages\): parent, leadArticle, seo, sections\.$/m;

  describe("diff", () => {
    it("cms-content diff says that documents are the same as far as they can be read, and exits with 1", async () => {
      const { code, stdout, stderr } = await run("diff", "--type", "pages");

      deepEqual([code, stdout], [1, ""]);
      match(stderr, /^\d+ the same as far as they can be read$/m);
      match(
        stderr,
        /^Staging doesn't return sections of \d+ documents of api::page\.page\. Its API/m,
      );
    });

    it("cms-content diff prints the unread fields of each document with --json", async () => {
      const lines = linesOf(await run("diff", "--type", "site-setting", "--json"));

      deepEqual(
        lines.map(({ difference, unread }) => [difference, unread]),
        [
          [
            "same as read",
            ["footerLinks", "logo"].map((field) => ({ field, side: "from", why: "route" })),
          ],
        ],
      );
    });
  });

  describe("copy", () => {
    it("cms-content copy names what the copies lack and why, and exits with 1", async () => {
      const result = await run(
        "copy",
        ...(await makePage("Copied in Part")),
        ...["--yes", "--allow-production", "--json"],
      );

      match(result.stderr, reason);
      match(result.stderr, without);
      deepEqual(
        linesOf(result).map(({ outcome, unread }) => [outcome, unread]),
        [["created", ["parent", "leadArticle", "seo", "sections"]]],
      );
      equal(result.code, 1);
    });

    it("cms-content copy names what the copies lack when a plan is written and when it is applied", async () => {
      const chosen = await makePage("Planned in Part");

      const planned = await run("copy", ...chosen, "--plan", "plan.json");
      const applied = await run("copy", "--apply", "plan.json", "--yes", "--allow-production");

      for (const { code, stderr } of [planned, applied]) {
        match(stderr, reason);
        match(stderr, without);
        equal(code, 1);
      }
      match(applied.stderr, /^1 created\.$/m);
    });

    it("cms-content copy creates a document without drafts that lacks components only with --incomplete", async () => {
      const { to } = services();
      await plainRequest(to, "DELETE", "site-setting");
      const words = ["--type", "site-setting", "--yes", "--allow-production"];
      const now = async () => (await plainRequest(to, "GET", "site-setting")).status;

      const spared = await run("copy", ...words);
      const before = await now();
      const copied = await run("copy", ...words, "--incomplete");

      match(
        spared.stderr,
        / isn't copied: the type has no drafts, so the target would publish it without footerLinks, logo\. To copy it anyway, pass --incomplete\.$/m,
      );
      deepEqual([spared.code, before, copied.code, await now()], [1, 404, 1, 200]);
      match(copied.stderr, /^1 created\.$/m);
    });
  });
});
