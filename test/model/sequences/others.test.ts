import assert from "node:assert/strict";
import fc from "fast-check";
import { undoLastSave } from "../../../src/model/changes/saving/undo.ts";
import { caseCount } from "../../support/longRun.ts";
import { openPanel } from "../administrator.ts";
import { changeElsewhere, document, makeArticle, unique } from "../magazine.ts";
import { must } from "../outcomes.ts";
import { edited } from "../testModel.ts";
import type { TestModel } from "../testModel.ts";
import { OthersReference } from "./othersReference.ts";
import type { Result, Side } from "./othersReference.ts";

const names = ["A", "B", "C", "D"];
const name = fc.constantFrom(...names);

interface Step {
  readonly kind: "save" | "publish" | "discard" | "undo";
  readonly name: string;
  /** For a save: the new sequel, and whether the user agrees to take it from another article. */
  readonly sequel: string | undefined;
  readonly isAgreed: boolean;
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom("save", "save", "save", "publish", "discard", "undo", "undo"),
  name,
  sequel: fc.option(name, { nil: undefined }),
  isAgreed: fc.constantFrom(true, true, false),
});

const seed = Number(process.env["CMS_SEED"] ?? 20_261_128);
const numRuns = caseCount(2);

describe("Random sequences of saves, publishes, discards and undos", function () {
  this.timeout(numRuns * 20_000 + 60_000);

  it("change other documents only as agreed, and undo it there", async () => {
    const property = fc.asyncProperty(
      fc.array(step, { minLength: 8, maxLength: 16 }),
      async (steps) => {
        const articles = await Articles.make(await openPanel());
        const reference = new OthersReference(names, "Made");
        const trace: string[] = [];
        for (const one of steps) {
          if (one.kind === "save" && one.sequel === one.name) continue;
          trace.push(JSON.stringify(one));
          const expected = await run(one, reference, articles);
          const [result, drafts, published] = expected;
          assert.equal(result.actual, result.expected, trace.join("\n"));
          assert.deepEqual(drafts, Object.fromEntries(reference.drafts), trace.join("\n"));
          assert.deepEqual(published, Object.fromEntries(reference.published), trace.join("\n"));
        }
      },
    );

    await fc.assert(property, { seed, numRuns, endOnFailure: true });
  });
});

async function run(one: Step, reference: OthersReference, articles: Articles) {
  // A draft without changes can't be discarded.
  if (one.kind === "discard") {
    const kicker = unique("Changed");
    await changeElsewhere(articles.idOf(one.name), { kicker });
    reference.rewrite(one.name, kicker);
  }
  const expected =
    one.kind === "save"
      ? reference.save(one.name, one.sequel, one.isAgreed)
      : reference[one.kind](one.name);
  const actual = await articles[one.kind](one);
  return [
    { actual, expected },
    await articles.read("draft"),
    await articles.read("published"),
  ] as const;
}

/** Four published articles on the service, changed by the extension. */
class Articles {
  readonly #model: TestModel;
  readonly #ids: ReadonlyMap<string, string>;

  private constructor(model: TestModel, ids: ReadonlyMap<string, string>) {
    this.#model = model;
    this.#ids = ids;
  }

  static async make(model: TestModel): Promise<Articles> {
    const ids = new Map<string, string>();
    for (const one of names) ids.set(one, await makeArticle({ kicker: "Made" }));
    return new Articles(model, ids);
  }

  idOf(one: string): string {
    return this.#ids.get(one) ?? "";
  }

  async save({ name: one, sequel, isAgreed }: Step): Promise<Result> {
    const address = this.#addressOf(one);
    const value = sequel === undefined ? null : { documentId: this.idOf(sequel) };
    const text = edited(await this.#model.open(address), { sequel: value });
    const [failure, saved] = await this.#model.documents.write(address, {
      text,
      confirmClearing: () => Promise.resolve(true),
      confirmTaking: () => Promise.resolve(isAgreed),
    });
    if (failure?.code === "declined") return "declined";
    assert.equal(failure, null);
    return saved.sent.length === 0 ? "nothing" : "done";
  }

  async publish({ name: one }: Pick<Step, "name">): Promise<Result> {
    const address = this.#addressOf(one);
    const previewed = must(await this.#model.lifecycle.preview(address));
    must(await this.#model.lifecycle.publish(address, previewed));
    return "done";
  }

  async discard({ name: one }: Pick<Step, "name">): Promise<Result> {
    const address = this.#addressOf(one);
    const previewed = must(await this.#model.lifecycle.preview(address));
    must(await this.#model.lifecycle.withdraw("discard", address, previewed));
    return "done";
  }

  async undo({ name: one }: Pick<Step, "name">): Promise<Result> {
    const outcome = await undoLastSave(this.#addressOf(one), this.#model);
    const code = outcome[0]?.code;
    if (code === "undo-conflict" || code === "taken-target") return code;
    if (code === "nothing-to-undo") return "nothing";
    must(outcome);
    return "done";
  }

  /** The articles on the service in one version, by name. */
  async read(status: "draft" | "published"): Promise<Record<string, Side>> {
    const nameOf = new Map([...this.#ids].map(([one, id]) => [id, one]));
    const query = `status=${status}&populate[sequel][fields][0]=title`;
    const sides = names.map(async (one): Promise<[string, Side]> => {
      const article = await document(`articles/${this.idOf(one)}`, query);
      const sequel = article?.["sequel"] as { readonly documentId: string } | null | undefined;
      const kicker = article?.["kicker"] as string;
      return [one, { kicker, sequel: sequel ? nameOf.get(sequel.documentId) : undefined }];
    });
    return Object.fromEntries(await Promise.all(sides));
  }

  #addressOf(one: string) {
    return this.#model.article(this.idOf(one));
  }
}
