import { startFaultyProxy } from "../../support/faultyProxy.ts";
import type { Fault, FaultyProxy } from "../../support/faultyProxy.ts";
import { pairLineIn, pairLineText } from "../../../src/model/compare/pairFiles.ts";
import type { PairLine } from "../../../src/model/compare/documentPairs.ts";
import { ResultsInMemory } from "../import/files.ts";
import { JournalInMemory, RunsInMemory } from "../ports.ts";
import { Copying, PairsInMemory } from "./copying.ts";
import type { CopyingOptions } from "./copying.ts";

/** What becomes of the operation at which a process is killed, and of what it has stored. */
export interface Death {
  /** The number of the operation, from 1: a request, or a write to one of the stores. */
  readonly at: number;
  /** `late`: a request arrives only after `release`. */
  readonly last: "lost" | "torn" | "arrived" | "late";
  /** `synced`: the computer has no power any more, so that only what was synced is still there. */
  readonly persistence: "all" | "synced" | "no pairs";
}

/** What a computer keeps when a process is killed. */
export class Disk {
  /** The results log of an import. */
  readonly results = new ResultsInMemory();
  readonly pairs = new PairsInMemory();
  readonly journal = new JournalInMemory();
  readonly runs = new RunsInMemory();

  /** The disk as a later process finds it, which no longer writes where this one did. */
  copy(persistence: Death["persistence"]): Disk {
    const disk = new Disk();
    const { results, pairs, journal, runs } = this;
    const isSent = (line: string) => line.includes('"outcome":"sent"');
    const synced = results.storedLines.findLastIndex(isSent) + 1;
    disk.results.storedLines.push(
      ...results.storedLines.slice(0, persistence === "synced" ? synced : undefined),
    );
    const pairCount = { all: undefined, synced: pairs.syncedCount, "no pairs": 0 }[persistence];
    disk.pairs.storedLines.push(...pairs.storedLines.slice(0, pairCount));
    void disk.pairs.flush();
    for (const [name, text] of journal.texts) disk.journal.texts.set(name, text);
    for (const [name, text] of runs.texts) {
      // The id of the killed process may belong to another one by now.
      const dead = JSON.stringify({ pid: process.pid, start: "another start" });
      disk.runs.texts.set(name, name.endsWith(".lock") ? dead : text);
    }
    return disk;
  }

  /** All that the logs of runs contain. The journal has contents, so it is not among them. */
  get logs(): string {
    return JSON.stringify([this.results.storedLines, this.pairs.storedLines, [...this.runs.texts]]);
  }
}

const never = new Promise<never>(() => undefined);

/** Counts the operations of a process, and ends it at one of them. From then on, nothing it begins ends. */
export class Life {
  /** The operations since `begin`. */
  readonly operations: string[] = [];
  readonly ended: Promise<void>;
  /** What another person does before an operation: after as many writes to the target. */
  meanwhile: { readonly writes: number; readonly act: () => Promise<void> } | undefined;
  #end: () => void = () => undefined;
  #death: Death | undefined;
  #isCounting = false;
  #writes = 0;
  isDead = false;
  #release: () => void = () => undefined;
  readonly #released = new Promise<void>((resolve) => {
    this.#release = resolve;
  });

  constructor() {
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  get persistence(): Death["persistence"] {
    return this.#death?.persistence ?? "all";
  }

  begin(death?: Death): void {
    this.#isCounting = true;
    this.#death = death;
  }

  /** Lets the last request arrive, if it is late. */
  release(): void {
    this.#release();
  }

  async store<T>(name: string, write: () => Promise<T>, tear: () => unknown): Promise<T> {
    const last = await this.#next(name);
    if (last === undefined) return write();
    if (last === "torn") await tear();
    if (last === "arrived" || last === "late") await write();
    return never;
  }

  async request(method: string, name: string): Promise<Fault | undefined> {
    const last = await this.#next(`${method} ${name}`);
    if (method !== "GET" && this.#isCounting) this.#writes += 1;
    if (last === "late") await this.#released;
    if (last === "late") return undefined;
    if (last === "arrived") return { kind: "answer dropped" };
    if (last === "torn") return { kind: "request cut" };
    return last && { kind: "request dropped" };
  }

  /** What becomes of the next operation; undefined if the process goes on. */
  async #next(name: string): Promise<Death["last"] | undefined> {
    if (this.isDead) return "lost";
    if (!this.#isCounting) return undefined;
    const { meanwhile } = this;
    if (meanwhile && meanwhile.writes <= this.#writes) {
      this.meanwhile = undefined;
      await meanwhile.act();
    }
    this.operations.push(name);
    if (this.operations.length !== this.#death?.at) return undefined;
    this.isDead = true;
    this.#end();
    return this.#death.last;
  }
}

/** A store whose writes are operations of a process. `tear` stores a part of what is written. */
function mortal<T extends object>(
  store: T,
  name: string,
  life: Life,
  tear: (words: readonly unknown[]) => unknown = () => undefined,
): T {
  return new Proxy(store, {
    get: (target, key) => {
      const member: unknown = Reflect.get(target, key);
      if (typeof member !== "function") return member;
      const call = (words: unknown[]) => Reflect.apply(member, target, words) as Promise<unknown>;
      const isWrite = ["append", "compact", "flush", "save", "drop"].includes(String(key));
      return (...words: unknown[]) =>
        isWrite
          ? life.store(
              name,
              () => call(words),
              () => tear(words),
            )
          : call(words);
    },
  });
}

/** A process with a connection to each service, which works with what earlier ones have stored. */
export class MortalProcess {
  readonly life: Life;
  readonly copying: Copying;
  readonly disk: Disk;
  /** The results log of an import. */
  readonly results: ResultsInMemory;
  readonly #proxies: readonly FaultyProxy[];

  private constructor(life: Life, disk: Disk, proxies: readonly FaultyProxy[]) {
    this.life = life;
    this.disk = disk;
    this.#proxies = proxies;
    const [from = "", to = ""] = proxies.map(({ url }) => url);
    this.copying = new Copying({ urls: { from, to }, ...storesOf(life, disk) });
    const { results } = disk;
    this.results = mortal(results, "results", life, () =>
      results.storedLines.push('{"line":1,"outco'),
    );
  }

  static async start(urls: readonly string[], disk: Disk): Promise<MortalProcess> {
    const life = new Life();
    const proxies = await Promise.all(urls.map((url) => startFaultyProxy(url)));
    for (const [at, proxy] of proxies.entries())
      proxy.meet(({ method, target }) =>
        life.request(method, `${at === 0 ? "source" : "target"} ${target.slice(0, 80)}`),
      );
    return new MortalProcess(life, disk, proxies);
  }

  /** The number of requests. */
  get count(): number {
    return this.#proxies.reduce((count, { passages }) => count + passages.length, 0);
  }

  /** Does work until it is done or the process is killed; undefined if it was. */
  async until<T>(work: () => Promise<T>, death?: Death): Promise<T | undefined> {
    this.life.begin(death);
    const result = await Promise.race([work(), this.life.ended.then(() => undefined)]);
    if (this.life.isDead && death?.last !== "late") await this.arrive();
    return result;
  }

  /** What a later process finds. */
  get remainingDisk(): Disk {
    return this.life.isDead ? this.disk.copy(this.life.persistence) : this.disk;
  }

  /** Lets the last request of a killed process arrive. */
  async arrive(): Promise<void> {
    this.life.release();
    for (const proxy of this.#proxies) await proxy.untilQuiet();
  }

  async stop(): Promise<void> {
    this.life.release();
    await Promise.all(this.#proxies.map((proxy) => proxy.stop()));
  }
}

const storesOf = (life: Life, { pairs, journal, runs }: Disk): CopyingOptions => ({
  pairs: mortal(pairs, "pairs", life, ([, lines]) => {
    for (const line of lines as readonly PairLine[])
      pairs.storedLines.push(...[pairLineIn(pairLineText(line).slice(0, -4)) ?? []].flat());
  }),
  stores: {
    journalStore: mortal(journal, "journal", life),
    runStore: mortal(runs, "run log", life, ([name, text]) => {
      if (!String(name).endsWith(".lock"))
        void runs.append(String(name), String(text).slice(0, -4));
    }),
  },
});
