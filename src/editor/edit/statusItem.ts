import * as vscode from "vscode";
import { activeAddress } from "../../files/shared/openEditors.ts";
import { StatusBarItem } from "../../host/surfaces/statusBarItem.ts";
import { MinuteTimer } from "../../host/shared/minuteTimer.ts";
import { editorLine, statusLine, stateHeading } from "../../texts/shared/headings.ts";
import { environmentAndLock } from "../../texts/connect/environmentWords.ts";
import { stateIcon } from "../../host/shared/statusIcons.ts";
import { unlockedBackground } from "../../host/connect/unlockPrompt.ts";
import { untitled } from "../../texts/shared/failureWords.ts";
import type { Address } from "../../model/foundation/address.ts";
import type { Connections } from "../../model/connect/connections.ts";
import type { OpenDocuments } from "../../model/save/openDocuments.ts";
import type { Locks } from "../../model/connect/locks.ts";
import type { LastEditors } from "../../model/documents/lastEditors.ts";
import type { Snapshot } from "../../model/documents/snapshotReader.ts";

export function followActiveDocument(
  documents: OpenDocuments,
  connections: Connections,
  locks: Locks,
  lastEditors: LastEditors,
): vscode.Disposable {
  const item = new StatusBarItem("cms.document", vscode.l10n.t("CMS Document"));
  const show = (): void => {
    const address = activeAddress();
    const snapshot = address && documents.latestSnapshot(address);
    minutes.run(snapshot !== undefined);
    if (!address || !snapshot) {
      item.hide();
      return;
    }
    const connection = connections.get(address.connection);
    const connectionWords = connection
      ? [connection.name, ...environmentAndLock(locks, connection)]
      : [];
    const editor = lastEditors.of(address, snapshot.version);
    const isUnlocked = locks.unlockedUntil(address.connection) !== undefined;
    item.show({
      ...wordsOf(snapshot, address, connectionWords, editor),
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
  snapshot: Snapshot,
  { locale }: Address,
  connectionWords: readonly string[],
  editor: string | undefined,
) {
  const { title, version } = snapshot;
  const { state } = snapshot.publication.knownValue ?? {};
  const words = [state && stateHeading(state), locale, ...connectionWords].filter(Boolean);
  const status = statusLine(version, state, locale);
  const lines = [title || untitled(), status, ...editorLine(editor), connectionWords.join(" · ")];
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
