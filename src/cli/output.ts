import { styleText } from "node:util";
import { exitCodes } from "./exitCodes.ts";

/** A stream of the process: stdout or stderr. */
export type OutputStream = NodeJS.WriteStream;

type Color = "red" | "yellow" | "green" | "dim" | "bold";

/**
 * What a command prints: data on stdout, and everything else on stderr. Progress is printed only in
 * a terminal. Node decides about colors: by the terminal, NO_COLOR and FORCE_COLOR.
 */
export class Output {
  /** Whether stdout is for a program: one JSON value per line. */
  readonly isJson: boolean;
  readonly #stdout: OutputStream;
  readonly #stderr: OutputStream;
  #hasProgress = false;
  /** Why stdout takes no more output. */
  #failure: NodeJS.ErrnoException | undefined;
  #isOptional = false;

  constructor({ stdout, stderr }: { stdout: OutputStream; stderr: OutputStream }, isJson: boolean) {
    this.#stdout = stdout;
    this.#stderr = stderr;
    this.isJson = isJson;
    stdout.on("error", (error: NodeJS.ErrnoException) => {
      this.#failure ??= error;
      if (!this.#isOptional) this.#exit(error);
    });
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

  /** Whether a person reads stdout. */
  get isTerminal(): boolean {
    return this.#stdout.isTTY;
  }

  /** Writes to stdout. Waits while the reader of a pipe is slower. */
  async write(text: string): Promise<void> {
    this.#clearProgress();
    if (this.#failure || this.#stdout.write(text)) return;
    await new Promise<void>((resolve) => {
      this.#stdout.once("drain", resolve).once("error", () => {
        resolve();
      });
    });
  }

  line(text: string): Promise<void> {
    return this.write(`${text}\n`);
  }

  /** Writes a line for people to stdout. */
  text(text: string): Promise<void> {
    return this.line(printable(text));
  }

  /** Writes one line of JSON to stdout. */
  json(value: unknown): Promise<void> {
    return this.line(JSON.stringify(value));
  }

  /** Writes a line to stderr. */
  note(text: string): void {
    this.#print(printable(text));
  }

  #print(text: string): void {
    this.#clearProgress();
    this.#stderr.write(`${text}\n`);
  }

  error(text: string): void {
    this.#print(this.color("red", `Error: ${printable(text)}`));
  }

  /** Replaces the progress line, in a terminal. */
  progress(text: string): void {
    if (!this.#stderr.isTTY) return;
    this.#stderr.write(`\r\u001B[K${text}`);
    this.#hasProgress = true;
  }

  /** Colors a text for stderr. */
  color(color: Color, text: string): string {
    return styleText(color, text, { stream: this.#stderr });
  }

  /** Makes a text for stdout bold. */
  bold(text: string): string {
    return styleText("bold", text, { stream: this.#stdout });
  }

  /** Without a reader, there is nothing left to do. */
  #exit({ code, message }: NodeJS.ErrnoException): never {
    if (code === "EPIPE") process.exit(exitCodes.success);
    this.error(`The output can't be written: ${message}`);
    process.exit(exitCodes.usage);
  }

  #clearProgress(): void {
    if (!this.#hasProgress) return;
    this.#stderr.write("\r\u001B[K");
    this.#hasProgress = false;
  }
}

/** Without control characters: a title or a message of a service must not control the terminal. */
export const printable = (text: string): string => text.replace(/[^\P{Cc}\n]+/gu, " ");
