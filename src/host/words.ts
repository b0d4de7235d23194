import * as vscode from "vscode";
import type { CmsError, Failure, Problem } from "../model/outcome.ts";
import type { State } from "../model/states.ts";

/** What happened and what to do, for a person. */
export function describe(failure: Failure): string {
  switch (failure.code) {
    case "service":
      return describeError(failure.error);
    case "not-sendable":
      return failure.problems.map(describeProblem).join(" ");
    case "not-a-service":
      return vscode.l10n.t(
        "{0} answers, but not as a content service: check the URL.",
        failure.url,
      );
    case "no-type":
      return vscode.l10n.t("The service has no type named {0}.", failure.name);
    case "locked-secrets":
      return vscode.l10n.t("The token can't be read from the secret storage: {0}", failure.why);
    default:
      return "line" in failure ? describeFlaw(failure) : describeSimple(failure.code);
  }
}

type Flaw = Extract<Failure, { readonly line: number }>;

function describeFlaw({ code, line, column }: Flaw): string {
  switch (code) {
    case "invalid-json":
      return vscode.l10n.t("The text is not valid JSON at line {0}, column {1}.", line, column);
    case "doubled-key":
      return vscode.l10n.t("A key stands twice, at line {0}, column {1}.", line, column);
    case "rounded-number":
      return vscode.l10n.t(
        "The number at line {0}, column {1} has more digits than JSON can carry: put it in quotes.",
        line,
        column,
      );
  }
}

type SimpleCode = Exclude<
  Failure["code"],
  "service" | "not-sendable" | "not-a-service" | "no-type" | "locked-secrets" | Flaw["code"]
>;

function describeSimple(code: SimpleCode): string {
  const words: Record<SimpleCode, string> = {
    "no-connection": vscode.l10n.t(
      "The connection of this document was removed. Copy what you want to keep of it.",
    ),
    "not-utf-8": vscode.l10n.t("Documents are saved as UTF-8: change the encoding of this editor."),
    "not-an-object": vscode.l10n.t("A document is one JSON object."),
    declined: vscode.l10n.t("You cancelled. Nothing was saved."),
    "changed-meanwhile": vscode.l10n.t(
      "The document was changed on the service meanwhile, and nothing was written. Try again to see what changed.",
    ),
    gone: vscode.l10n.t("The document is not on the service any more."),
    "nothing-yet": vscode.l10n.t("It has no content in this locale yet."),
    "never-opened": vscode.l10n.t("There is no such document. Nothing was written."),
    "read-only": vscode.l10n.t("This can be read here, not changed."),
  };
  return words[code];
}

function describeProblem({ path, why }: Problem): string {
  const words: Record<Problem["why"], string> = {
    "service-owned": vscode.l10n.t("{0} is set by the service: take it out.", path),
    "inverse-side": vscode.l10n.t(
      "{0} is the other side of a relation: change it in the documents that point here.",
      path,
    ),
    "needs-document-id": vscode.l10n.t("{0} must name its target by documentId.", path),
    "needs-list": vscode.l10n.t("{0} must be a list.", path),
    "needs-object": vscode.l10n.t("{0} must be an object.", path),
    "needs-component": vscode.l10n.t("{0} must say its __component.", path),
  };
  return words[why];
}

function describeError(error: CmsError): string {
  const host = new URL(error.url).host;
  switch (error.name) {
    case "ValidationError":
      return error.issues.map(describeIssue).join(" ") || error.message;
    case "UnauthorizedError":
      return vscode.l10n.t("{0} refused the token: {1}.", host, error.message);
    case "ForbiddenError":
      return vscode.l10n.t("The token lacks a permission: tick {0} for it.", permissionOf(error));
    case "TimeoutError":
      return vscode.l10n.t("{0} did not answer in time.", host);
    default:
      return "code" in error
        ? describeConnection(error, host)
        : vscode.l10n.t("{0}: {1}", host, error.message);
  }
}

/** Why nothing came through, with the system's own code where it has one. */
function describeConnection({ name, code, message }: ConnectionError, host: string): string {
  const why = code ?? message;
  const words: Record<ConnectionError["name"], string> = {
    NetworkError: vscode.l10n.t("{0} can't be reached: {1}.", host, why),
    TlsError: vscode.l10n.t("There is no secure connection to {0}: {1}.", host, why),
    ProxyError: vscode.l10n.t("The proxy did not let a request to {0} through: {1}.", host, why),
  };
  return words[name];
}

type ConnectionError = Extract<CmsError, { readonly code: string | undefined }>;

/** The permission as the admin panel names it: what it is of, and the action. */
function permissionOf({ method, url }: CmsError): string {
  const route = new URL(url).pathname.replace(/^.*?\/api\//, "");
  const [type = "", id] = route.split("/");
  const named = pluginPermissions.get(route);
  if (named !== undefined) return named;
  const read = id === undefined ? "find" : "findOne";
  return `${type}: ${writes.get(method) ?? read}`;
}

const writes = new Map([
  ["POST", "create"],
  ["PUT", "update"],
  ["DELETE", "delete"],
]);

const pluginPermissions = new Map([
  ["content-type-builder/content-types", "Content-type-builder: getContentTypes"],
  ["content-type-builder/components", "Content-type-builder: getComponents"],
  ["i18n/locales", "I18n: listLocales"],
  ["users", "Users-permissions, User: find"],
  ["users/count", "Users-permissions, User: count"],
]);

/** The service often names the field in its message already. */
function describeIssue({ path, message }: Issue): string {
  const field = path.join(".");
  const words =
    field === "" || message.includes(String(path.at(-1))) ? message : `${field}: ${message}`;
  return words.endsWith(".") ? words : `${words}.`;
}

type Issue = Extract<CmsError, { name: "ValidationError" }>["issues"][number];

export function stateWord(state: State): string {
  const words: Record<State, string> = {
    draft: vscode.l10n.t("draft"),
    published: vscode.l10n.t("published"),
    modified: vscode.l10n.t("modified"),
  };
  return words[state];
}

/** How long ago a time in ISO 8601 was, such as "2 min. ago"; empty for no time. */
export function ago(time: string, now = Date.now()): string {
  const seconds = (Date.parse(time) - now) / 1000;
  if (Number.isNaN(seconds)) return "";
  const [unit, size] = units.find(([, length]) => Math.abs(seconds) >= length) ?? ["second", 1];
  const format = new Intl.RelativeTimeFormat(vscode.env.language, {
    numeric: "auto",
    style: "short",
  });
  return format.format(Math.round(seconds / size), unit);
}

const units: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ["year", 31_557_600],
  ["month", 2_629_800],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

/** A file or a window shows this name where a document has no title. */
export const untitled = (): string => vscode.l10n.t("Untitled");

/** A text for a notification, where VS Code would make a link, and so a command, of what looks like one. */
export const plain = (text: string): string => text.replaceAll("](", "]\u200b(");
