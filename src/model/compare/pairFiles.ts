import { hashOf } from "../foundation/hash.ts";
import { StoredFiles } from "../foundation/textStore.ts";
import type { PairLine, PairStore } from "./documentPairs.ts";

/** Smaller files are not compacted. */
const minCompactedBytes = 100_000;

/** Stores pairs in a file for each two connections, which only the user may read. */
export class PairFiles implements PairStore {
  readonly #files: StoredFiles;

  /** @param storage The folder of the extension's or the tool's own files. */
  constructor(storage: string, log: ConstructorParameters<typeof StoredFiles>[2]) {
    this.#files = new StoredFiles(storage, "pairs", log);
  }

  async *lines(connections: readonly [string, string]): AsyncGenerator<PairLine, void, void> {
    yield* linesIn((await this.#files.load(fileOf(connections))) ?? "");
  }

  /** Each line begins with a line break, so that a line that was cut off is lost alone. */
  append(
    connections: readonly [string, string],
    lines: readonly PairLine[],
  ): Promise<string | undefined> {
    // What a copy is about to create must be known even after a power failure.
    const flush = lines.some((line) => line.kind === "sent" && line.isNew);
    return this.#files.append(fileOf(connections), textOf(lines), flush);
  }

  /** Replaces the lines if more than half of them no longer count. */
  async compact(
    connections: readonly [string, string],
    liveAmong: (lines: readonly PairLine[]) => readonly PairLine[] | undefined,
  ): Promise<void> {
    const name = fileOf(connections);
    if (((await this.#files.size(name)) ?? 0) < minCompactedBytes) return;
    await this.#files.rewrite(name, (text) => {
      const lines = [...linesIn(text)];
      const live = liveAmong(lines);
      return live && lines.length > 2 * live.length ? textOf(live) : undefined;
    });
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
    // With what a killed process left beside them.
    const names = (await this.#files.names()).filter((other) =>
      all.some(({ name }) => other.startsWith(name)),
    );
    await Promise.all(names.map((name) => this.#files.drop(name)));
  }

  async #pairsWith(connection: string) {
    return (await this.#files.names()).flatMap((name) => {
      const ids = name.endsWith(extension) ? name.slice(0, -extension.length).split("+") : [];
      const isOurs = ids.includes(encodeURIComponent(connection));
      return isOurs ? { name, ids: ids.map(decodeURIComponent) } : [];
    });
  }
}

const extension = ".ndjson";

const fileOf = (connections: readonly string[]): string =>
  `${connections.map(encodeURIComponent).join("+")}${extension}`;

const textOf = (lines: readonly PairLine[]): string =>
  lines.map((line) => `\n${pairLineText(line)}`).join("");

function* linesIn(text: string): Generator<PairLine, void, void> {
  for (const line of text.split("\n")) {
    const pairLine = pairLineIn(line);
    if (pairLine) yield pairLine;
  }
}

/** A line as text, with a checksum by which damage is recognized. */
export function pairLineText(line: PairLine): string {
  const text = JSON.stringify(line);
  return text.slice(0, -1) + checksumOf(text);
}

/**
 * Reads a line. It is `damaged` if it is not as `pairLineText` wrote it. Undefined if its end is
 * missing: its process ended before it could act on what it wrote.
 */
export function pairLineIn(text: string): PairLine | undefined {
  const [checksum] = /,"sum":\d+\}$/.exec(text) ?? [];
  if (checksum === undefined) return undefined;
  const line = `${text.slice(0, -checksum.length)}}`;
  return checksum === checksumOf(line) ? (JSON.parse(line) as PairLine) : { kind: "damaged" };
}

const checksumOf = (line: string): string => `,"sum":${hashOf(line)}}`;
