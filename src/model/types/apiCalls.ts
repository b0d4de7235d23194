import { encoded, isSingle, type Address } from "../foundation/address.ts";
import { isStructured, isUnread, type ContentType } from "../schemas/catalog.ts";
import { keyText, quoted, toIdentifier } from "./identifiers.ts";

/** The format of a call; `curl-cmd` is for the Windows command prompt (cmd.exe). */
export type CallForm = "client" | "curl" | "curl-cmd" | "fetch";

export interface ApiCall {
  readonly address: Address;
  /** Absent for a user. */
  readonly type?: ContentType;
  /** The URL of the content API, without a trailing slash. */
  readonly apiUrl: string;
}

/**
 * The call that reads a document as shown: its draft, with one level of relations. It does not
 * contain the token, which comes from `CMS_TOKEN` in the environment.
 */
export function callText(form: CallForm, call: ApiCall): string {
  const url = urlOf(call);
  switch (form) {
    case "client":
      return clientText(call);
    case "curl":
      // Without globbing: a query that the user extends can contain brackets.
      return `curl --globoff --header "Authorization: Bearer $CMS_TOKEN" '${url}'\n`;
    case "curl-cmd": {
      // Each special character of the URL has a `^` before it, including the quotes. Inside quotes,
      // `%C3%` would be the value of a variable, and nothing escapes it there.
      const argument = `"${url}"`.replace(/[^\w\-.~:/?=*]/g, "^$&");
      return `curl --globoff --header "Authorization: Bearer %CMS_TOKEN%" ${argument}\n`;
    }
    case "fetch":
      return [
        `const response = await fetch(${quoted(url)}, {`,
        "  headers: { Authorization: `Bearer ${process.env.CMS_TOKEN}` },",
        "});",
        `const ${call.type ? "{ data }" : "user"} = await response.json();\n`,
      ].join("\n");
  }
}

function clientText({ address, type }: ApiCall): string {
  const entries = Object.entries(paramsOf(address, type)).map(
    ([key, value]) => `${keyText(key)}: ${quoted(value)}`,
  );
  const params = entries.length > 0 ? `{ ${entries.join(", ")} }` : "";
  const options = params && `{ params: ${params} }`;
  if (!type) return answered("user", `cms.users().find({ id: ${address.id}, params: ${params} })`);
  const identifier = toIdentifier(type.uid.slice(type.uid.indexOf(".") + 1));
  const variable = identifier.charAt(0).toLowerCase() + identifier.slice(1);
  const name = reservedNames.has(variable) ? "document" : variable;
  const group = `${type.kind}(${quoted(type.name)})`;
  if (isSingle(address)) return answered(name, `cms.${group}.find(${options})`);
  const documentId = `documentId: ${quoted(address.id)}`;
  return params
    ? answered(name, `cms.${group}.find({\n  ${documentId},\n  params: ${params},\n})`)
    : answered(name, `cms.${group}.find({ ${documentId} })`);
}

const answered = (name: string, call: string): string =>
  `const [error, ${name}] = await ${call};\n`;

/** The role of a user is requested by name: a token may not be allowed to read other relations. */
function paramsOf({ locale }: Address, type: ContentType | undefined): Record<string, string> {
  if (!type) return { populate: "role" };
  const attributes = [...type.attributes.values()];
  const hasLinks = attributes.some((attribute) => !isUnread(attribute) && isStructured(attribute));
  return {
    ...(type.draftAndPublish && { status: "draft" }),
    ...(locale !== undefined && { locale }),
    ...(hasLinks && { populate: "*" }),
  };
}

function urlOf({ address, type, apiUrl }: ApiCall): string {
  const path = [address.type, ...(isSingle(address) ? [] : [address.id])];
  const query = Object.entries(paramsOf(address, type)).map((pair) => pair.map(encoded).join("="));
  const urlParts = [`${apiUrl}/${path.map(encoded).join("/")}`, query.join("&")].filter(Boolean);
  // A quote would end the string in a shell.
  return urlParts.join("?").replaceAll("'", "%27");
}

const reservedNames: ReadonlySet<string> = new Set(
  [
    "cms error arguments await break case catch class const continue debugger default delete do else",
    "enum eval export extends false finally for function if implements import in instanceof",
    "interface let new null package private protected public return static super switch this throw",
    "true try typeof undefined var void while with yield",
  ].flatMap((line) => line.split(" ")),
);
