import * as vscode from "vscode";
import { activeAddress } from "../files/openDocuments.ts";
import { StatusBarItem } from "../host/surfaces/statusBarItem.ts";
import { MinuteTimer } from "../host/minuteTimer.ts";
import { editorLine, statusLine, stateHeading } from "../texts/headings.ts";
import { environmentAndLock } from "../texts/environmentWords.ts";
import { stateIcon } from "../host/stateIcons.ts";
import { unlockedBackground } from "../host/unlocking.ts";
import { untitled } from "../texts/words.ts";
import type { Address } from "../model/foundation/address.ts";
import type { Connections } from "../model/connections/connections.ts";
import type { Documents } from "../model/changes/saving/documents.ts";
import type { Locks } from "../model/connections/locks.ts";
import type { LastEditors } from "../model/documents/lastEditors.ts";
import type { Snapshot } from "../model/documents/reader.ts";

/**
 * Shows a status bar item for the active document: its publication status, locale and connection,
 * and whether that is locked.
 */
export function followActiveDocument(
  documents: Documents,
  connections: Connections,
  locks: Locks,
  lastEditors: LastEditors,
): vscode.Disposable {
  const item = new StatusBarItem("cms.document", vscode.l10n.t("CMS Document"));
  const show = (): void => {
    const address = activeAddress();
    const known = address && documents.latestSnapshot(address);
    minutes.run(known !== undefined);
    if (!address || !known) {
      item.hide();
      return;
    }
    const connection = connections.get(address.connection);
    const where = connection ? [connection.name, ...environmentAndLock(locks, connection)] : [];
    const editor = lastEditors.of(address, known.version);
    const isUnlocked = locks.unlockedUntil(address.connection) !== undefined;
    item.show({
      ...wordsOf(known, address, where, editor),
      background: isUnlocked ? unlockedBackground() : undefined,
      command: address.locale ? otherLocales() : undefined,
    });
  };
  const minutes = new MinuteTimer(show);
  show();
  return vscode.Disposable.from(
    item,
    minutes,
    vscode.window.onDidChangeActiveTextEditor(show),
    documents.onDidReadSnapshot(show),
    documents.onDidSave(show),
    connections.onDidChange(show),
    locks.onDidChange(show),
    lastEditors.onDidLearn(show),
  );
}

function wordsOf(
  known: Snapshot,
  { locale }: Address,
  where: readonly string[],
  editor: string | undefined,
) {
  const { title, version } = known;
  const { state } = known.publication.now ?? {};
  const words = [state && stateHeading(state), locale, ...where].filter(Boolean);
  const status = statusLine({ state, locale, version });
  const lines = [title || untitled(), status, ...editorLine(editor), where.join(" · ")];
  return {
    icon: stateIcon(state).id,
    text: words.join(" · "),
    tooltip: lines.filter(Boolean),
    spoken: lines.filter(Boolean).join(", "),
  };
}

const otherLocales = (): vscode.Command => ({
  command: "cms.document.otherLocales",
  title: vscode.l10n.t("Open Other Locale"),
});
