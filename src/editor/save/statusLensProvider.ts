import * as vscode from "vscode";
import { ResourceOwner } from "../../model/foundation/events.ts";
import { codeLens, type Plain, type Lens } from "../../host/surfaces/editorTexts.ts";
import { fromUri } from "../../files/shared/documentUri.ts";
import { describeConflict, describeConflictHere } from "../../texts/save/conflictWords.ts";
import { editorLine, statusLine } from "../../texts/shared/headings.ts";
import { listOf } from "../../texts/shared/nameList.ts";
import { describeProblem } from "../../texts/shared/unreadWords.ts";
import { lockIcon, environmentAndLock } from "../../texts/connect/environmentWords.ts";
import { textLanguage } from "../../texts/shared/textLanguage.ts";
import { describe, numeral } from "../../texts/shared/failureWords.ts";
import type { Conflict } from "../../model/journal/changeFailure.ts";
import type { PendingSave } from "../../model/save/saveDecision.ts";
import { unreadProblem } from "../../model/writing/changedFields.ts";
import { administrator } from "../../model/content/unreadAttributes.ts";
import type { Snapshot } from "../../model/documents/snapshotReader.ts";
import type { Failure } from "../../model/failure.ts";
import {
  isMediaFile,
  isNew,
  isSingle,
  isUser,
  localizationTarget,
} from "../../model/foundation/address.ts";
import type { Address } from "../../model/foundation/address.ts";
import type { Outcome } from "../../model/foundation/outcome.ts";
import type { EditorContext } from "../editorContext.ts";

type LensContext = Pick<
  EditorContext,
  "connections" | "documents" | "lastEditors" | "locks" | "pending"
>;

/** CodeLenses above the first line: the status, pending changes, actions and problems. */
export class StatusLensProvider extends ResourceOwner implements vscode.CodeLensProvider {
  readonly #changed = this.own(new vscode.EventEmitter<void>());
  readonly onDidChangeCodeLenses = this.#changed.event;
  readonly #context: LensContext;
  /** The texts for which VS Code has requested lenses since their last change. */
  #requestedTexts = new WeakSet<vscode.TextDocument>();
  #waiting: NodeJS.Timeout | undefined;

  constructor(context: LensContext) {
    super();
    this.#context = context;
    const change = () => {
      // VS Code requests the lenses of a new editor anyway. An event would only delay that.
      const isRequested = vscode.window.visibleTextEditors.some(({ document }) =>
        this.#requestedTexts.has(document),
      );
      if (isRequested) this.#changed.fire();
      this.#requestedTexts = new WeakSet();
      this.#remind();
    };
    const { documents } = context;
    this.own(
      // The age of a change is updated when the user activates the editor: no timer runs for it.
      vscode.window.onDidChangeActiveTextEditor(change),
      context.connections.onDidChange(change),
      context.locks.onDidChange(change),
      documents.onDidReadSnapshot(change),
      context.lastEditors.onDidLearn(change),
      documents.onDidSave(change),
      documents.onDidChange(change),
      documents.onDidChangeEdit(change),
      new vscode.Disposable(() => clearTimeout(this.#waiting)),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length === 0 || !fromUri(document.uri)) return;
        this.#requestedTexts.delete(document);
        this.#remind();
      }),
    );
  }

  async provideCodeLenses(document: vscode.TextDocument): Promise<Plain<vscode.CodeLens>[]> {
    const address = fromUri(document.uri);
    this.#requestedTexts.add(document);
    const outcome = address && (await this.#context.pending.of(document));
    if (!address || !outcome) return [];
    const conflict = this.#context.documents.conflict(address);
    const commands = conflict
      ? this.#conflictLenses(conflict, address, document.uri)
      : this.#statusLenses(outcome, address, document.uri);
    const lock = lockLens(this.#context, address);
    return [...lock, ...commands].map((lens) => codeLens(top, lens));
  }

  /** VS Code skips a request where the focus moves right after, such as to the tree. */
  #remind(): void {
    clearTimeout(this.#waiting);
    this.#waiting = setTimeout(() => {
      const isWaiting = vscode.window.visibleTextEditors.some(
        ({ document }) => fromUri(document.uri) && !this.#requestedTexts.has(document),
      );
      if (isWaiting) this.#changed.fire();
    }, debounceMs);
  }

  #statusLenses(outcome: Outcome<PendingSave, Failure>, address: Address, uri: vscode.Uri): Lens[] {
    if (isNew(address)) return [textLens(this.#beginning(outcome, address))];
    const snapshot = this.#context.documents.latestSnapshot(address);
    const changes = countLens(outcome, uri);
    if (!snapshot) return changes;
    const { version } = snapshot;
    const words = statusLine(version);
    const editor = editorLine(this.#context.lastEditors.of(address, version));
    const [, pending] = outcome;
    const hasChanges = !pending || Object.keys(pending.changes.data).length > 0;
    const isLocked = this.#context.locks.locked(address.connection) !== undefined;
    // The service no longer holds the base of the unsaved changes.
    const isOutdated = this.#context.documents.isChangedElsewhere(address);
    const outdatedTitle = vscode.l10n.t("Changed on the service");
    return [
      ...actionsOn({ ...statusTextOf(this.#context, address), uri, hasChanges }),
      ...lenses(isOutdated && action({ uri }, "cms.document.showRequest", outdatedTitle)),
      ...lenses(words !== "" && textLens(words, [words, ...editor]), readAs(snapshot)),
      ...unreadLenses(snapshot),
      // The line of a locked document is longer, and the user can't change its text.
      ...(isLocked && !hasChanges ? [] : changes),
    ];
  }

  /** For a document that was never saved: what its first save does. */
  #beginning([, pending]: Outcome<PendingSave, Failure>, address: Address): string {
    const { connection, locale } = address;
    const name = this.#context.connections.get(connection)?.name ?? "";
    const words = isUser(address)
      ? vscode.l10n.t("Saving creates the user on {connection}", { connection: name })
      : localizationTarget(address)
        ? vscode.l10n.t("Saving adds this localization to {connection}", { connection: name })
        : pending?.isLive
          ? vscode.l10n.t("Saving creates and publishes the document on {connection}", {
              connection: name,
            })
          : vscode.l10n.t("Saving creates a draft on {connection}", { connection: name });
    return [locale, words].filter(Boolean).join(" · ");
  }

  /** The choices come first, because a narrow editor cuts off the sentence. */
  #conflictLenses(conflict: Conflict, { connection, locale }: Address, uri: vscode.Uri): Lens[] {
    const name = this.#context.connections.get(connection)?.name ?? "";
    return [
      action({ uri }, "cms.document.compare", vscode.l10n.t("Compare")),
      action({ uri }, "cms.document.keepMine", vscode.l10n.t("Keep Mine")),
      action({ uri }, "cms.document.takeTheirs", vscode.l10n.t("Take Theirs")),
      textLens(describeConflictHere(conflict, name), [describeConflict(conflict, locale, name)]),
    ];
  }
}

/**
 * The properties that decide which actions a document has. The state is undefined until it is known,
 * and for a type without a publication status.
 */
export function statusTextOf(
  { documents, connections }: Pick<EditorContext, "documents" | "connections">,
  address: Address,
) {
  const { previewUrl = "", adminEmail } = connections.get(address.connection) ?? {};
  // The preview configuration of the service is for administrators.
  const canPreview = previewUrl !== "" || adminEmail !== undefined;
  const { state } = documents.latestSnapshot(address)?.publication.knownValue ?? {};
  const isPage = !isUser(address) && !isMediaFile(address);
  return { state, address, hasPreview: canPreview && isPage };
}

const readAs = ({ facts }: Snapshot): Lens | false =>
  facts.readAs === administrator &&
  textLens(vscode.l10n.t("Read as administrator"), [
    vscode.l10n.t(
      "The API route of this content type defines its own response. The document was read through the Content Manager instead.",
    ),
  ]);

/** Which attributes can't be changed because the service did not return all of them, and why. */
function unreadLenses({ unread, content }: Snapshot): Lens[] {
  const problems = [...unread.keys()]
    .filter((name) => Object.hasOwn(content, name))
    .flatMap((name) => unreadProblem(name, unread) ?? []);
  if (problems.length === 0) return [];
  const fields = listOf(problems.map(({ path }) => path));
  const title = vscode.l10n.t("Read-only: {fields}", { fields });
  return [textLens(title, problems.map(describeProblem))];
}

function countLens([failure, pending]: Outcome<PendingSave, Failure>, uri: vscode.Uri): Lens[] {
  if (failure) {
    // Failures of the connection are not shown at the text.
    if (!textFailures.has(failure.code)) return [];
    return [textLens(vscode.l10n.t("Can't save. {error}", { error: describe(failure) }))];
  }
  const title = count(pending);
  return lenses(
    title !== "" && action({ uri }, "cms.document.showRequest", title),
    pending.isLive && textLens(liveWords(uri)),
  );
}

/** Users and media files are saved. They are not published. */
function liveWords(uri: vscode.Uri): string {
  const address = fromUri(uri);
  return address && (isUser(address) || isMediaFile(address))
    ? vscode.l10n.t("Saving applies immediately")
    : vscode.l10n.t("Saving publishes immediately");
}

/** VS Code would have requested lenses by then. */
const debounceMs = 500;

const top = new vscode.Range(0, 0, 0, 0);

/** A service rejects a body of more bytes, unless it is configured otherwise. */
const usualLimit = 1_048_576;

function count({ changes, bytes }: PendingSave): string {
  const changed = Object.keys(changes.data).length;
  if (changed === 0) return "";
  const isOne = changed === 1;
  if (bytes <= usualLimit) {
    return isOne
      ? vscode.l10n.t("1 change")
      : vscode.l10n.t("{count} changes", { count: numeral(changed) });
  }
  const size = (bytes / usualLimit).toLocaleString(textLanguage(), {
    maximumFractionDigits: 1,
    minimumFractionDigits: 1,
  });
  return isOne
    ? vscode.l10n.t("1 change, {size} MB (many services reject more than 1 MB)", { size })
    : vscode.l10n.t("{count} changes, {size} MB (many services reject more than 1 MB)", {
        count: numeral(changed),
        size,
      });
}

/** Why the text can't be saved as it is. */
const textFailures: ReadonlySet<Failure["code"]> = new Set<Failure["code"]>([
  "invalid-json",
  "doubled-key",
  "rounded-number",
  "too-deep",
  "not-an-object",
  "not-sendable",
]);

function lockLens(
  { connections, locks }: Pick<EditorContext, "connections" | "locks">,
  address: Address,
): Lens[] {
  const connection = connections.get(address.connection);
  const lock = connection && lockIcon(locks, connection);
  if (!lock) return [];
  const isShut = lock === "lock";
  const words = isShut ? vscode.l10n.t("Unlock") : vscode.l10n.t("Lock");
  const command = isShut ? "cms.connection.unlock" : "cms.connection.lock";
  const tooltip = [environmentAndLock(locks, connection).join(" · ")];
  return [{ command, icon: lock, title: words, tooltip, arguments: [{ connection }] }];
}

const textLens = (title: string, tooltip: readonly string[] = [title]): Lens => ({
  command: "",
  title,
  tooltip,
});

type Actionable = ReturnType<typeof statusTextOf> & {
  readonly uri: vscode.Uri;
  readonly hasChanges: boolean;
};

function actionsOn(on: Actionable): Lens[] {
  const { state, hasChanges } = on;
  const isPublishable = state !== undefined && (state !== "published" || hasChanges);
  const isComparable = state === "modified" || (state === "published" && hasChanges);
  return lenses(
    isPublishable && action(on, "cms.document.publish", vscode.l10n.t("Publish")),
    isComparable && action(on, "cms.document.compareWithPublished", vscode.l10n.t("Compare")),
    action(on, "cms.document.showActions", vscode.l10n.t("More…")),
  );
}

/** The actions that do not fit in the line above a text, in groups. */
export function otherActions(
  on: Omit<Actionable, "hasChanges">,
): readonly (Lens & { readonly heading: string })[] {
  const { address, state } = on;
  const isLive = state !== undefined && state !== "draft";
  const isLocalized = address.locale !== undefined;
  const group = (heading: string, ...all: readonly (Lens | false)[]) =>
    lenses(...all).map((lens) => ({ ...lens, heading }));
  const deleteTitle = vscode.l10n.t("Delete");
  return [
    ...group(
      vscode.l10n.t("Publication"),
      state === "modified" &&
        action(on, "cms.document.discardChanges", vscode.l10n.t("Discard Changes")),
      isLive && action(on, "cms.document.unpublish", vscode.l10n.t("Unpublish")),
    ),
    ...group(
      vscode.l10n.t("Locales"),
      isLocalized && action(on, "cms.document.otherLocales", vscode.l10n.t("Open Other Locale")),
      isLocalized && action(on, "cms.document.translate", vscode.l10n.t("Translate")),
    ),
    ...group(
      vscode.l10n.t("View"),
      on.hasPreview && action(on, "cms.document.preview", vscode.l10n.t("Preview")),
      !isMediaFile(address) &&
        action(on, "cms.document.openInAdmin", vscode.l10n.t("Open in Admin")),
    ),
    ...group(
      vscode.l10n.t("History"),
      action(on, "cms.document.undoLastSave", vscode.l10n.t("Undo Last Save")),
      action(on, "cms.document.showHistory", vscode.l10n.t("Show History")),
    ),
    ...group(
      vscode.l10n.t("Document"),
      !isSingle(address) &&
        !isUser(address) &&
        !isMediaFile(address) &&
        action(on, "cms.document.duplicate", vscode.l10n.t("Duplicate")),
      isUser(address)
        ? { command: "cms.user.delete", title: deleteTitle, arguments: [{ address }] }
        : action(on, "cms.document.delete", deleteTitle),
    ),
  ];
}

const action = ({ uri }: Pick<Actionable, "uri">, command: string, title: string): Lens => ({
  command,
  title,
  arguments: [uri],
});

const lenses = (...all: readonly (Lens | false)[]): Lens[] => all.filter((lens) => lens !== false);
