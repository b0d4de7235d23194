import * as vscode from "vscode";
import { FailureError } from "../host/commandFailure.ts";
import type { Failures } from "../host/failures.ts";
import { describe, escapeLinks, untitled } from "../host/words/words.ts";
import type { Address } from "../model/foundation/address.ts";
import type { Localization } from "../model/changes/lifecycle/localizing.ts";
import { done, isMissing } from "../model/foundation/outcome.ts";
import type { Outcome } from "../model/foundation/outcome.ts";
import type { Failure } from "../model/failure.ts";
import { openDocuments } from "./openDocuments.ts";

/** In which locales a document is there, the best one to begin with first. */
export type Localizations = (
  address: Address,
) => Promise<Outcome<readonly Localization[], Failure>>;

/** Says why a document could not be opened: its editor hides it, or has VS Code's own words for it. */
export class UnopenedDocuments {
  readonly #localizations: Localizations;
  readonly #failures: Failures;
  /** A stat and the read beside it share their failure, which is told once. */
  readonly #shown = new WeakSet<Failure>();

  constructor(localizations: Localizations, failures: Failures) {
    this.#failures = failures;
    this.#localizations = localizations;
  }

  tell(failure: Failure, address: Address): void {
    if (this.#shown.has(failure)) return;
    this.#shown.add(failure);
    if (isMissing(failure)) {
      void this.#tellMissing(failure, address);
    } else {
      const again = () => vscode.commands.executeCommand("cms.document.open", { address });
      void this.#failures.show(new FailureError(failure), {
        id: failure.code,
        args: [{ address }],
        again,
      });
    }
  }

  /** Another localization of a document that is missing in its own. */
  async other(address: Address): Promise<Localization | undefined> {
    const [, there] = await this.#there(address);
    return there?.[0];
  }

  /** What is missing can be added or made; that a document was deleted is said by its editor. */
  async #tellMissing(failure: Failure, address: Address): Promise<void> {
    // What is in an editor was there before.
    if (failure.code === "gone" && openDocuments(address).length > 0) return;
    const [blind, there] = await this.#there(address);
    const [other] = there ?? [];
    if (other) await offerToAdd(other, address);
    else if (failure.code === "nothing-yet") await offerToCreate(failure, address, !blind);
  }

  async #there(address: Address): ReturnType<Localizations> {
    return address.locale === undefined ? done([]) : this.#localizations(address);
  }
}

async function offerToAdd(
  { address, snapshot: { title } }: Localization,
  { locale = "" }: Address,
): Promise<void> {
  const add = vscode.l10n.t("Add Localization");
  const words = vscode.l10n.t("'{0}' is not there in {1} yet.", title || untitled(), locale);
  const answer = await vscode.window.showInformationMessage(escapeLinks(words), add);
  if (answer !== add) return;
  await vscode.commands.executeCommand("cms.document.addLocalization", { address, locale });
}

/** A single type that nobody has written at all. */
async function offerToCreate(failure: Failure, place: Address, isNowhere: boolean): Promise<void> {
  const make = vscode.l10n.t("Create");
  const words = escapeLinks(describe(failure));
  const answer = await vscode.window.showInformationMessage(words, ...(isNowhere ? [make] : []));
  if (answer !== make) return;
  await vscode.commands.executeCommand("cms.collection.newDocument", { place });
}
