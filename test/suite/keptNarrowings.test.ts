import assert from "node:assert/strict";
import type * as vscode from "vscode";
import { KeptNarrowings } from "../../src/host/keptNarrowings.ts";

/** A state as VS Code gives it to an extension: what is set to undefined is gone. */
class StateInMemory implements vscode.Memento {
  readonly #values = new Map<string, string>();

  keys(): readonly string[] {
    return [...this.#values.keys()];
  }

  get(key: string): never {
    const text = this.#values.get(key);
    return (text === undefined ? undefined : JSON.parse(text)) as never;
  }

  update(key: string, value: unknown): Promise<void> {
    if (value === undefined) this.#values.delete(key);
    else this.#values.set(key, JSON.stringify(value));
    return Promise.resolve();
  }
}

describe("What collections are narrowed to", () => {
  it("is kept for each, and forgotten with its connection alone, or with all", async () => {
    const globalState = new StateInMemory();
    const kept = new KeptNarrowings({ globalState } as unknown as vscode.ExtensionContext);
    const [articles, pages, elsewhere] = [
      { connection: "k3j2h4x9", type: "articles" },
      { connection: "k3j2h4x9", type: "pages" },
      { connection: "other123", type: "articles" },
    ] as const;
    await kept.save(articles, { state: "draft", filter: undefined });
    await kept.save(pages, { locale: "fr" });
    await kept.save(elsewhere, { search: "tea" });
    const before = [articles, pages, elsewhere].map((place) => kept.load(place));

    await kept.drop("k3j2h4x9");

    const after = [articles, pages, elsewhere].map((place) => kept.load(place));
    await kept.drop();
    assert.equal(kept.load(elsewhere), undefined);
    assert.deepEqual(
      [before, after],
      [
        [{ state: "draft" }, { locale: "fr" }, { search: "tea" }],
        [undefined, undefined, { search: "tea" }],
      ],
    );
  });
});
