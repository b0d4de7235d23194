import type { AttributeSchema } from "../../client/index.ts";
import { mediaType } from "../foundation/address.ts";
import type { ContentType } from "./catalog.ts";

/** The uid of media files, by which schemas name their type. */
export const mediaFileUid = "plugin::upload.file";

/** What can be edited of a media file, as the type of a document. */
export const mediaFileType: ContentType = {
  uid: mediaFileUid,
  name: mediaType,
  displayName: "Media file",
  kind: "collection",
  draftAndPublish: false,
  localized: false,
  titleField: "name",
  attributes: new Map<string, AttributeSchema>([
    ["name", { type: "string", required: true, minLength: 1 }],
    ["alternativeText", { type: "text" }],
    ["caption", { type: "text" }],
  ]),
};
