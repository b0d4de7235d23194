import { createHash } from "node:crypto";
import { Worker } from "node:worker_threads";

/** A regular expression, in the form in which a thread gets it. */
type Expression = Pick<RegExp, "source" | "flags">;

/** What becomes of a text in which an expression is replaced. */
export interface ReplacedText {
  readonly after: string;
  /** Where each match begins, and how long it is. */
  readonly matches: readonly (readonly [index: number, length: number])[];
  /** What stands in the place of each match. */
  readonly replacements: readonly string[];
}

/**
 * Whether an expression finds something in a text; undefined where it takes too long. The answer is kept: an
 * editor asks again after every pause.
 */
export function finds(expression: Expression, text: string): Promise<boolean | undefined> {
  const key = keyOf(expression, text);
  const known = answers.get(key);
  if (known) return known;
  const asked = run<boolean>({ ...of(expression), texts: [text] });
  answers.set(key, asked);
  const [oldest = key] = answers.keys();
  if (answers.size > mostAnswers) answers.delete(oldest);
  // One that could not be had is asked for again.
  asked.catch(() => answers.delete(key));
  return asked;
}

/** What becomes of texts in which an expression is replaced; undefined where they take too long together. */
export const replaceInTexts = (
  expression: Expression,
  template: string,
  texts: readonly string[],
): Promise<readonly ReplacedText[] | undefined> =>
  texts.length === 0 ? Promise.resolve([]) : run({ ...of(expression), template, texts });

/** How long a task may take, in milliseconds. */
const timeout = 1_000;

/** How long a thread is kept for the next task, in milliseconds: starting one takes about 30. */
const idleFor = 10_000;

const mostAnswers = 1_000;
const answers = new Map<string, Promise<boolean | undefined>>();

const keyOf = ({ source, flags }: Expression, text: string): string =>
  createHash("sha256")
    .update(JSON.stringify([source, flags, text]))
    .digest("base64");

const of = ({ source, flags }: Expression): Expression => ({ source, flags });

interface Task extends Expression {
  readonly texts: readonly string[];
  /** Absent where it is only asked whether the expression finds something in the first text. */
  readonly template?: string;
}

/**
 * What runs in the thread, as CommonJS in a text: it is not part of the build. An expression may backtrack in a
 * text for years, and only the engine can stop it: a script runs with a time limit. The thread waits for it, and
 * what started the thread does not.
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
    const value = script.runInContext(context, { timeout: ${timeout} });
    parentPort.postMessage({ value });
  } catch (error) {
    if (error.code !== "ERR_SCRIPT_EXECUTION_TIMEOUT") throw error;
    parentPort.postMessage({});
  }
});
`;

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** A thread that does one task after the other. It keeps the process alive only while it has one. */
class Thread {
  readonly #worker: Worker;
  readonly #waiting: Waiting[] = [];
  readonly #onEnd: () => void;
  #idle: NodeJS.Timeout | undefined;

  constructor(onEnd: () => void) {
    this.#onEnd = onEnd;
    // Without the process's own arguments, which may be those of a loader.
    this.#worker = new Worker(program, { eval: true, execArgv: [] });
    this.#worker.on("message", ({ value }: { readonly value?: unknown }) => {
      this.#waiting.shift()?.resolve(value);
      this.#rest();
    });
    this.#worker.on("error", (error) => {
      this.#end(error);
    });
    this.#worker.on("exit", () => {
      this.#end(new Error("The thread for expressions ended."));
    });
  }

  run(task: Task): Promise<unknown> {
    clearTimeout(this.#idle);
    this.#worker.ref();
    this.#worker.postMessage(task);
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
  }

  #rest(): void {
    if (this.#waiting.length > 0) return;
    this.#worker.unref();
    this.#idle = setTimeout(() => {
      this.#onEnd();
      void this.#worker.terminate();
    }, idleFor).unref();
  }

  #end(error: Error): void {
    clearTimeout(this.#idle);
    this.#onEnd();
    for (const { reject } of this.#waiting.splice(0)) reject(error);
  }
}

let thread: Thread | undefined;

/** Undefined where it takes too long. */
function run<T>(task: Task): Promise<T | undefined> {
  if (!thread) {
    const started: Thread = new Thread(() => {
      if (thread === started) thread = undefined;
    });
    thread = started;
  }
  return thread.run(task) as Promise<T | undefined>;
}
