import { StoredFiles } from "../foundation/textStore.ts";
import { pairLineIn, pairLineText, type PairLine, type PairStore } from "./documentPairs.ts";

/** Stores pairs in a file for each two connections, which only the user may read. */
export class PairFiles implements PairStore {
  readonly #files: StoredFiles;

  /** @param storage The folder of the extension's or the tool's own files. */
  constructor(storage: string, log: ConstructorParameters<typeof StoredFiles>[2]) {
    this.#files = new StoredFiles(storage, "pairs", log);
  }

  async *lines(connections: readonly [string, string]): AsyncGenerator<PairLine, void, void> {
    const text = (await this.#files.load(fileOf(connections))) ?? "";
    for (const line of text.split("\n")) {
      const pairLine = pairLineIn(line);
      if (pairLine) yield pairLine;
    }
  }

  /** Each line begins with a line break, so that a line that was cut off is lost alone. */
  append(
    connections: readonly [string, string],
    lines: readonly PairLine[],
  ): Promise<string | undefined> {
    const text = lines.map((line) => `\n${pairLineText(line)}`).join("");
    // What a copy is about to create must be known even after a power failure.
    const flush = lines.some((line) => line.kind === "sent" && line.isNew);
    return this.#files.append(fileOf(connections), text, flush);
  }

  flush(connections: readonly [string, string]): Promise<string | undefined> {
    return this.#files.append(fileOf(connections), "", true);
  }

  async partners(connection: string): Promise<readonly string[]> {
    const all = await this.#pairsWith(connection);
    return all.flatMap(({ ids }) => ids.filter((id) => id !== connection));
  }

  /** Deletes the pairs of a connection that was removed. */
  async drop(connection: string): Promise<void> {
    const all = await this.#pairsWith(connection);
    await Promise.all(all.map(({ name }) => this.#files.drop(name)));
  }

  async #pairsWith(connection: string) {
    return (await this.#files.names()).flatMap((name) => {
      const ids = name.replace(/\.ndjson$/, "").split("+");
      const isOurs = ids.includes(encodeURIComponent(connection));
      return isOurs ? { name, ids: ids.map(decodeURIComponent) } : [];
    });
  }
}

const fileOf = (connections: readonly string[]): string =>
  `${connections.map(encodeURIComponent).join("+")}.ndjson`;
