import type { AttributeSchema } from "../../client/index.ts";
import type { ContentType } from "./catalog.ts";

/**
 * Whether an attribute has one value for all localizations of a document: a save of one makes the service
 * copy it to the drafts of the others. Relations and UIDs are each localization's own, whatever the schema says.
 */
export const isShared = (
  { type, pluginOptions }: AttributeSchema,
  { localized }: Pick<ContentType, "localized">,
): boolean =>
  localized && !/^(relation|uid)$/.test(type) && pluginOptions?.i18n?.localized !== true;
