import type { AttributeSchema } from "../../../client/index.ts";
import type { Attributes, ContentType } from "../catalog.ts";
import { isUnread } from "../catalog.ts";

/** Where an attribute stands; a component stands in documents of several types. */
export type RemarkContext = Partial<Pick<ContentType, "localized" | "draftAndPublish">>;

/** What a type alone does not say of an attribute: kind, target, limits, whether locales share it. */
export function remarkOf(attribute: AttributeSchema, standing: RemarkContext): string {
  const { type, relation, target, mappedBy, component } = attribute;
  const parts = [
    type,
    relation,
    target ?? component,
    mappedBy && `the other side of ${mappedBy}`,
    localeWords(attribute, standing),
    requiredWords(attribute, standing),
    ...limitsOf(attribute),
  ];
  return parts.filter(Boolean).join(" · ");
}

function localeWords(
  { type, pluginOptions }: AttributeSchema,
  { localized }: RemarkContext,
): string {
  if (!localized || type === "relation") return "";
  return pluginOptions?.i18n?.localized === false ? "shared by all locales" : "localized";
}

function requiredWords(
  { required }: AttributeSchema,
  { draftAndPublish = true }: RemarkContext,
): string {
  if (!required) return "";
  return draftAndPublish ? "required to publish" : "required";
}

/** What the content-type-builder says beside, whatever kind of attribute has it. */
const limits = ["unique", "minLength", "maxLength", "min", "max", "regex", "default"];

function limitsOf(attribute: AttributeSchema): string[] {
  const all = new Map<string, unknown>(Object.entries(attribute));
  return limits.flatMap((name) => {
    const limit = all.get(name) ?? undefined;
    if (name === "unique") return limit === true ? [name] : [];
    return limit === undefined ? [] : [`${name} ${short(JSON.stringify(limit))}`];
  });
}

const short = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text);

/** What a type is called, where it lives, and what of it is never read. */
export function remarkOfType({ uid, displayName, attributes, ...type }: ContentType): string {
  const drafts = type.draftAndPublish ? [] : ["without drafts"];
  const locales = type.localized ? ["localized"] : [];
  const facts = [uid, ...drafts, ...locales].join(", ");
  const unread = uid.startsWith("api::") ? unreadRemarks(attributes) : "";
  return `${displayName || uid} (${facts}).${unread}`;
}

/** A sentence on the attributes that can be written and never come; empty where there are none. */
export function unreadRemarks(attributes: Attributes): string {
  const unread = [...attributes].filter(([, attribute]) => isUnread(attribute));
  const names = unread.map(([name]) => name).join(", ");
  return names ? ` Can be written, and never comes: ${names}.` : "";
}

/** A comment on one line that ends where it is meant to. */
export const comment = (text: string): string =>
  `/** ${text
    .replace(/\s+/g, " ")
    .replaceAll("*/", String.raw`*\/`)
    .trim()} */`;
