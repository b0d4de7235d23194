import * as vscode from "vscode";
import { activeAddress } from "../../files/openDocuments.ts";
import { addressIn } from "../../files/textUri.ts";
import type { CommandTable } from "../../host/commands.ts";
import { Guidance } from "../../host/failed.ts";
import { ask } from "../../host/prompts.ts";
import { isMediaFile, mediaType } from "../../model/foundation/address.ts";
import type { Address } from "../../model/foundation/address.ts";
import type { CollectionAddress } from "../../model/query/listing/content.ts";
import type { Argument } from "../looked.ts";
import { showReferences } from "../referencedBy.ts";
import type { HasPlace, Targets } from "../targets.ts";
import { deleteMediaFile } from "./deleteMediaFile.ts";
import type { MediaLibraryDependencies } from "./inLibrary.ts";
import { openMediaFile } from "./openMediaFile.ts";
import { replaceMediaFile, undoReplacement } from "./replaceMediaFile.ts";
import { uploadMediaFiles } from "./uploadMediaFiles.ts";

/** Commands on the media library of a connection, and on one file of it. */
export function mediaLibraryCommands(
  parts: MediaLibraryDependencies,
  targets: Targets,
): CommandTable {
  const { content } = parts;

  const place = async (row?: Partial<HasPlace>): Promise<CollectionAddress> => {
    if (row?.place) return row.place;
    const active = activeAddress();
    if (active && isMediaFile(active)) return { connection: active.connection, type: mediaType };
    return { connection: (await targets.connection(undefined)).id, type: mediaType };
  };

  return {
    "cms.media.open": async (on?: Argument) => {
      await openMediaFile(parts, fileOf(on), on);
    },

    "cms.media.search": async (row?: HasPlace) => {
      const at = await place(row);
      const { search = "" } = content.narrowing(at);
      const text = await ask({
        title: vscode.l10n.t("Search Media"),
        prompt: vscode.l10n.t("Searches names, alternative texts and captions"),
        value: search,
      });
      content.changeListQuery(at, { search: text.trim() || undefined });
    },

    "cms.media.upload": async (row?: HasPlace, others?: readonly unknown[]) => {
      // From a menu VS Code passes the selected rows here.
      const dropped = others?.filter((one) => one instanceof vscode.Uri) ?? [];
      await uploadMediaFiles(parts, await place(row), dropped);
    },

    "cms.media.replace": async (on?: Argument) => {
      await replaceMediaFile(parts, fileOf(on));
    },

    "cms.media.undoReplace": async (on?: Argument) => {
      await undoReplacement(parts, fileOf(on));
    },

    "cms.media.whereUsed": async (on?: Argument) => {
      await showReferences(parts, fileOf(on), on);
    },

    "cms.media.delete": async (on?: Argument) => {
      await deleteMediaFile(parts, fileOf(on));
    },
  };
}

/** The file of the row, or of the editor whose button was pressed, or of the active editor. */
function fileOf(on: Argument | undefined): Address {
  const address = (on instanceof vscode.Uri ? addressIn(on) : on?.address) ?? activeAddress();
  if (address && isMediaFile(address)) return address;
  throw new Guidance(vscode.l10n.t("Choose a media file in the CMS view first."));
}
