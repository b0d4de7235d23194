import { deepEqual, equal, match } from "node:assert/strict";
import { cli as cliWithoutFile, jsonLines, useFolder } from "../cli.ts";
import type { CliOptions } from "../cli.ts";
import { useTwoServices } from "../useTwoServices.ts";

describe("cms-content diff", function () {
  this.timeout(60_000);
  const folder = useFolder();
  const { services, differences, cli, cliProcess } = useTwoServices({ isFresh: true });
  const run = (words: readonly string[], options: CliOptions = {}) =>
    cli(["diff", ...words], { cwd: folder.path, ...options });
  const between = ["--from", "Staging", "--to", "Production"];

  it("cms-content diff prints each document that differs, and exits with 1", async () => {
    const { code, stdout, stderr } = await cliProcess([
      "diff",
      ...between,
      ...["--type", "articles", "authors"],
    ]);
    const ids = differences();

    deepEqual(
      stdout.replace(/\n$/, "").split("\n").sort(),
      [
        `new\tauthors/${ids.newAuthor}\t\tSunniva Aldridge\t`,
        `new\tarticles/${ids.newDraft}\ten\tThe Last Foghorn\t`,
        `new\tarticles/${ids.newArticle}\ten\tA Bench for Every View\t`,
        `conflict\tarticles/${ids.changedInSource}\ten\tHeavy Words\tsummary`,
        `conflict\tarticles/${ids.newCover}\ten, fr, de\tTea in Winter\tcover`,
        `conflict\tarticles/${ids.changedInTarget}\ten\tHives on the Roof of the Opera\tkicker`,
        `conflict\tarticles/${ids.changedInBoth}\ten\tThey Sleep Up There\tsummary`,
        `only there\tarticles/${ids.onlyInTarget}\ten\tCorrection: The Winter Timetable\t`,
      ].sort(),
    );
    match(stderr, /3 new in Staging, 4 with conflicts, 1 only in Production, \d+ the same\n$/);
    equal(code, 1);
  });

  it("cms-content diff exits with 0 if the content is the same", async () => {
    const { code, stdout, stderr } = await run([...between, "--type", "tags", "homepage"]);

    deepEqual([code, stdout], [0, ""]);
    match(stderr, /^\d+ the same\n$/);
  });

  it("cms-content diff compares only the documents that match a filter", async () => {
    const ids = differences();
    const filter = ["--filter", '{"slug":{"$in":["heavy-words","tea-in-winter"]}}'];

    const result = await run([...between, "--type", "articles", ...filter, "--json"]);

    deepEqual(
      (jsonLines(result) as { documentId: string; fields: string[] }[]).map((row) => [
        row.documentId,
        row.fields,
      ]),
      [
        [ids.changedInSource, ["summary"]],
        [ids.newCover, ["cover"]],
      ],
    );
  });

  describe("with a limited token", () => {
    const limited = () => ({
      env: { CMS_TOKEN_PRODUCTION: services().to.tokens.custom },
    });
    const notRead =
      /^api::author\.author was not read: Production requires the permission Author: find\.$/m;

    it("cms-content diff compares what the token may read, names the other types and exits with 1", async () => {
      const { code, stdout, stderr } = await run(
        [...between, "--type", "tags", "authors"],
        limited(),
      );

      deepEqual([code, stdout], [1, ""]);
      match(stderr, notRead);
      match(stderr, /^\d+ the same$/m);
    });

    it("cms-content diff exits with 3 if the token can read none of the types", async () => {
      const { code, stdout, stderr } = await run(
        [...between, "--type", "authors", "homepage"],
        limited(),
      );

      deepEqual([code, stdout], [3, ""]);
      match(stderr, notRead);
      match(stderr, /^Error: None of the content types can be read on both services\.$/m);
    });
  });

  it("cms-content diff exits with 3 if the token of the second service is missing", async () => {
    const { code, stderr } = await run([...between, "--type", "tags"], {
      env: { CMS_TOKEN_PRODUCTION: undefined },
    });

    equal(code, 3);
    match(stderr, /No token is set/);
  });

  it("cms-content diff needs two services of a file", async () => {
    const withoutFile = await cliWithoutFile(["diff", ...between], { cwd: folder.path });
    const same = await run(["--from", "Staging", "--to", "Staging"]);
    const unknown = await run(["--from", "Staging", "--to", "Live"]);

    deepEqual([withoutFile.code, same.code, unknown.code], [2, 2, 2]);
    match(
      withoutFile.stderr,
      /--from and --to need a file\. Create cms\.config\.json, pass --connections/,
    );
    match(same.stderr, /Staging and Staging are the same service/);
    match(unknown.stderr, /has no connection Live\. It has: Production, Staging\./);
  });
});
