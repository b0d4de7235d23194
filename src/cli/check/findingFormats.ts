import type { CheckFinding } from "../../model/check/checkFinding.ts";
import { isMediaFile, isSingle, type Address } from "../../model/foundation/address.ts";
import { describeCheckFinding } from "../../texts/check/checkFindingWords.ts";
import { ruleUrl } from "../../texts/check/ruleUrl.ts";
import { nonEmpty } from "../../texts/shared/nameList.ts";
import type { TextPosition } from "../../model/foundation/jsonText.ts";
import { pathText, toJson } from "../../model/foundation/json.ts";
import type { Destination } from "../shared/fileArguments.ts";
import type { Output } from "../shared/output.ts";
import { Table } from "../shared/table.ts";

/** A finding, with its file if it is in a folder. */
export type PrintedFinding = CheckFinding & { readonly location?: FileLocation };

export interface FileLocation extends TextPosition {
  /** As the user can type it in the current folder. */
  readonly file: string;
}

export const checkFormats = ["text", "json", "sarif"] as const;

export type CheckFormat = (typeof checkFormats)[number];

export interface CheckEnding {
  /** Whether the check read everything, except what the token may not read. */
  readonly isWhole: boolean;
  /** What could not be checked, as sentences. */
  readonly unchecked: readonly string[];
}

/** Writes findings as a text in parts, so that they need not be kept. */
export interface FindingFormat {
  readonly start: string;
  format(findings: readonly PrintedFinding[]): string;
  end(ending: CheckEnding): string;
}

/** One line for each finding: in a terminal with a header and in columns, elsewhere with tabs. */
export function textFormat(output: Output, isForTerminal: boolean): FindingFormat {
  const columns = ["severity", "rule", "document", "field", "title", "message"];
  const table = new Table(output, columns, isForTerminal);
  const recordOf = (finding: PrintedFinding) => {
    const { severity, rule, path, title, location } = finding;
    const position = location ? `:${location.line}:${location.column}` : "";
    const document = shownDocument(finding) + position;
    const message = describeCheckFinding(finding);
    return { severity, rule, document, field: pathText(path), title, message };
  };
  return { start: "", format: (findings) => table.format(findings.map(recordOf)), end: () => "" };
}

export const jsonFormat: FindingFormat = {
  start: "",
  format: (findings) => {
    const lines = findings.map((finding) => {
      const { rule, severity, address, path, title, location } = finding;
      const value = {
        ...{ rule, severity, type: typeOf(address) },
        documentId: location || isSingle(address) ? undefined : address.id,
        ...{ ...location, locale: address.locale },
        ...{ path, title, message: describeCheckFinding(finding), url: ruleUrl(rule) },
      };
      return `${toJson(value)}\n`;
    });
    return lines.join("");
  },
  end: () => "",
};

const typeOf = (address: Address): string => (isMediaFile(address) ? "upload/files" : address.type);

/** The file of a finding, or the path of its document, such as `articles/dhs8kxz1w0/en`. */
export const shownDocument = ({ address, location }: PrintedFinding): string =>
  location?.file ??
  nonEmpty(typeOf(address), !isSingle(address) && address.id, address.locale).join("/");

/** Writes the findings of a check while it runs, and keeps only those of the current page. */
export class FindingWriter {
  readonly #destination: Destination;
  readonly #format: FindingFormat;
  #waiting: PrintedFinding[] = [];
  #isStarted = false;
  #why: string | undefined;

  constructor(destination: Destination, format: FindingFormat) {
    this.#destination = destination;
    this.#format = format;
  }

  get why(): string | undefined {
    return this.#why;
  }

  add(findings: readonly PrintedFinding[]): void {
    this.#waiting.push(...findings);
  }

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
    const fullText = this.#isStarted ? text : this.#format.start + text;
    this.#isStarted = true;
    if (fullText !== "") this.#why ??= await this.#destination.write(fullText);
  }
}
