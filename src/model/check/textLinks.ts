import type { JsonPath } from "../foundation/json.ts";
import { isLocal, type Connection } from "../connect/connection.ts";
import { parseReference } from "../find/pastedReference.ts";
import { textsIn } from "../content/textMatch.ts";
import type { AttributeValue } from "../content/attributePositions.ts";
import { editLinks, linksInMarkdown } from "../content/markdown/markdownLinks.ts";

/**
 * The links in an attribute, with the path of the text that contains them, each URL once for a text.
 * A short text can be a URL by itself.
 */
export function linksIn({
  attribute,
  path,
  value,
}: AttributeValue): { path: JsonPath; url: string }[] {
  switch (attribute.type) {
    case "richtext":
      return typeof value === "string"
        ? [...new Set(linksInMarkdown(value).map(({ url }) => url))].map((url) => ({ path, url }))
        : [];
    case "blocks":
      return [...textsIn(value, path)]
        .map(({ path: textPath, text: url }) => ({ path: textPath, url }))
        .filter((link) => link.path.at(-1) === "url" && !link.path.includes("formats"));
    case "string":
    case "text":
      return typeof value === "string" && /^(https?:\/\/|\/uploads\/)\S+$/.test(value)
        ? [{ path, url: value }]
        : [];
    default:
      return [];
  }
}

/** Replaces the links of a text that have this target, and nothing else that looks like it. */
export const withLink = (text: string, oldUrl: string, newUrl: string): string =>
  text === oldUrl ? newUrl : editLinks(text, (url) => (url === oldUrl ? newUrl : undefined));

export type LinkTarget =
  /** A media file of the service, by its path such as `/uploads/tea.png`. */
  | { readonly kind: "file"; readonly path: string }
  /** A document of the service. `type` is the name or the uid of its type. */
  | {
      readonly kind: "document";
      readonly type: string;
      readonly documentId: string;
      readonly locale: string | undefined;
    }
  /** A service on the computer of an editor or a developer. */
  | { readonly kind: "localhost" }
  | { readonly kind: "other-environment"; readonly connection: string }
  | { readonly kind: "site"; readonly url: string };

/** Undefined for a link that no check can follow, and for other pages of the service. */
export function targetOfLink(
  link: string,
  connection: Connection,
  otherConnections: readonly Connection[],
): LinkTarget | undefined {
  const base = new URL(connection.url);
  if (!URL.canParse(link, connection.url)) return undefined;
  const url = new URL(link, `${connection.url}/`);
  if (!/^https?:$/.test(url.protocol)) return undefined;
  if (url.origin === base.origin) {
    const root = base.pathname.replace(/\/$/, "");
    const path = url.pathname.startsWith(`${root}/uploads/`)
      ? url.pathname.slice(root.length)
      : url.pathname;
    if (path.startsWith("/uploads/")) return { kind: "file", path };
    const reference = parseReference(url.href, [connection]);
    if (reference?.kind !== "document") return undefined;
    const { type, id, locale } = reference;
    return { kind: "document", type, documentId: id, locale };
  }
  const environment = otherConnections.find(
    (other) =>
      new URL(other.url).origin === url.origin &&
      other.environment !== undefined &&
      connection.environment !== undefined &&
      other.environment !== connection.environment,
  );
  if (environment) return { kind: "other-environment", connection: environment.name };
  return isLocal({ url: url.href }) ? { kind: "localhost" } : { kind: "site", url: url.href };
}
