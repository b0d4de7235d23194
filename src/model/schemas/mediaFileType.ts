import type { AttributeSchema } from "../../client/index.ts";
import { mediaType } from "../foundation/address.ts";
import type { ContentType } from "./catalog.ts";

export const mediaFileUid = "plugin::upload.file";

/** The editable attributes of a media file, as a content type. */
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
