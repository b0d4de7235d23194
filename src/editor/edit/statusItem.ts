import * as vscode from "vscode";
import { activeAddress } from "../../files/shared/openEditors.ts";
import { StatusBarItem } from "../../host/surfaces/statusBarItem.ts";
import { MinuteTimer } from "../../host/shared/minuteTimer.ts";
import { editorLine, statusLine, stateHeading } from "../../texts/shared/headings.ts";
import { environmentAndLock } from "../../texts/connect/environmentWords.ts";
import { stateIcon } from "../../host/shared/statusIcons.ts";
import { unlockedBackground } from "../../host/connect/unlockPrompt.ts";
import { untitled } from "../../texts/shared/failureWords.ts";
import type { Connections } from "../../model/connect/connections.ts";
import type { OpenDocuments } from "../../model/save/openDocuments.ts";
import type { Locks } from "../../model/connect/locks.ts";
import type { LastEditors } from "../../model/documents/lastEditors.ts";

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
    const { locale } = address;
    const { title, version, publication } = snapshot;
    const { state } = publication.knownValue ?? {};
    // Of a lock, the item beside this one says how to unlock.
    const isLocked = locks.locked(address.connection) !== undefined;
    const [name, ...environment] = connectionWords;
    const shortWords = [name, ...(isLocked ? environment.slice(-1) : environment)];
    const words = [state && stateHeading(state), locale, ...shortWords];
    const lines = [
      title || untitled(),
      statusLine(version, state, locale),
      ...editorLine(lastEditors.of(address, version)),
      connectionWords.join(" · "),
    ].filter(Boolean);
    const isUnlocked = locks.unlockedUntil(address.connection) !== undefined;
    const otherLocales = {
      command: "cms.document.otherLocales",
      title: vscode.l10n.t("Open Other Locale"),
    };
    item.show({
      icon: stateIcon(state).id,
      text: words.filter(Boolean).join(" · "),
      tooltip: lines,
      spoken: lines.join(", "),
      background: isUnlocked ? unlockedBackground() : undefined,
      command: locale ? otherLocales : undefined,
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
