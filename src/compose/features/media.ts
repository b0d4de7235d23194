import type { ChangeContext } from "../../commands/dependencies.ts";
import type { MediaContext } from "../../commands/media/changeMediaFile.ts";
import { mediaCompletion, mediaHover } from "../../editor/mediaFeatures.ts";
import { MissingFiles } from "../../editor/missingFiles.ts";
import { dropsOfMedia, mediaDrops } from "../../editor/uploads.ts";
import type { MediaPreviews } from "../../files/mediaPreview.ts";
import { scheme } from "../../files/uri.ts";
import {
  registerCompletion,
  registerDropEdits,
  registerHovers,
} from "../../host/surfaces/languageFeatures.ts";
import { MediaFiles } from "../../model/changes/lifecycle/mediaFiles.ts";
import { MediaLibrary } from "../../model/documents/media/mediaLibrary.ts";
import { Pictures } from "../../model/documents/media/pictures.ts";
import type { FeatureRegistry } from "../registry.ts";

/** Returns what a delete of a document uses if the document is a media file. */
export function registerMediaFeature(
  changes: ChangeContext,
  previews: MediaPreviews,
  features: FeatureRegistry,
): MediaContext {
  const { own } = features;
  const { catalogs, connections } = changes;
  const library = own(new MediaLibrary(catalogs));
  const pictures = new Pictures(connections);
  own(registerHovers({ scheme }, mediaHover(catalogs, library, pictures)));
  own(registerCompletion({ scheme }, mediaCompletion(catalogs, library, pictures), '"'));
  own(registerDropEdits({ scheme }, mediaDrops(catalogs), dropsOfMedia));
  features.addEditors((context, ownEditor) => {
    ownEditor(new MissingFiles(context));
  });
  const media = { ...changes, library, previews, mediaFiles: new MediaFiles(changes) };
  features.addCommands(async (targets) => {
    const { mediaLibraryCommands } = await import("../../commands/media/mediaLibraryCommands.ts");
    return mediaLibraryCommands(media, targets);
  });
  return media;
}
