import { setTimeout as pause } from "node:timers/promises";
import * as vscode from "vscode";
import { ResourceOwner } from "../../model/foundation/events.ts";
import { createDiagnostics } from "../../host/surfaces/languageFeatures.ts";
import { diagnosticOf, type Plain } from "../../host/surfaces/editorTexts.ts";
import { openDocuments, onDidCloseTab } from "../../files/shared/openEditors.ts";
import { fromUri } from "../../files/shared/documentUri.ts";
import { listOf } from "../../texts/shared/nameList.ts";
import { isSame, localizationTarget, type Address } from "../../model/foundation/address.ts";
import { isShared } from "../../model/schemas/catalog.ts";
import { LatestTasks, untilQuiet } from "../shared/editorTasks.ts";
import { rangeOf, JsonLocations } from "../shared/jsonLocations.ts";
import type { EditorContext } from "../editorContext.ts";
import { fromText } from "../../model/content/documentText.ts";
import { untranslatedIn, type Untranslated } from "../../model/locales/untranslatedFields.ts";
import type { JournalEntry, Journal } from "../../model/journal/journal.ts";

/** Warns at an edited field that all locales share: a save changes the other locales too. */
export function warnAboutSharedFields(context: EditorContext): vscode.Disposable {
  const { documents } = context;
  const collection = createDiagnostics("cms-shared");
  const checks = new LatestTasks();
  const look = (document: vscode.TextDocument): void => {
    const address = fromUri(document.uri);
    if (!address?.locale) return;
    // Without a pause, a large text would be read for every keystroke that arrives during a check.
    void checks.run(document.uri.toString(), 0, async (signal) => {
      const notices = await sharedFieldsIn(document, address, context);
      // A text that is not valid JSON at the moment keeps its warnings.
      if (notices && !signal.aborted && !document.isClosed) collection.set(document.uri, notices);
    });
  };
  const lookAt = ({ address }: { readonly address: Address }): void => {
    openDocuments(address).forEach(look);
  };
  vscode.workspace.textDocuments.forEach(look);
  return vscode.Disposable.from(
    collection,
    checks,
    vscode.workspace.onDidChangeTextDocument(({ document }) => look(document)),
    documents.onDidReadSnapshot(lookAt),
    documents.onDidSave(lookAt),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => collection.delete(uri)),
  );
}

/** Undefined where the shared fields can't be determined now. */
async function sharedFieldsIn(
  document: vscode.TextDocument,
  address: Address,
  { documents, pending, catalogs }: EditorContext,
): Promise<Plain<vscode.Diagnostic>[] | undefined> {
  const { locales = [] } = documents.latestSnapshot(address)?.facts ?? {};
  const others = locales.filter((code) => code !== address.locale);
  if (!document.isDirty || others.length === 0) return [];
  const [, unsaved] = (await pending.of(document)) ?? [];
  const [, service] = await catalogs.type(address.connection, address.type);
  if (!unsaved || !service) return undefined;
  const { type } = service;
  const locations = new JsonLocations(document.getText());
  const words = vscode.l10n.t("Shared across locales. Saving also changes {locales}.", {
    locales: listOf(others),
  });
  return Object.keys(unsaved.changes.data).flatMap((name) => {
    const attribute = type.attributes.get(name);
    if (!attribute || !isShared(attribute, type)) return [];
    const range = rangeOf(document, locations.stretch([name]));
    return diagnosticOf(range, words, vscode.DiagnosticSeverity.Information);
  });
}

type TranslationContext = Pick<EditorContext, "documents" | "catalogs"> & {
  readonly journal: Journal;
};

interface Translation {
  readonly source: Address;
  readonly target: Address;
}

const markDelayMs = 150;

/** Marks the untranslated fields of a localization, while it is open beside its source. */
export class Translations extends ResourceOwner {
  readonly #collection = this.own(createDiagnostics("cms-translation"));
  readonly #context: TranslationContext;
  readonly #translations = new Set<Translation>();

  constructor(context: TranslationContext) {
    super();
    this.#context = context;
    this.own(
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.#follow(document)),
      vscode.workspace.onDidOpenTextDocument(this.#follow),
      onDidCloseTab(this.#close),
    );
  }

  /** Both documents must be open. */
  async begin(source: Address, target: Address): Promise<void> {
    const isSamePair = (other: Translation) =>
      isSame(other.source, source) && isSame(other.target, target);
    const translation = [...this.#translations].find(isSamePair) ?? { source, target };
    this.#translations.add(translation);
    await this.#mark(translation);
  }

  readonly #follow = ({ uri }: vscode.TextDocument): void => {
    const address = fromUri(uri);
    if (!address) return;
    for (const translation of this.#translations)
      if (isSame(translation.source, address) || isOf(translation.target, address))
        void this.#mark(translation);
  };

  /** Only closing the source ends it: a localization's first save opens another editor. */
  readonly #close = (uri: vscode.Uri): void => {
    this.#collection.delete(uri);
    const address = fromUri(uri);
    for (const translation of this.#translations) {
      if (!address || !isSame(translation.source, address)) continue;
      this.#translations.delete(translation);
      for (const target of targetsOf(translation)) this.#collection.delete(target.uri);
    }
  };

  async #mark(translation: Translation): Promise<void> {
    const { source, target } = translation;
    const [sourceDocument] = openDocuments(source);
    const [targetDocument] = targetsOf(translation);
    if (!sourceDocument || !targetDocument) return;
    const versions = [sourceDocument.version, targetDocument.version].join();
    await Promise.all([pause(markDelayMs), untilQuiet(sourceDocument), untilQuiet(targetDocument)]);
    const [, service] = await this.#context.catalogs.type(source.connection, source.type);
    const newer = await this.#newer(translation);
    const [, sourceContent] = fromText(sourceDocument.getText());
    const [, targetContent] = fromText(targetDocument.getText());
    // A text that changed meanwhile is checked again; one that is not valid JSON keeps its marks.
    const isStale =
      [sourceDocument.version, targetDocument.version].join() !== versions ||
      targetDocument.isClosed ||
      !this.#translations.has(translation);
    if (isStale || !service || !sourceContent || !targetContent) return;
    const contents = { source: sourceContent, target: targetContent, newer };
    const locations = new JsonLocations(targetDocument.getText());
    const { locale: from = "" } = source;
    const { locale = "" } = target;
    const words: Record<Untranslated["why"], string> = {
      same: vscode.l10n.t("Not translated. The text is the same as in {locale}.", { locale: from }),
      empty: vscode.l10n.t("Not translated. The field is empty in {locale}.", { locale }),
      newer: vscode.l10n.t("Changed in {source} after {target} was last saved.", {
        source: from,
        target: locale,
      }),
    };
    const marks = untranslatedIn(service, contents).map(({ name, why }) => {
      const range = rangeOf(targetDocument, locations.stretch([name]));
      return diagnosticOf(range, words[why], vscode.DiagnosticSeverity.Information);
    });
    this.#collection.set(targetDocument.uri, marks);
  }

  /** The source's saves since the target was last saved, if made on this computer. */
  async #newer({ source, target }: Translation): Promise<readonly JournalEntry[]> {
    const { documents, journal } = this.#context;
    const saved = documents.latestSnapshot(target)?.version;
    if (saved === undefined) return [];
    const entries = await journal.history(source);
    return entries.filter(
      ({ at, outcome, address }) =>
        outcome === "done" && address.locale === source.locale && Date.parse(at) > saved,
    );
  }
}

/** Whether it is the target, also before the target's first save. */
const isOf = (target: Address, address: Address): boolean =>
  isSame(target, localizationTarget(address) ?? address);

const targetsOf = ({ target }: Translation): vscode.TextDocument[] =>
  vscode.workspace.textDocuments.filter(({ uri }) => {
    const address = fromUri(uri);
    return address !== undefined && isOf(target, address);
  });
