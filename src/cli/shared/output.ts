import { inspect, styleText } from "node:util";
import { escapeJson, visible, visibleLines } from "../../model/foundation/visibleText.ts";
import { progressSteps } from "../../texts/shared/progressWords.ts";
import { exitCodes } from "./cliError.ts";
import { cutToWidth } from "./displayWidth.ts";
import { toJson } from "../../model/foundation/json.ts";

/** What a text for stdout is. It decides how a terminal shows control characters. */
export type TextForm = "json" | "csv" | "table" | "lines";

const progressIntervalMs = 10_000;

type OutputStream = NodeJS.WritableStream & {
  readonly isTTY?: boolean;
  readonly columns?: number;
};

/**
 * What a command prints: data on stdout, and everything else on stderr. Nothing else in src/cli has
 * these streams.
 *
 * Texts of content, files and services never act on a terminal. Messages and tables show control
 * and bidirectional characters as text, wherever they go. Data in a format does so in a terminal,
 * and is unchanged elsewhere. Only this class adds styles and moves the cursor, each in a terminal
 * only, and prints progress. Node decides about styles: by the terminal, NO_COLOR and FORCE_COLOR.
 */
export class Output {
  readonly #stdout: OutputStream;
  readonly #stderr: OutputStream;
  #isJson = false;
  #hasHeader = false;
  #hasProgress = false;
  /** The progress that is printed next outside a terminal; undefined if there is none. */
  #progress: string | undefined;
  #progressTimer: NodeJS.Timeout | undefined;
  /** Why stdout takes no more output. */
  #failure: NodeJS.ErrnoException | undefined;
  #isOptional = false;

  constructor({ stdout, stderr }: { stdout: OutputStream; stderr: OutputStream }) {
    this.#stdout = stdout;
    this.#stderr = stderr;
    stdout.on("error", (error: NodeJS.ErrnoException) => {
      this.#failure ??= error;
      if (this.#isOptional) return;
      // Without a reader, there is nothing left to do.
      if (error.code === "EPIPE") process.exit(exitCodes.success);
      this.error(`The output can't be written: ${error.message}`);
      process.exit(exitCodes.usage);
    });
    // If the reader of the messages has ended, the command continues without them.
    stderr.on("error", () => undefined);
  }

  /** From now on, stdout is for a program: one JSON value per line. */
  useJson(): void {
    this.#isJson = true;
  }

  get isJson(): boolean {
    return this.#isJson;
  }

  /** From now on, the command ends only when its work is done, even if stdout takes no output. */
  makeOptional(): void {
    this.#isOptional = true;
  }

  /** Why results of the work could not be printed. A reader such as head may stop reading. */
  get lostResults(): string | undefined {
    const { code, message } = this.#failure ?? {};
    return code === "EPIPE" ? undefined : message;
  }

  get isTerminal(): boolean {
    return this.#stdout.isTTY === true;
  }

  get canShowQuestions(): boolean {
    return this.#stderr.isTTY === true;
  }

  /** Writes to stdout: whole records or lines. Waits while the reader of a pipe is slower. */
  async write(text: string, form: TextForm): Promise<void> {
    this.#clearProgress();
    if (this.#failure) return;
    const printed = this.isTerminal ? this.#styled(terminalText(text, form), form) : text;
    await new Promise<void>((resolve) => {
      this.#stdout.write(printed, () => resolve());
    });
  }

  /** Writes a line for people to stdout. */
  text(text: string): Promise<void> {
    return this.write(`${visible(text)}\n`, "lines");
  }

  /** Writes a JSON value to stdout: on one line, or indented by this many spaces. */
  json(value: unknown, indent = 0): Promise<void> {
    return this.write(`${toJson(value, indent)}\n`, "json");
  }

  /** Writes facts to stdout: as JSON, or as a line for people. Without one, they read it elsewhere. */
  async record(facts: object, line?: string): Promise<void> {
    if (this.#isJson) await this.json(facts);
    else if (line !== undefined) await this.text(line);
  }

  note(text: string): void {
    this.#print(`${visible(text)}\n`);
  }

  error(text: string): void {
    this.#print(`${this.#style("red", `Error: ${visible(text)}`)}\n`);
  }

  /** Writes to stderr that the arguments are wrong. The lines of the text are our own. */
  usage(text: string): void {
    this.#print(visibleLines(text));
  }

  /** Writes an error in the program, with its stack, to stderr. */
  defect(error: unknown): void {
    this.#print(`${visibleLines(inspect(error))}\n`);
  }

  /** Writes a question to stderr. The cursor stays behind it. */
  question(text: string): void {
    this.#print(this.#style("bold", visible(text)));
  }

  /** Replaces the progress line, in a terminal. Elsewhere, prints a line every ten seconds. */
  progress(text: string): void {
    if (!this.#stderr.isTTY) {
      this.#progress = text;
      // Also a step that takes long shows that the command is still at work.
      this.#progressTimer ??= setInterval(() => {
        if (this.#progress !== undefined) this.#stderr.write(`${visible(this.#progress)}\n`);
      }, progressIntervalMs).unref();
      return;
    }
    // A terminal that doesn't know its width has 0 columns. The last column is for the cursor.
    const { columns: width = 0 } = this.#stderr;
    const columns = (width > 0 ? width : 80) - 1;
    this.#stderr.write(`\r\u001B[K${cutToWidth(visible(text), columns)}`);
    this.#hasProgress = true;
  }

  /** Outside a terminal, says what the command waits for until it has other progress or ends. */
  waitFor(service: string): void {
    if (!this.#stderr.isTTY) this.progress(`Waiting for ${service}…`);
  }

  /** Call it at the end of the command. */
  endProgress(): void {
    this.#clearProgress();
    this.#progress = undefined;
    clearInterval(this.#progressTimer);
  }

  /** What the model calls while it works. Shows each call as progress, such as `Copying: 3 of 12`. */
  steps(doing: string) {
    return progressSteps((step) => this.progress(`${doing}: ${step}`));
  }

  #print(text: string): void {
    this.#clearProgress();
    this.#progress = undefined;
    this.#stderr.write(text);
  }

  #style(style: "red" | "bold", text: string): string {
    return styleText(style, text, { stream: this.#stderr });
  }

  /** The first line of a table in a terminal is its header. */
  #styled(text: string, form: TextForm): string {
    if (form !== "table" || this.#hasHeader) return text;
    this.#hasHeader = true;
    const [header = "", ...rows] = text.split("\n");
    return [styleText("bold", header, { stream: this.#stdout }), ...rows].join("\n");
  }

  #clearProgress(): void {
    if (!this.#hasProgress) return;
    this.#stderr.write("\r\u001B[K");
    this.#hasProgress = false;
  }
}

/**
 * A text as a terminal may show it: no character controls the terminal, or the order of the text.
 * JSON stays JSON with the same values. In CSV, each record is one line.
 */
export function terminalText(text: string, form: TextForm): string {
  switch (form) {
    case "json":
      return escapeJson(text);
    case "csv":
      // Every other part is between quotes.
      return text
        .split('"')
        .map((part, at) =>
          at % 2 === 1 ? visible(part) : visibleLines(part.replaceAll("\r\n", "\n")),
        )
        .join('"');
    case "table":
    case "lines":
      return visibleLines(text);
  }
}
