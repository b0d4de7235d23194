import * as vscode from "vscode";
import { showInformation } from "../../host/surfaces/messages.ts";
import { FailureError } from "../../host/shared/commandFailure.ts";
import type { FailureNotifications } from "../../host/failures/failureNotifications.ts";
import { describe, untitled } from "../../texts/shared/failureWords.ts";
import type { Address } from "../../model/foundation/address.ts";
import type { Localization } from "../../model/locales/newLocalization.ts";
import { done, isMissing, type Outcome } from "../../model/foundation/outcome.ts";
import type { Failure } from "../../model/failure.ts";
import type { Catalogs } from "../../model/schemas/catalogs.ts";
import { openDocuments } from "../shared/openEditors.ts";

/** Shows why a document failed to open. The editor hides the reason or shows VS Code's own text. */
export class UnopenedDocuments {
  readonly #catalogs: Catalogs;
  readonly #failures: FailureNotifications;
  /** The failures already shown. A stat and the read next to it share one. */
  readonly #shown = new WeakSet<Failure>();

  constructor(catalogs: Catalogs, failures: FailureNotifications) {
    this.#catalogs = catalogs;
    this.#failures = failures;
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

  /** Another localization of a document that doesn't exist in its own locale. */
  async other(address: Address): Promise<Localization | undefined> {
    const [, localizations] = await this.#localizations(address);
    return localizations?.[0];
  }

  /** Offers to add or create a missing document. Its editor shows if it was deleted. */
  async #tellMissing(failure: Failure, address: Address): Promise<void> {
    // A document in an editor existed before, so it was deleted.
    if (failure.code === "gone" && openDocuments(address).length > 0) return;
    const [readFailure, localizations] = await this.#localizations(address);
    const [other] = localizations ?? [];
    const { locale = "" } = address;
    if (other) {
      const words = vscode.l10n.t("'{document}' has no localization in {locale} yet.", {
        document: other.snapshot.title || untitled(),
        locale,
      });
      const target = { address: other.address, locale };
      const add = vscode.l10n.t("Add Localization");
      if ((await showInformation(words, add)) === add)
        await vscode.commands.executeCommand("cms.document.addLocalization", target);
    } else if (failure.code === "nothing-yet") {
      // A single type can be created if it has content in no locale.
      const create = vscode.l10n.t("Create");
      const answer = await showInformation(describe(failure), ...(readFailure ? [] : [create]));
      if (answer === create)
        await vscode.commands.executeCommand("cms.collection.newDocument", { collection: address });
    }
  }

  /** The most suitable localization comes first. */
  async #localizations(address: Address): Promise<Outcome<readonly Localization[], Failure>> {
    if (address.locale === undefined) return done([]);
    const { localizationsOf } = await import("../../model/locales/newLocalization.ts");
    return localizationsOf(address, this.#catalogs);
  }
}
