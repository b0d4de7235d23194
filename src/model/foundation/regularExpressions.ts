import { Worker } from "node:worker_threads";
import { markOf } from "./marks.ts";

/** A regular expression, in a form that can be sent to a worker thread. */
export type Expression = Pick<RegExp, "source" | "flags">;

/** An expression of a user or a service, which only the thread may run. Throws if it is invalid. */
export const toExpression = (source: string, flags = ""): Expression => new RegExp(source, flags);

export const matchesEmptyText = ({ source, flags }: Expression): boolean =>
  ["", "a", " 1\n"].some((text) =>
    [...text.matchAll(new RegExp(source, flags))].some(([match]) => match === ""),
  );

export const escapeRegExp = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");

export interface ReplacedText {
  readonly after: string;
  readonly matches: readonly (readonly [index: number, length: number])[];
  readonly replacements: readonly string[];
}

/** Undefined if it takes too long. Answers are cached: an editor asks after every pause. */
export function finds(expression: Expression, text: string): Promise<boolean | undefined> {
  const { source, flags } = expression;
  const key = markOf(JSON.stringify([source, flags, text]), 64);
  const cachedAnswer = answers.get(key);
  if (cachedAnswer) return cachedAnswer;
  const answer = run<boolean>({ ...expressionOf(expression), texts: [text] });
  answers.set(key, answer);
  const [oldest = key] = answers.keys();
  if (answers.size > maxAnswers) answers.delete(oldest);
  // A failed answer is not cached.
  answer.catch(() => answers.delete(key));
  return answer;
}

/** Undefined if all texts together take too long. */
export const replaceInTexts = (
  expression: Expression,
  template: string,
  texts: readonly string[],
): Promise<readonly ReplacedText[] | undefined> =>
  texts.length === 0 ? Promise.resolve([]) : run({ ...expressionOf(expression), template, texts });

const taskTimeoutMs = 1_000;

/** Starting a thread takes about 30 ms. */
const idleTimeoutMs = 10_000;

const maxAnswers = 1_000;
const answers = new Map<string, Promise<boolean | undefined>>();

const expressionOf = ({ source, flags }: Expression): Expression => ({ source, flags });

/** Without a template, only tests whether the expression matches the first text. */
type Task = Expression & { readonly texts: readonly string[]; readonly template?: string };

/**
 * The program of the worker thread, as CommonJS in a string: it is not part of the build. An
 * expression can backtrack for years, and only the engine can stop it. Therefore the thread runs a
 * script with a time limit. Only the thread waits for the script, not its caller.
 */
const program = `
const { parentPort } = require("node:worker_threads");
const { createContext, Script } = require("node:vm");
const script = new Script("task()");
const context = createContext();
parentPort.on("message", ({ source, flags, texts, template }) => {
  const expression = new RegExp(source, flags);
  const replaced = (text) => {
    // Marks around each replacement tell them from the text between.
    let mark = "\\0\\x01";
    while ((text + template).includes(mark)) mark += "\\x01";
    const parts = text.replace(expression, mark + template + mark).split(mark);
    return {
      after: parts.join(""),
      matches: Array.from(text.matchAll(expression), (match) => [match.index, match[0].length]),
      replacements: parts.filter((_, at) => at % 2 === 1),
    };
  };
  context.task = () => (template === undefined ? expression.test(texts[0]) : texts.map(replaced));
  try {
    const value = script.runInContext(context, { timeout: ${taskTimeoutMs} });
    parentPort.postMessage({ value });
  } catch (error) {
    if (error.code !== "ERR_SCRIPT_EXECUTION_TIMEOUT") throw error;
    parentPort.postMessage({});
  }
});
`;

/** A thread that runs one task at a time. It keeps the process alive only while a task runs. */
class Thread {
  readonly #worker: Worker;
  readonly #waiting: { resolve: (value: unknown) => void; reject: (error: Error) => void }[] = [];
  readonly #onEnd: () => void;
  #idle: NodeJS.Timeout | undefined;

  constructor(onEnd: () => void) {
    this.#onEnd = onEnd;
    // Without the arguments of the process, which can be those of a loader.
    this.#worker = new Worker(program, { eval: true, execArgv: [] });
    this.#worker.on("message", ({ value }: { readonly value?: unknown }) => {
      this.#waiting.shift()?.resolve(value);
      if (this.#waiting.length > 0) return;
      this.#worker.unref();
      this.#idle = setTimeout(() => {
        this.#onEnd();
        void this.#worker.terminate();
      }, idleTimeoutMs).unref();
    });
    this.#worker.on("error", (error) => this.#end(error));
    this.#worker.on("exit", () => this.#end(new Error("The thread for expressions ended.")));
  }

  run(task: Task): Promise<unknown> {
    clearTimeout(this.#idle);
    this.#worker.ref();
    this.#worker.postMessage(task);
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
  }

  #end(error: Error): void {
    clearTimeout(this.#idle);
    this.#onEnd();
    for (const { reject } of this.#waiting.splice(0)) reject(error);
  }
}

let thread: Thread | undefined;

/** Undefined if the task takes too long. */
function run<T>(task: Task): Promise<T | undefined> {
  if (!thread) {
    const newThread: Thread = new Thread(() => {
      if (thread === newThread) thread = undefined;
    });
    thread = newThread;
  }
  return thread.run(task) as Promise<T | undefined>;
}
