import assert from "node:assert/strict";
import fc from "fast-check";
import { magazine, makeArticle } from "../../model/magazine.ts";
import { startFaults } from "../../support/faults.ts";
import type { Faults } from "../../support/faults.ts";
import { anyOddValue, makeOdd } from "../../support/oddAnswers.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";
import { caseCount, isLongRun } from "../../support/longRun.ts";
import { cli } from "../cli.ts";

const seed = Number(process.env["CMS_SEED"] ?? 20_260_101);
const numRuns = caseCount(15);

describe("Odd schemas and files", function () {
  this.timeout(60_000 + numRuns * 2_000);
  const folder = temporaryFolder();
  let service: Faults;
  let id: string;
  before(async () => {
    service = await startFaults(magazine().url);
    id = await makeArticle({ title: "Green tea" });
  });
  after(async () => {
    await service.stop();
    folder.remove();
  });

  const run = (words: readonly string[]) =>
    cli(words, { cwd: folder.path, env: { CMS_URL: service.url } });

  const commands = () => [
    ["list"],
    ["list", "articles"],
    ["get", "articles", id],
    ["count", "articles"],
    ["types"],
    ["export", "articles"],
    ["check", "--type", "categories"],
    ...(isLongRun ? [["check"]] : []),
    ["delete", "articles", id, "--dry-run"],
  ];

  it("each command ends with a result, or with exit code 2 or 3 and one sentence, for an odd schema", async () => {
    const results = new Map<number | null, number>();
    await fc.assert(
      fc.asyncProperty(anyOddValue, fc.constantFrom(...commands()), async (odd, words) => {
        makeOdd(service, odd);

        const { code, stderr } = await run(words);

        results.set(code, (results.get(code) ?? 0) + 1);
        if (code === 0 || code === 1) return;
        // Without a type's name, the command names the known types.
        assert.match(stderr, /^Error: [^\n]+\n/);
        assert.doesNotMatch(stderr, /\n\s+at |TypeError|undefined/);
      }),
      { seed, numRuns },
    );
    assert.ok((results.get(3) ?? 0) > 0 && (results.get(0) ?? 0) > 0);
  });

  it("a command names the attribute without a type, with exit code 3", async () => {
    service.heal();
    service.reshape(/content-types$/, {
      answer: (body) => {
        const { data } = body as {
          data: { uid: string; schema: { attributes: Record<string, unknown> } }[];
        };
        const article = data.find(({ uid }) => uid === "api::article.article");
        if (article) article.schema.attributes["cover"] = null;
        return body;
      },
    });

    const { code, stderr } = await run(["list"]);

    const sentence = "The attribute cover of the content type api::article.article has no type.";
    assert.equal(code, 3);
    assert.match(stderr, new RegExp(`^Error: .*: ${sentence}\n$`));
  });
});
