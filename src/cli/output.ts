import { styleText } from "node:util";

/** A stream of the process: stdout or stderr. */
export type OutputStream = Pick<NodeJS.WriteStream, "write" | "once" | "on"> &
  Partial<Pick<NodeJS.WriteStream, "isTTY" | "hasColors">>;

type Color = "red" | "yellow" | "green" | "dim" | "bold";

/**
 * What a command prints: data on stdout, and everything else on stderr. Progress is printed only in
 * a terminal, and colors only where the terminal has them and NO_COLOR is not set.
 */
export class Output {
  /** Whether stdout is for a program: one JSON value per line. */
  readonly isJson: boolean;
  readonly #stdout: OutputStream;
  readonly #stderr: OutputStream;
  #hasProgress = false;

  constructor({ stdout, stderr }: { stdout: OutputStream; stderr: OutputStream }, isJson: boolean) {
    this.#stdout = stdout;
    this.#stderr = stderr;
    this.isJson = isJson;
  }

  /** Writes to stdout. Waits while the reader of a pipe is slower. */
  async write(text: string): Promise<void> {
    this.#clearProgress();
    if (this.#stdout.write(text)) return;
    await new Promise<void>((resolve) => {
      this.#stdout.once("drain", resolve);
    });
  }

  line(text: string): Promise<void> {
    return this.write(`${text}\n`);
  }

  /** Writes one line of JSON to stdout. */
  json(value: unknown): Promise<void> {
    return this.line(JSON.stringify(value));
  }

  /** Writes a line to stderr. */
  note(text: string): void {
    this.#clearProgress();
    this.#stderr.write(`${text}\n`);
  }

  error(text: string): void {
    this.note(this.color("red", `Error: ${text}`));
  }

  /** Replaces the progress line, in a terminal. */
  progress(text: string): void {
    if (!this.#stderr.isTTY) return;
    this.#stderr.write(`\r\u001B[K${text}`);
    this.#hasProgress = true;
  }

  /** Colors a text for stderr. */
  color(color: Color, text: string): string {
    return this.#stderr.hasColors?.() ? styleText(color, text, { validateStream: false }) : text;
  }

  #clearProgress(): void {
    if (!this.#hasProgress) return;
    this.#stderr.write("\r\u001B[K");
    this.#hasProgress = false;
  }
}
