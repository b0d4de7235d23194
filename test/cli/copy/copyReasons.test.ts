import { deepEqual, equal, match } from "node:assert/strict";
import { changeDatabase } from "../../services/changeDatabase.ts";
import { jsonLines, useFolder } from "../cli.ts";
import { useTwoServices } from "../useTwoServices.ts";
import { plainChange, plainMake } from "../../support/plainWrites.ts";

describe("cms-content copy › reasons", function () {
  this.timeout(120_000);
  const folder = useFolder();
  const { services, cli } = useTwoServices();
  const copy = (...words: readonly string[]) =>
    cli(["copy", "--from", "Staging", "--to", "Production", ...words], {
      cwd: folder.path,
    });

  describe("value that the target doesn't allow", () => {
    const kicker = "Refused for its kind";
    const chosen = ["--type", "articles", "--filter", JSON.stringify({ kicker })];
    const first = /needs 'Column' \(articles\), which has an error: kind must be one of feature,/;

    before("make articles that need each other", async () => {
      const { from } = services();
      const make = (title: string, more: object) =>
        plainMake(from, "articles?locale=en&status=draft", {
          ...{ title, slug: `refused-${title.toLowerCase()}`, kicker, ...more },
        });
      const column = await make("Column", {});
      const sequel = await make("Sequel", { related: [column] });
      await make("Later", { related: [sequel] });
      await make("Alone", {});
      await changeDatabase(
        from,
        "UPDATE articles SET kind = 'column' WHERE document_id = ?",
        column,
      );
    });

    it("cms-content copy names a value that the target rejects, and for documents that need it the first cause", async () => {
      const result = await copy(...chosen, "--dry-run", "--json");

      const lines = jsonLines(result) as { title: string; outcome: string; reason?: string }[];
      deepEqual(
        lines.map(({ outcome, title }) => `${outcome} ${title}`),
        ["create Alone", "failed Column", "failed Sequel", "failed Later"],
      );
      const [, column, ...others] = lines.map(({ reason = "" }) => reason);
      match(String(column), /^kind must be one of feature, guide,/);
      for (const reason of others) match(reason, first);
      equal(result.code, 1);
    });

    it("cms-content copy prints the reasons without --json and --dry-run, with titles and types", async () => {
      const result = await copy(...chosen, "--yes", "--allow-production");

      const lines = result.stderr.split("\n").filter((line) => line.includes("kind must be"));
      deepEqual(
        lines.map((line) => line.split(":")[0]),
        ["Column", "Sequel", "Later"].map((title) => `'${title}' (articles, en)`),
      );
      match(result.stderr, /\n1 created, 3 failed\.\n/);
      equal(result.code, 1);
    });
  });

  it("cms-content copy names documents and fields before it writes", async () => {
    const kicker = "Named before the copy";
    const chosen = ["--type", "articles", "--filter", JSON.stringify({ kicker })];
    const { from } = services();
    const fields = { slug: "named-before-the-copy", kicker, title: "Named" };
    const id = await plainMake(from, "articles?locale=en&status=draft", fields);

    const created = await copy(...chosen, "--yes", "--allow-production");
    await plainChange(from, `articles/${id}?locale=en&status=draft`, {
      summary: "New",
      rating: 2,
    });
    const updated = await copy(...chosen, "--yes", "--allow-production");

    match(created.stderr, /Plan: 1 to create\.\nCreates: 'Named' \(articles, en\)\.\n/);
    match(
      updated.stderr,
      /Updates: 'Named' \(articles, en\): (summary, rating|rating, summary)\.\n/,
    );
    match(updated.stderr, /The copies are drafts\.\n/);
    equal(updated.code, 0);
    await plainChange(from, `articles/${id}?locale=fr&status=draft`, {
      ...fields,
      title: "Nommé",
    });
    const localized = await copy(...chosen, "--dry-run");
    match(localized.stderr, /Plan: 1 localization to add/);
  });
});
