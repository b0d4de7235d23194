import { isObject } from "../foundation/json.ts";
import { connectionMark, groupMark, markOf } from "../foundation/marks.ts";
import { done, failed, type Outcome } from "../foundation/outcome.ts";
import { takeLock, type TextStore } from "../foundation/textStore.ts";

export type RunFailure =
  | { readonly code: "another-run" }
  /** What the run does can't be stored, so it must not begin or go on. */
  | { readonly code: "results-not-kept"; readonly why: string };

/** Stores the logs of runs, one text each. */
export interface RunStore extends TextStore {
  append(name: string, text: string): Promise<unknown>;
}

const kinds = ["batch", "import", "copy", "undo"] as const;

export type RunKind = (typeof kinds)[number];

export interface LoggedRun {
  /** The id that all journal entries of the run share. */
  readonly group: string;
  readonly kind: RunKind;
  /** The id of the connection that it writes to. */
  readonly connection: string;
  /** For a copy: the id of the connection that it reads from. */
  readonly from?: string | undefined;
  /** For an undo: the mark of the run that it reverses. */
  readonly undoes?: string;
}

const ends = ["open", "whole", "partial"] as const;

/** How a run or its undo ended: it did everything, or not; `open` if it was interrupted. */
export type RunEnd = (typeof ends)[number];

export interface RunState extends Pick<LoggedRun, "kind" | "from"> {
  /** When it began last, in milliseconds. */
  readonly at: number;
  readonly end: RunEnd;
  /** The last undo of the run; absent if there was none since the run, or its retry, began. */
  readonly undone?: RunEnd;
  /** How many changes that undo left; undefined if it was interrupted. */
  readonly left?: number | undefined;
}

interface RunLogsOptions {
  readonly logs: RunStore;
  /** The locks of all programs of this computer that write to services. */
  readonly locks: RunStore;
  readonly urlOf: (connection: string) => string;
  /** How long a request of a killed process may take to arrive, in milliseconds. */
  readonly arrivalMs: number;
}

/**
 * The log of each run that writes: when it began and ended, and whether it was undone. Lines are
 * only appended, so a killed process leaves what it did. At most one run writes to a service at a
 * time, whichever window or command line it belongs to.
 */
export class RunLogs {
  readonly #options: RunLogsOptions;

  constructor(options: RunLogsOptions) {
    this.#options = options;
  }

  /**
   * Runs `work` alone. `countLeft` tells from its result how much it did not do. Fails, and does
   * nothing, if another run writes to the same service.
   */
  async use<T>(
    run: LoggedRun,
    work: () => Promise<T>,
    countLeft: (result: T) => number,
  ): Promise<Outcome<T, RunFailure>> {
    const { urlOf } = this.#options;
    return this.alone(urlOf(run.connection), async () => {
      await this.#append(run, "open");
      const result = await work();
      const left = countLeft(result);
      await this.#append(run, left === 0 ? "whole" : "partial", left);
      return result;
    });
  }

  /** Does work that only one program of this computer may do on a URL or a folder at a time. */
  async alone<T>(what: string, work: () => Promise<T>): Promise<Outcome<T, RunFailure>> {
    const unlock = await takeLock(this.#options.locks, markOf(what, 16));
    if (!unlock) return failed({ code: "another-run" });
    try {
      return done(await work());
    } finally {
      await unlock();
    }
  }

  get arrivalMs(): number {
    return this.#options.arrivalMs;
  }

  /** By their marks. */
  async list(connection: string): Promise<ReadonlyMap<string, RunState>> {
    const { logs } = this.#options;
    const prefix = `${connectionMark(connection)}-`;
    const names = (await logs.names()).filter((name) => name.startsWith(prefix));
    const states = await Promise.all(
      names.map(async (name): Promise<[string, RunState][]> => {
        const text = (await logs.load(name)) ?? "";
        let state: RunState | undefined;
        for (const line of text.split("\n").flatMap(lineIn)) {
          if ("run" in line) {
            const { run: kind, end, from, at } = line;
            state = { ...(end !== "open" && state), kind, end, from, at };
          } else if (state) state = { ...state, undone: line.undo, left: line.left };
        }
        return state ? [[name.slice(prefix.length, -extension.length), state]] : [];
      }),
    );
    return new Map(states.flat());
  }

  /** Whether the last copy from one connection to another did not do everything, and was not undone. */
  async isInterrupted(sides: CopySides): Promise<boolean> {
    return (await this.#interrupted(sides)) !== undefined;
  }

  /** Notes that an interrupted copy had nothing left to do. */
  async finish(sides: CopySides): Promise<void> {
    const mark = await this.#interrupted(sides);
    if (mark === undefined) return;
    const { from, to } = sides;
    await this.#write(to, mark, { run: "copy", end: "whole", from, at: Date.now() });
  }

  async #interrupted({ from, to }: CopySides): Promise<string | undefined> {
    const runs = [...(await this.list(to))];
    const copies = runs.filter(([, run]) => run.kind === "copy" && run.from === from);
    const [mark, last] = copies.sort(([, run], [, other]) => other.at - run.at)[0] ?? [];
    return last?.end === "whole" || last?.undone === "whole" ? undefined : mark;
  }

  /** Deletes the logs of a connection, or of all, except those of some runs. */
  async forget(connection?: string, keptMarks: ReadonlySet<string> = new Set()): Promise<void> {
    const { logs } = this.#options;
    const prefix = connection === undefined ? "" : `${connectionMark(connection)}-`;
    for (const name of await logs.names()) {
      const mark = name.slice(prefix.length, -extension.length);
      if (name.startsWith(prefix) && !keptMarks.has(mark)) await logs.drop(name);
    }
  }

  async #append(run: LoggedRun, end: RunEnd, left?: number): Promise<void> {
    const { group, kind, connection, from, undoes } = run;
    await this.#write(connection, groupMark(group), { run: kind, end, from, at: Date.now() });
    if (undoes !== undefined) await this.#write(connection, undoes, { undo: end, left });
  }

  /** Each line begins with a line break, so that a line that was cut off spoils only itself. */
  #write(connection: string, mark: string, line: Line): Promise<unknown> {
    const name = `${connectionMark(connection)}-${mark}${extension}`;
    return this.#options.logs.append(name, `\n${JSON.stringify(line)}`);
  }
}

type Line =
  | ({ readonly run: RunKind } & Pick<RunState, "end" | "from" | "at">)
  | { readonly undo: RunEnd; readonly left: number | undefined };

interface CopySides {
  readonly from: string;
  readonly to: string;
}

const extension = ".ndjson";

function lineIn(text: string): Line[] {
  try {
    const line: unknown = JSON.parse(text);
    if (!isObject(line)) return [];
    const kind = kinds.find((runKind) => runKind === line["run"]);
    const end = ends.find((runEnd) => runEnd === line["end"]);
    const undo = ends.find((undoEnd) => undoEnd === line["undo"]);
    const from = typeof line["from"] === "string" ? line["from"] : undefined;
    if (kind && end) return [{ run: kind, end, from, at: Number(line["at"]) || 0 }];
    const left = line["left"];
    return undo ? [{ undo, left: typeof left === "number" ? left : undefined }] : [];
  } catch {
    // The process was killed while it wrote the line.
    return [];
  }
}
