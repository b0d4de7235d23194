import type { CheckFinding } from "../model/checks/checkFinding.ts";
import type { CheckEnding, FindingFormat } from "./checkFormats.ts";
import type { Destination } from "./destination.ts";

/** Writes the findings of a check while it runs, and keeps only those of the current page. */
export class FindingWriter {
  readonly #destination: Destination;
  readonly #format: FindingFormat;
  #waiting: CheckFinding[] = [];
  #isStarted = false;
  #why: string | undefined;

  constructor(destination: Destination, format: FindingFormat) {
    this.#destination = destination;
    this.#format = format;
  }

  /** The reason why the findings can't be written. */
  get why(): string | undefined {
    return this.#why;
  }

  add(finding: CheckFinding): void {
    this.#waiting.push(finding);
  }

  /** Writes the findings since the last flush. */
  async flush(): Promise<void> {
    const findings = this.#waiting;
    this.#waiting = [];
    if (findings.length > 0) await this.#write(this.#format.format(findings));
  }

  /** Writes the rest, and gives a file its name. Writes nothing if the check could not start. */
  async end(ending: CheckEnding): Promise<void> {
    await this.flush();
    if (ending.isWhole || this.#isStarted) await this.#write(this.#format.end(ending));
    this.#why = (await this.#destination.close(ending.isWhole && !this.#why)) ?? this.#why;
  }

  async #write(text: string): Promise<void> {
    const whole = this.#isStarted ? text : this.#format.start + text;
    this.#isStarted = true;
    if (whole !== "") this.#why ??= await this.#destination.sink.write(whole);
  }
}
