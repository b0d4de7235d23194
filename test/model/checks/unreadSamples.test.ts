import assert from "node:assert/strict";
import type { RuleFinding } from "../../../src/model/checks/checkFinding.ts";
import type { CheckedDocument, RuleContext } from "../../../src/model/checks/checkRule.ts";
import { Lookups } from "../../../src/model/checks/lookups.ts";
import { unusedFile } from "../../../src/model/checks/rules/unusedFile.ts";
import { done, failed } from "../../../src/model/foundation/outcome.ts";
import { deepKitchen, deepest } from "../deepKitchen.ts";

const connection = { id: "c1", name: "Tea", url: "https://cms.example.com" };
const file = { id: 1, documentId: "f1", name: "tea.png", url: "/uploads/tea.png" };

/** A service with one file, whose documents can be requested again or not. */
function contextOf(isReadable: boolean, report: (finding: RuleFinding<"unused-file">) => void) {
  const pages = [[file], []];
  const cms = { upload: () => ({ findMany: () => Promise.resolve([null, pages.shift(), {}]) }) };
  const service = { cms, catalog: deepKitchen };
  const typed = { ...service, type: deepest };
  const catalogs = {
    service: () => Promise.resolve(done(service)),
    type: () => Promise.resolve(isReadable ? done(typed) : failed({ code: "gone" })),
    findings: () => ({ isRevealed: () => true }),
    readWithFreshCatalog: (_: string, read: () => Promise<unknown>) => read(),
  };
  const lookups = new Lookups({ service, catalogs } as unknown as ConstructorParameters<
    typeof Lookups
  >[0]);
  const scope = {
    connection,
    service,
    others: [],
    target: { kind: "connection", connection: "c1" },
  };
  return {
    scope,
    lookups,
    report,
    isComplete: () => true,
  } as unknown as RuleContext<"unused-file">;
}

async function isSureAbout(isReadable: boolean): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  const context = contextOf(isReadable, ({ data }) => found.push(data.isSure));
  const { document, end } = unusedFile.create(context);
  const address = { connection: "c1", type: "articles", id: "d1" };
  const page = { service: context.scope.service, documents: [], isPartOfType: false };
  await document?.({ address, content: {} } as unknown as CheckedDocument, {
    ...page,
    service: { ...page.service, type: deepest },
  });
  assert.equal(await end?.(), undefined);
  return found;
}

describe("Rule unused-file, when it asks a document of each type for hidden content", () => {
  it("is sure if no document has any", async () => {
    assert.deepEqual(await isSureAbout(true), [true]);
  });

  it("is not sure if a document can't be read", async () => {
    assert.deepEqual(await isSureAbout(false), [false]);
  });
});
