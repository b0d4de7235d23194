import type { AttributeSchema } from "../../client/index.ts";
import { roleUid } from "../foundation/address.ts";
import type { ContentType } from "../schemas/catalog.ts";
import { mediaFileType } from "../schemas/mediaFileType.ts";
import { defaultUserAttributes, userType } from "../schemas/userType.ts";
import { formatsKind } from "./helperTypes.ts";

const required = { required: true };

/** The types of plugins that every service has, for a schema that has only the project's own types. */
export const pluginTypes: ReadonlyMap<string, ContentType> = new Map(
  [
    {
      ...mediaFileType,
      displayName: "File",
      attributes: attributesOf({
        name: { type: "string", ...required },
        alternativeText: { type: "text" },
        caption: { type: "text" },
        width: { type: "integer" },
        height: { type: "integer" },
        formats: { type: formatsKind },
        hash: { type: "string", ...required },
        ext: { type: "string" },
        mime: { type: "string", ...required },
        size: { type: "decimal", ...required },
        url: { type: "text", ...required },
        previewUrl: { type: "text" },
        provider: { type: "string", ...required },
        provider_metadata: { type: "json" },
      }),
    },
    {
      ...userType,
      attributes: new Map<string, AttributeSchema>([
        ...defaultUserAttributes,
        ["role", { type: "relation", relation: "manyToOne", target: roleUid }],
      ]),
    },
    {
      ...userType,
      uid: roleUid,
      displayName: "Role",
      attributes: attributesOf({
        name: { type: "string", ...required },
        description: { type: "string" },
        type: { type: "string" },
      }),
    },
  ].map((type) => [type.uid, type]),
);

function attributesOf(attributes: Readonly<Record<string, AttributeSchema>>) {
  return new Map(Object.entries(attributes));
}
