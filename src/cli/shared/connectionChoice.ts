import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { parseEnv } from "node:util";
import {
  inStricterEnvironment,
  isEnvironment,
  toApiPrefix,
  toServiceUrl,
} from "../../model/connect/connection.ts";
import type { Login } from "../../model/connect/administrators.ts";
import type { Connection } from "../../model/connect/connection.ts";
import { checkConfiguration } from "../../model/check/checkSettings.ts";
import { connectionsInText, type FileConnection } from "../../model/connect/connectionsFile.ts";
import type { Environment } from "../../model/connect/networkSettings.ts";
import { CliError } from "./cliError.ts";
import { configurationFile, readText, readValue } from "./fileArguments.ts";
import { nameHint } from "./nameHint.ts";

export interface ConnectionOptions {
  /** The path of a file with connections. */
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
  /** By the variables whose names begin with `CMS_ADMIN_`; undefined if they are not set. */
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
  const name = options.connection;
  const files = await readFiles(options.connections, environment);
  const file = chooseFile(files, environment, name ?? from);
  const strict = (connection: Connection) => inStrictestEnvironment(connection, files);
  if (from === undefined || to === undefined) {
    const { connection, ...credentials } = file
      ? await fromFile(file, name, environment)
      : fromUrl(name, environment);
    if (options.environment !== undefined && !isEnvironment(options.environment)) {
      throw new CliError("--environment must be development, staging or production.");
    }
    // An option must not unlock what a file says is production.
    return {
      chosen: {
        connection: inStricterEnvironment(strict(connection), options.environment),
        ...credentials,
      },
    };
  }
  if (!file) throw new CliError(`--from and --to need a file. ${fileHint}`);
  const source = await fromFile(file, from, environment);
  const { connection, ...credentials } = await fromFile(file, to, environment);
  if (source.connection.id === connection.id) {
    throw new CliError(`${from} and ${to} are the same service. Pass two services.`);
  }
  return { chosen: { connection: strict(connection), ...credentials }, source };
}

const fileHint = "Create cms.config.json, pass --connections, or set CMS_CONNECTIONS.";

interface ConnectionsFile {
  readonly path: string;
  readonly connections: readonly FileConnection[];
}

/** The file that the option or the variable names, and the nearest `cms.config.json`. */
interface ConnectionsFiles {
  readonly named: ConnectionsFile | undefined;
  readonly nearest: ConnectionsFile | undefined;
}

async function readFiles(
  option: string | undefined,
  environment: Environment,
): Promise<ConnectionsFiles> {
  const read = async (path: string | undefined): Promise<ConnectionsFile | undefined> => {
    if (path === undefined) return undefined;
    const folder = dirname(resolve(path));
    const parse = (text: string) => connectionsInText(text, folder, checkConfiguration);
    return { path, connections: await readValue(path, parse) };
  };
  const named = await read(option ?? fileInVariable(environment));
  if (named?.connections.length === 0) throw new CliError(`${named.path} contains no connections.`);
  return { named, nearest: await read(configurationFile()) };
}

/** Undefined for `CMS_URL`, which comes before `cms.config.json`, unless a name is given. */
function chooseFile(
  { named, nearest }: ConnectionsFiles,
  environment: Environment,
  name: string | undefined,
): ConnectionsFile | undefined {
  if (named) return named;
  const isUrlChosen = environment["CMS_URL"] && name === undefined;
  return isUrlChosen || nearest?.connections.length === 0 ? undefined : nearest;
}

/** The same service is not less of a production service under another name, or in `CMS_URL`. */
const inStrictestEnvironment = (
  connection: Connection,
  { named, nearest }: ConnectionsFiles,
): Connection =>
  [named, nearest]
    .flatMap((file) => file?.connections ?? [])
    .filter(({ url }) => url === connection.url)
    .reduce<Connection>(
      (stricter, other) => inStricterEnvironment(stricter, other.environment),
      connection,
    );

/** The file in CMS_CONNECTIONS. The command must not have to choose between two services. */
function fileInVariable(environment: Environment): string | undefined {
  const file = environment["CMS_CONNECTIONS"] ?? "";
  if (file === "") return undefined;
  if (environment["CMS_URL"]) {
    throw new CliError("CMS_URL and CMS_CONNECTIONS are both set. Unset one of them.");
  }
  return file;
}

function fromUrl(name: string | undefined, environment: Environment): ChosenConnection {
  if (name !== undefined) throw new CliError(`--connection needs a file. ${fileHint}`);
  const urlText = environment["CMS_URL"] ?? "";
  if (urlText === "") {
    throw new CliError(
      "No service is chosen. Set CMS_URL to its URL, create cms.config.json, or pass --connections.",
    );
  }
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
  { path, connections }: ConnectionsFile,
  name: string | undefined,
  environment: Environment,
): Promise<ChosenConnection> {
  const matches = connections.filter((candidate) => name === undefined || candidate.name === name);
  const [match, ...otherMatches] = matches;
  const names = connections.map((candidate) => candidate.name);
  if (!match) {
    throw new CliError(`${path} has no connection ${name}. ${nameHint(name ?? "", names)}`);
  }
  if (otherMatches.length > 0) {
    throw new CliError(`Pass --connection with one of: ${names.join(", ")}.`);
  }
  const { tokenVariable, ...connection } = match;
  const variable = variableOf(match);
  // Two connections share a variable only if both name it.
  const rival = connections.find(
    (candidate) =>
      candidate !== match &&
      variableOf(candidate) === variable &&
      [candidate.tokenVariable, tokenVariable].includes(undefined),
  );
  if (rival) {
    throw new CliError(
      `${rival.name} and ${connection.name} would both use ${variable}. Set tokenVariable of one of them.`,
    );
  }
  const ownName = ownVariable(connection);
  const variables = { ...(await variablesBeside(path)), ...environment };
  const credentials = credentialsIn(variable, variables, ownName);
  const namesake = connections.find(
    (candidate) => candidate !== match && ownVariable(candidate) === ownName,
  );
  if (credentials.admin && namesake) {
    throw new CliError(
      `${namesake.name} and ${connection.name} would have the same administrator, because their variables have the same name. Rename one of them.`,
    );
  }
  return { connection: { ...connection, id: idOf(connection.url) }, ...credentials };
}

/** The variables in the file `.env` beside a file of connections. */
async function variablesBeside(path: string): Promise<Environment> {
  const file = join(dirname(path), ".env");
  // A virtual environment of Python is a folder that may have this name.
  const isFile = statSync(file, { throwIfNoEntry: false })?.isDirectory() === false;
  return isFile ? parseEnv(await readText(file)) : {};
}

/**
 * `CMS_TOKEN_LIVE` stands beside `CMS_ADMIN_TOKEN_LIVE`, or an email and a password. A variable that
 * the file names is for the API token only.
 */
function credentialsIn(
  variable: string,
  environment: Environment,
  tokenName = variable,
): Omit<ChosenConnection, "connection"> {
  const adminVariable = (kind: string) => tokenName.replace("TOKEN", `ADMIN_${kind}`);
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

const variableOf = (connection: FileConnection): string =>
  connection.tokenVariable ?? ownVariable(connection);

/** The variable of a connection whose file names none: `CMS_TOKEN_LIVE_SITE` for `Live Site`. */
const ownVariable = ({ name }: Pick<Connection, "name">): string =>
  `CMS_TOKEN_${name
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, "_")
    .replace(/^_|_$/g, "")}`;
