import { createHash } from "node:crypto";
import {
  inStricterEnvironment,
  isEnvironment,
  toApiPrefix,
  toServiceUrl,
} from "../../model/connect/connection.ts";
import type { Login } from "../../model/connect/administrators.ts";
import type { Connection } from "../../model/connect/connection.ts";
import { connectionsInText } from "../../model/connect/connectionsFile.ts";
import type { Environment } from "../../model/connect/networkSettings.ts";
import { CliError } from "./cliError.ts";
import { readValue } from "./fileArguments.ts";

export interface ConnectionOptions {
  /** The path of a file with connections, as the extension exports it. */
  readonly connections?: string;
  readonly connection?: string;
  readonly environment?: string;
  /** The names of two connections in that file, for a command between two services. */
  readonly from?: string;
  readonly to?: string;
}

export interface ChosenConnection {
  readonly connection: Connection;
  readonly token: string | undefined;
  /** The administrator in the variables beside that of the token; undefined if there is none. */
  readonly admin: Login | undefined;
}

/**
 * The service that the command acts on: a connection of a file, with the token in a variable of its
 * own, or the service at `CMS_URL`, with the token in `CMS_TOKEN`. A command between two services
 * also reads from a `source`. Throws a CliError if the options and the environment variables choose
 * no service, more than one, or twice the same.
 */
export async function chooseConnections(
  { from, to, ...options }: ConnectionOptions,
  environment: Environment,
): Promise<{ readonly chosen: ChosenConnection; readonly source?: ChosenConnection }> {
  const file = options.connections ?? fileInVariable(environment);
  if (from === undefined || to === undefined) {
    const { connection, ...credentials } =
      file === undefined
        ? fromUrl(options, environment)
        : await fromFile(file, options.connection, environment);
    if (options.environment !== undefined && !isEnvironment(options.environment)) {
      throw new CliError("--environment must be development, staging or production.");
    }
    // An option must not unlock what the file says is production.
    return {
      chosen: {
        connection: inStricterEnvironment(connection, options.environment),
        ...credentials,
      },
    };
  }
  if (file === undefined) {
    throw new CliError("--from and --to need a file: pass --connections, or set CMS_CONNECTIONS.");
  }
  const source = await fromFile(file, from, environment);
  const chosen = await fromFile(file, to, environment);
  if (source.connection.id !== chosen.connection.id) return { chosen, source };
  throw new CliError(`${from} and ${to} are the same service. Pass two services.`);
}

/** The file in CMS_CONNECTIONS. The command must not have to choose between two services. */
function fileInVariable(environment: Environment): string | undefined {
  const file = environment["CMS_CONNECTIONS"] ?? "";
  if (file === "") return undefined;
  if (environment["CMS_URL"]) {
    throw new CliError("CMS_URL and CMS_CONNECTIONS are both set. Unset one of them.");
  }
  return file;
}

function fromUrl(
  { connection: name }: ConnectionOptions,
  environment: Environment,
): ChosenConnection {
  if (name !== undefined) {
    throw new CliError("--connection needs a file: pass --connections, or set CMS_CONNECTIONS.");
  }
  const urlText = environment["CMS_URL"] ?? "";
  if (urlText === "")
    throw new CliError("Set CMS_URL to the URL of the service, or pass --connections.");
  const url = toServiceUrl(urlText);
  if (url === undefined) throw new CliError("CMS_URL is not an http or https URL.");
  const apiPrefix = toApiPrefix(environment["CMS_API_PREFIX"] ?? "");
  if (apiPrefix === undefined) throw new CliError("CMS_API_PREFIX must be a path, such as v1.");
  const connection = {
    id: idOf(url),
    name: new URL(url).host,
    url,
    ...(apiPrefix && { apiPrefix }),
  };
  return { connection, ...credentialsIn("CMS_TOKEN", environment) };
}

/** Always the same for a URL, so that a later command can undo or resume this one. */
const idOf = (url: string): string =>
  BigInt(`0x${createHash("sha256").update(url).digest("hex")}`)
    .toString(36)
    .slice(0, 8);

async function fromFile(
  file: string,
  name: string | undefined,
  environment: Environment,
): Promise<ChosenConnection> {
  const connections = await readValue(file, connectionsInText);
  const matches = connections.filter((candidate) => name === undefined || candidate.name === name);
  const [connection, ...otherMatches] = matches;
  const names = connections.map((candidate) => candidate.name).join(", ");
  if (!connection) {
    throw new CliError(
      name === undefined
        ? `${file} contains no connections.`
        : `${file} has no connection ${name}. It has: ${names}.`,
    );
  }
  if (otherMatches.length > 0) throw new CliError(`Pass --connection with one of: ${names}.`);
  const variable = tokenVariable(connection);
  const rival = connections.find(
    (candidate) => candidate !== connection && tokenVariable(candidate) === variable,
  );
  if (rival) {
    throw new CliError(
      `${rival.name} and ${connection.name} would both use ${variable}. Rename one of them.`,
    );
  }
  // The same service is not less of a production service under another name.
  const strictest = connections
    .filter(({ url }) => url === connection.url)
    .reduce((stricter, other) => inStricterEnvironment(stricter, other.environment), connection);
  return {
    connection: { ...strictest, id: idOf(connection.url) },
    ...credentialsIn(variable, environment),
  };
}

/** `CMS_TOKEN_LIVE` stands beside `CMS_ADMIN_TOKEN_LIVE`, or an email and a password. */
function credentialsIn(
  variable: string,
  environment: Environment,
): Omit<ChosenConnection, "connection"> {
  const adminVariable = (kind: string) => variable.replace("TOKEN", `ADMIN_${kind}`);
  const adminToken = tokenIn(adminVariable("TOKEN"), environment);
  const email = environment[adminVariable("EMAIL")];
  const password = environment[adminVariable("PASSWORD")];
  const signIn = email && password ? { email, password } : undefined;
  return {
    token: tokenIn(variable, environment),
    admin: adminToken ? { token: adminToken } : signIn,
  };
}

/** The token in a variable. A file that was read into the variable may have ended in a line end. */
function tokenIn(variable: string, environment: Environment): string | undefined {
  const token = environment[variable]?.replace(/(?<![\r\n])[\r\n]+$/, "");
  // The characters that a header of an HTTP request may contain.
  if (token !== undefined && !/^[\t\x20-\x7E\x80-\xFF]*$/.test(token)) {
    throw new CliError(`${variable} contains a character that a token can't have.`);
  }
  return token;
}

/** The environment variable for the token of a connection: `CMS_TOKEN_LIVE_SITE` for `Live Site`. */
const tokenVariable = ({ name }: Pick<Connection, "name">): string =>
  `CMS_TOKEN_${name
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, "_")
    .replace(/^_|_$/g, "")}`;
