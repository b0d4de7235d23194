import { access } from "node:fs/promises";
import { release } from "node:os";
import { basename } from "node:path";
import * as vscode from "vscode";
import type { Connection } from "../../model/connect/connection.ts";
import type { ConnectionDiagnosis } from "../../model/access/connectionDiagnosis.ts";
import { networkNames, networkSettings } from "../connect/clientOptions.ts";
import { namesIn } from "../../texts/access/permissionWords.ts";
import { describe } from "../../texts/shared/failureWords.ts";
import type { Failure } from "../../model/failure.ts";

/** Creates a report for a bug tracker. It is always in English because the maintainers read it. */
export async function reportOf(
  { packageJSON, id }: vscode.Extension<unknown>,
  connection: Connection,
  diagnosis: ConnectionDiagnosis,
): Promise<string> {
  const { version, database } = diagnosis.capabilities;
  const databases = { sqlite: "SQLite", postgres: "PostgreSQL", mysql: "MySQL or MariaDB" };
  const variables = ["HTTPS_PROXY", "HTTP_PROXY", "NO_PROXY", "NODE_EXTRA_CA_CERTS"];
  const isUsed = (name: string) => process.env[name] ?? process.env[name.toLowerCase()];
  const rows = {
    Extension: `${id} ${(packageJSON as { readonly version: string }).version}`,
    "VS Code": `${vscode.version}, ${vscode.env.appHost}, ${vscode.env.remoteName ?? "local"}`,
    System: `Node ${process.version}, ${process.platform} ${process.arch} ${release()}`,
    Settings: networkNames.map(setting).join(", "),
    "Environment variables": variables.filter(isUsed).join(", "),
    Service: connection.url,
    Version:
      version === undefined
        ? "not known, because the service shows it only to administrators"
        : `Strapi ${version}, ${database ? databases[database] : "database not known"}`,
    "Stored in": connection.source ?? "all workspaces",
    Environment: connection.environment ?? "not set",
    Credentials: diagnosis.credentials?.join(", ") ?? "the secret storage can't be read",
    "Certificate file": await certificateFile(connection),
    ...(await answerLine(connection, diagnosis)),
    ...permissionLines(diagnosis, connection),
  };
  const lines = Object.entries(rows).map(([name, value]) => `- ${name}: ${value || "none"}`);
  return ["# Diagnosis of a connection", "", ...lines, ""].join("\n");
}

/**
 * The value of a setting for this extension, and its origin. For a proxy, the report only says
 * whether it is set, because its URL may contain a password.
 */
function setting(name: (typeof networkNames)[number]): string {
  const { defaultValue, globalValue, workspaceValue } =
    vscode.workspace.getConfiguration("http").inspect<unknown>(name) ?? {};
  const value = globalValue ?? defaultValue;
  const words =
    typeof value === "boolean" || name === "proxySupport" ? String(value) : isSet(value);
  const origin = globalValue === undefined ? "default" : "user";
  const passedOver = workspaceValue === undefined ? "" : ", the workspace setting is ignored";
  return `http.${name} ${words} (${origin}${passedOver})`;
}

/** Undefined, null, an empty text and an empty list count as not set. */
const isSet = (value: unknown): string =>
  JSON.stringify(value ?? "").length > 2 ? "set" : "not set";

/** The file name only, because a path often contains the user's name. */
async function certificateFile({ certificateFile: file }: Connection): Promise<string> {
  if (!file) return "none";
  const state = await access(file).then(
    () => "exists",
    (error: unknown) => (error as NodeJS.ErrnoException).code,
  );
  return `${basename(file)}, ${state}`;
}

async function answerLine(
  connection: Connection,
  { answer: [unreachable, diagnosis] }: ConnectionDiagnosis,
): Promise<Readonly<Record<string, string>>> {
  if (unreachable)
    return { Response: `no request was sent. ${describe(withoutPath(unreachable))}` };
  const { proxy } = await networkSettings({ url: connection.url });
  const { addresses, tls = "none", answer, firstByteMs = "no", elapsedMs } = diagnosis;
  const directly = proxy === undefined ? "" : " (checked directly, not through the proxy)";
  return {
    Proxy: proxy === undefined ? "none" : "set, unless http.noProxy contains the service",
    Addresses: `${addresses}${directly}`,
    TLS: `${tls}${directly}`,
    Response: `${answer}, first byte after ${firstByteMs} ms, complete after ${elapsedMs} ms`,
  };
}

function withoutPath(failure: Failure): Failure {
  if (failure.code !== "invalid-network-setting" || failure.part === "proxy") return failure;
  const name = basename(failure.file);
  return { ...failure, file: name, why: failure.why.replaceAll(failure.file, name) };
}

function permissionLines(
  { permissions: [failure, permissions] }: ConnectionDiagnosis,
  connection: Connection,
): Readonly<Record<string, string>> {
  if (failure) return { Permissions: describe(withoutPath(failure)) };
  const unknown = permissions.filter(({ allowed }) => allowed === undefined).length;
  return {
    "Permissions to read": namesIn(permissions, connection, true).join("; "),
    "Missing permissions": namesIn(permissions, connection).join("; "),
    "Checked permissions": `${permissions.length}, of which ${unknown} are not known`,
    "Permissions to write": "not checked (run the command Check Permissions)",
  };
}
