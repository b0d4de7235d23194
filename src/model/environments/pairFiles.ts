import { StoredFiles } from "../foundation/storedFiles.ts";
import { pairLineIn, pairLineText } from "./pairs.ts";
import type { PairLine, PairStore } from "./pairs.ts";

type Log = ConstructorParameters<typeof StoredFiles>[2];

/** Stores pairs in a file for each two connections, which only the user may read. */
export class PairFiles implements PairStore {
  readonly #files: StoredFiles;

  /** @param storage The folder of the extension's or the tool's own files. */
  constructor(storage: string, log: Log) {
    this.#files = new StoredFiles(storage, "pairs", log);
  }

  async *lines(connections: readonly [string, string]): AsyncGenerator<PairLine, void, void> {
    const text = (await this.#files.load(fileOf(connections))) ?? "";
    for (const one of text.split("\n")) {
      if (one !== "") yield pairLineIn(one);
    }
  }

  /** Each line begins with a line break, so that a line that was cut off spoils only itself. */
  append(
    connections: readonly [string, string],
    lines: readonly PairLine[],
  ): Promise<string | undefined> {
    const text = lines.map((line) => `\n${pairLineText(line)}`).join("");
    return this.#files.append(fileOf(connections), text);
  }

  /** Deletes the pairs of a connection that was removed. */
  async drop(connection: string): Promise<void> {
    const names = (await this.#files.names()).filter((name) =>
      name
        .replace(/\.ndjson$/, "")
        .split("+")
        .includes(encodeURIComponent(connection)),
    );
    await Promise.all(names.map((name) => this.#files.drop(name)));
  }
}

const fileOf = (connections: readonly string[]): string =>
  `${connections.map(encodeURIComponent).join("+")}.ndjson`;
