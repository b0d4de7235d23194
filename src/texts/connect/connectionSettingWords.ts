import * as l10n from "@vscode/l10n";
import { connectionKeys, meansEnvironment } from "../../model/connect/connectionSettings.ts";
import type { InvalidEntry } from "../../model/connect/connectionSettings.ts";
import { similarKey } from "../../model/foundation/json.ts";

/** The entry, or the setting if the problem is the whole list. */
export const nameOfEntry = ({ entry }: InvalidEntry): string =>
  entry === undefined ? "cms.connections" : l10n.t("Entry {entry} of cms.connections", { entry });

/** The reason in a few words, for a row that a narrow view cuts off. */
export function shortFlaw({ entry, key, limit }: InvalidEntry): string {
  if (limit !== undefined) return l10n.t("more than {limit} entries", { limit });
  if (entry === undefined) return l10n.t("not an array");
  if (key === undefined) return l10n.t("duplicate, skipped");
  return connectionKeys.includes(key)
    ? l10n.t("{key} is missing or not valid", { key })
    : l10n.t("unknown key {key}", { key });
}

export function describeInvalidEntry({ source, entry, key, limit }: InvalidEntry): string {
  const setting =
    source === "userSetting"
      ? l10n.t("cms.connections in the user settings")
      : l10n.t("cms.connections in the workspace settings");
  if (limit !== undefined) {
    return l10n.t("{setting} has more than {limit} entries. The others are skipped.", {
      setting,
      limit,
    });
  }
  if (entry === undefined) return l10n.t("{setting} must be an array.", { setting });
  if (key === undefined) {
    return l10n.t("Entry {entry} of {setting} is a duplicate and is skipped.", {
      entry,
      setting,
    });
  }
  if (connectionKeys.includes(key)) {
    return l10n.t(
      "Entry {entry} of {setting} is skipped because its {key} is missing or not valid.",
      { entry, setting, key },
    );
  }
  if (meansEnvironment(key)) {
    return l10n.t(
      "Entry {entry} of {setting} has the unknown key {key}. Did you mean environment? The connection is treated as production.",
      { entry, setting, key },
    );
  }
  const similar = similarKey(key, connectionKeys);
  return similar === undefined
    ? l10n.t("Entry {entry} of {setting} has the unknown key {key}, which is ignored.", {
        entry,
        setting,
        key,
      })
    : l10n.t("Entry {entry} of {setting} has the unknown key {key}. Did you mean {similar}?", {
        entry,
        setting,
        key,
        similar,
      });
}
