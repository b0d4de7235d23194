import * as vscode from "vscode";
import { showWarning } from "../host/surfaces/messages.ts";
import { listOf, nonEmpty } from "../texts/lists.ts";
import { reportRemarks } from "../texts/changeReportWords.ts";
import { notIncludedWords } from "../texts/problemWords.ts";
import type { SignIns } from "../host/signIn.ts";
import { describe } from "../texts/words.ts";
import { isSame, keyOf } from "../model/foundation/address.ts";
import type { Address } from "../model/foundation/address.ts";
import type { Connections } from "../model/connections/connections.ts";
import type { ChangeDependencies } from "../model/changes/changeDependencies.ts";
import type { SaveRequest, SaveResult } from "../model/changes/saving/documents.ts";
import type { Outcome } from "../model/foundation/outcome.ts";
import { isMissing } from "../model/foundation/outcome.ts";
import type { Failure } from "../model/failure.ts";
import type { RestoredDocument } from "../model/changes/lifecycle/restore.ts";
import { askAboutDeleted, saveToFile } from "./questions.ts";

export interface FailedSaveDependencies extends ChangeDependencies {
  readonly connections: Connections;
  readonly signIns: SignIns;
}

/** Recovers failed saves while the user waits: a rejected token or a deleted document. */
export class FailedSaves {
  readonly #parts: FailedSaveDependencies;
  /** The texts that were recreated in only some of their locales. */
  readonly #halfMade = new Map<string, string>();

  constructor(parts: FailedSaveDependencies) {
    this.#parts = parts;
  }

  /** The final outcome of a save, after recovery. */
  async settled(
    outcome: Outcome<SaveResult, Failure>,
    address: Address,
    save: SaveRequest,
  ): Promise<Outcome<SaveResult | null, Failure>> {
    const [failure] = outcome;
    const connection = this.#parts.connections.get(address.connection);
    if (!failure || !connection) return outcome;
    if (isMissing(failure)) return this.#afterDelete(failure, address, save);
    const isRefused = failure.code === "service" && failure.error.name === "UnauthorizedError";
    if (!isRefused || !(await this.#parts.signIns.again(connection, describe(failure))))
      return outcome;
    return this.settled(await this.#parts.documents.write(address, save), address, save);
  }

  async #afterDelete(
    failure: Failure,
    address: Address,
    save: SaveRequest,
  ): Promise<Outcome<SaveResult | null, Failure>> {
    const title = this.#parts.documents.editorSnapshot(address)?.title ?? "";
    const answer = await askAboutDeleted(this.#parts.connections, address, title);
    if (answer === "recreate") return this.#makeAnew(address, save);
    const isKept = answer === "file" && (await saveToFile(title, save.text));
    if (!isKept && answer !== "discard") return [failure, null];
    this.#parts.documents.dismiss(address);
    return [null, null];
  }

  async #makeAnew(
    address: Address,
    save: SaveRequest,
  ): Promise<Outcome<SaveResult | null, Failure>> {
    const key = keyOf(address);
    const isTried = this.#halfMade.get(key) === save.text;
    const { recreate } = await import("../model/changes/lifecycle/restore.ts");
    const [refusal, created] = await recreate(address, save.text, this.#parts, isTried);
    if (refusal?.code === "half-made") this.#halfMade.set(key, save.text);
    if (refusal?.code === "made-before") openAnother(address, refusal.documentId);
    if (refusal) return [refusal, null];
    this.#halfMade.delete(key);
    reportOmitted(created);
    // A document that still exists in other locales keeps its documentId.
    if (isSame(created.address, address)) return this.#parts.documents.write(address, save);
    openAnother(address, created.address.id);
    this.#parts.documents.dismiss(address);
    return [null, null];
  }
}

function openAnother(address: Address, id: string): void {
  void vscode.commands.executeCommand("cms.document.open", { address: { ...address, id } });
}

function reportOmitted({ omitted, unread, report }: RestoredDocument): void {
  const words = nonEmpty(
    omitted.length > 0 &&
      vscode.l10n.t("Recreated without {fields}, because the content no longer exists.", {
        fields: listOf(omitted),
      }),
    ...notIncludedWords(unread),
    ...reportRemarks(report),
  ).join(" ");
  if (words !== "") void showWarning(words);
}
