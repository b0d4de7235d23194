import { deepEqual } from "node:assert/strict";
import { PassThrough } from "node:stream";
import { openRowsOf, printUncopied } from "../../../src/cli/copy/copyReport.ts";
import { Output } from "../../../src/cli/shared/output.ts";
import type { ComparedRow } from "../../../src/model/compare/comparison.ts";

const services = { from: "Staging", to: "Production" };
const row: ComparedRow = {
  ...{ kind: "different", type: "api::author.author", title: "A", locales: [] },
  ...{ fromId: "from1", toId: "to1" },
};
const remedy = "To copy the source's values, pass --source-wins.";

/** What the command prints about a row: a record of JSON, and a sentence. */
async function printed(uncopied: ComparedRow) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const output = new Output({ stdout, stderr });
  output.useJson();
  await printUncopied(output, openRowsOf([uncopied]), "authors", services);
  return {
    record: JSON.parse(String(stdout.read())) as Record<string, unknown>,
    sentence: String(stderr.read()),
  };
}

const changed = (since: "both" | "either", ...names: readonly string[]): ComparedRow => ({
  ...row,
  ...{ names, conflict: true },
  differences: names.map((name) => ({ kind: "attribute", name, since })),
});

describe("printUncopied", () => {
  it("printUncopied names all candidates of an unclear document with their ids", async () => {
    const ids = ["a1", "a2", "a3", "a4", "a5", "a6"];
    const candidates = ids.map((id) => ({ id, title: "A" }));
    const unclear = { why: "several", candidates, isTruncated: false } as const;

    const { record, sentence } = await printed({ ...row, kind: "unclear", unclear });

    const reason = `Several documents in Production match: ${ids.map((id) => `'A' (${id})`).join(", ")}. To choose one, pass --map, or decide in the file of --plan.`;
    deepEqual(record, {
      ...{ type: "authors", documentId: "from1", otherDocumentId: "to1", title: "A" },
      ...{ outcome: "skipped", reason, candidates: ids },
    });
    deepEqual(sentence, `'A' (authors) isn't copied: ${reason}\n`);
  });

  it("printUncopied says that an unclear document has more candidates than it names", async () => {
    const candidates = ["a1", "a2", "a3", "a4"].map((id) => ({ id, title: "A" }));
    const unclear = { why: "taken", candidates, isTruncated: true } as const;

    const { record } = await printed({ ...row, kind: "unclear", unclear });

    deepEqual(
      [record["reason"], record["candidates"], record["hasMoreCandidates"]],
      [
        "The match in Production also matches another document: 'A' (a1), 'A' (a2), 'A' (a3), 'A' (a4) and others. To choose one, pass --map, or decide in the file of --plan.",
        ["a1", "a2", "a3", "a4"],
        true,
      ],
    );
  });

  for (const [since, words] of [
    ["both", "both services changed a, b, c, d, e, f since the last copy."],
    ["either", "it was never copied, and the target may have changed a, b, c, d, e, f."],
  ] as const) {
    it(`printUncopied names all fields of a conflict that changed in ${since}, and the cause`, async () => {
      const { record } = await printed(changed(since, "a", "b", "c", "d", "e", "f"));

      deepEqual(record["reason"], `${words} ${remedy}`);
    });
  }

  it("printUncopied names all fields that an incomplete document would lack, and the cause", async () => {
    const unread = ["a", "b", "c", "d", "e", "f", "a"].map(
      (path) => ({ type: row.type, path, side: "from", why: "route" }) as const,
    );

    const { record } = await printed({ ...row, kind: "new", unread, isIncomplete: true });

    deepEqual(
      record["reason"],
      "the type has no drafts, so the target would publish it without a, b, c, d, e, f. To copy it anyway, pass --incomplete.",
    );
  });
});
