import type { MediaPreviews } from "../../files/mediaPreview.ts";
import type { MediaFiles } from "../../model/changes/lifecycle/mediaFiles.ts";
import type { MediaLibrary } from "../../model/documents/media/mediaLibrary.ts";
import type { DocumentActions } from "../looked.ts";

/** What commands on the media library act through. */
export interface MediaLibraryDependencies extends DocumentActions {
  readonly mediaFiles: MediaFiles;
  readonly library: MediaLibrary;
  readonly previews: MediaPreviews;
}
