import { Copies, defaultRows } from "../../../src/model/copy/copies.ts";
import type { CopyChoices } from "../../../src/model/copy/copies.ts";
import { compare, type CompareOptions } from "../../../src/model/compare/comparisonRun.ts";
import type { Comparison } from "../../../src/model/compare/comparison.ts";
import type { CopyPlan } from "../../../src/model/copy/copyPlan.ts";
import type { CopyResult } from "../../../src/model/copy/copyRun.ts";
import { DocumentPairs } from "../../../src/model/compare/documentPairs.ts";
import type { PairLine, PairStore } from "../../../src/model/compare/documentPairs.ts";
import type { TestModel } from "../testModel.ts";
import { must } from "../outcomes.ts";
import { openBoth } from "../twoServices.ts";
import type { BothOptions } from "../twoServices.ts";

/** Pairs in memory. They are kept after a run, as in a file. */
export class PairsInMemory implements PairStore {
  readonly storedLines: PairLine[] = [];
  /** How many lines a power failure leaves. */
  syncedCount = 0;
  readonly #connections = new Set<string>();

  async *lines(): AsyncIterable<PairLine> {
    await Promise.resolve();
    yield* [...this.storedLines];
  }

  partners(connection: string): Promise<readonly string[]> {
    return Promise.resolve([...this.#connections].filter((id) => id !== connection));
  }

  append(
    connections: readonly [string, string],
    lines: readonly PairLine[],
  ): Promise<string | undefined> {
    for (const id of connections) this.#connections.add(id);
    this.storedLines.push(...lines);
    if (lines.some((line) => line.kind === "sent" && line.isNew)) return this.flush();
    return Promise.resolve(undefined);
  }

  /** At every chance, unlike a file, which must be large. */
  async compact(
    _: unknown,
    liveAmong: (lines: readonly PairLine[]) => readonly PairLine[] | undefined,
  ): Promise<void> {
    const live = liveAmong(this.storedLines);
    if (!live) return;
    this.storedLines.splice(0, Infinity, ...live);
    await this.flush();
  }

  flush(): Promise<undefined> {
    this.syncedCount = this.storedLines.length;
    return Promise.resolve(undefined);
  }
}

export interface CopyingOptions extends BothOptions {
  readonly pairs?: PairsInMemory;
}

/** Copies between both services. */
export class Copying {
  readonly model: TestModel;
  readonly copies: Copies;
  readonly ids: { readonly from: string; readonly to: string };
  readonly store: PairsInMemory;

  constructor({ pairs = new PairsInMemory(), ...options }: CopyingOptions = {}) {
    const { model, from, to } = openBoth(options);
    this.model = model;
    this.ids = { from, to };
    this.store = pairs;
    this.copies = new Copies(model);
  }

  pairs(): Promise<DocumentPairs> {
    return DocumentPairs.load(this.ids, this.store);
  }

  /** Compares documents of a type that the source has. */
  async compare(
    documents: Readonly<Record<string, readonly string[]>>,
    version: "draft" | "published" = "draft",
    options: CompareOptions = {},
  ): Promise<Comparison> {
    const items = Object.entries(documents).flatMap(([type, ids]) =>
      ids.map((id) => ({ address: { connection: this.ids.from, type, id }, title: "" })),
    );
    const request = { ...this.ids, target: { kind: "selected", items } as const, version };
    return must(await compare(request, { pairs: await this.pairs(), ...options }, this.model));
  }

  /** Plans to copy all documents that are selected by default. */
  async plan(comparison: Comparison, choices: Partial<CopyChoices> = {}): Promise<CopyPlan> {
    const chosen = { rows: defaultRows(comparison), ...choices };
    const options = { pairs: await this.pairs() };
    return must(await this.copies.plan(comparison, chosen, options));
  }

  run(plan: CopyPlan, group = "copy-1"): Promise<CopyResult> {
    return this.copies.run(plan, { group });
  }

  /** Compares, plans and runs a copy; returns the outcome of each document. */
  async copy(
    documents: Readonly<Record<string, readonly string[]>>,
    choices: Partial<CopyChoices> = {},
  ): Promise<string[]> {
    const comparison = await this.compare(documents, choices.version, {
      publishes: choices.publish,
    });
    return outcomesOf(await this.run(await this.plan(comparison, choices)));
  }

  /** The requests that changed something, such as `POST articles`. */
  get writes(): string[] {
    return this.model.log
      .filter(({ method }) => method !== "GET" && method !== "HEAD")
      .map(({ method, path }) => `${method} ${path}`);
  }
}

/** All documents, with the values of the source wherever there is a conflict. */
export const withSourceWins = ({ rows }: Comparison): Pick<CopyChoices, "rows"> => ({
  rows: rows.map((row) => ({ row, sourceWins: true })),
});

export const outcomesOf = ({ items }: CopyResult): string[] =>
  items.map(({ outcome, failure }) => (failure ? `${outcome}: ${failure.code}` : outcome));
