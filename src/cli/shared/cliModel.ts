import { once } from "node:events";
import { requestFile } from "../../model/reading/serviceReader.ts";
import { Batches } from "../../model/batch/batches.ts";
import { Imports } from "../../model/import/imports.ts";
import { Journal } from "../../model/journal/journal.ts";
import { Publication } from "../../model/publish/publication.ts";
import { OpenDocuments } from "../../model/save/openDocuments.ts";
import { Administrators, type AskLogin } from "../../model/connect/administrators.ts";
import type { ClientOptions } from "../../model/connect/clients.ts";
import { Connections } from "../../model/connect/connections.ts";
import { Locks } from "../../model/connect/locks.ts";
import { isTypeName, type Connection } from "../../model/connect/connection.ts";
import { networkFor, type Environment } from "../../model/connect/networkSettings.ts";
import { usersType } from "../../model/foundation/address.ts";
import { Copies } from "../../model/copy/copies.ts";
import { PairFiles } from "../../model/compare/pairFiles.ts";
import { stateFolder } from "../../model/foundation/stateFolder.ts";
import { StoredFiles } from "../../model/foundation/textStore.ts";
import { SnapshotReader } from "../../model/documents/snapshotReader.ts";
import { ContentLists } from "../../model/browse/contentLists.ts";
import { RunLogs } from "../../model/runs/runLogs.ts";
import { Catalogs, type Service } from "../../model/schemas/catalogs.ts";
import { Projects } from "../../model/schemas/projects.ts";
import { readInferredSchemas } from "../../model/reading/sampleReader.ts";
import { SchemaCache } from "../../model/schemas/schemaCache.ts";
import { nameTypesBy } from "../../texts/shared/permissionNames.ts";
import { nameHint } from "./nameHint.ts";
import { CliError, exitCodes, textOf, unwrap } from "./cliError.ts";
import { chooseConnections, type ConnectionOptions } from "./connectionChoice.ts";
import { ChosenConnections, noListQueries, TextsInMemory, UnwrittenPairs } from "./memoryStores.ts";
import type { Output } from "./output.ts";
import { ProjectFolder } from "./projectFolder.ts";

export interface CommonOptions extends ConnectionOptions {
  readonly allowProduction?: boolean;
  /** False with `--no-journal`: changes are not recorded, so they can't be undone. */
  readonly journal: boolean;
  readonly json?: boolean;
  /** Whether each request is printed. */
  readonly verbose?: boolean;
  /** The longest wait for one answer, in seconds. */
  readonly timeout?: number;
  /** Only commands that write have it. */
  readonly dryRun?: boolean;
  /** The names of types whose writes send all fields, or `none`. Only commands that write have it. */
  readonly sendAllFields?: readonly string[];
  readonly project?: string;
  /** The type in the arguments. Its fields are inferred if the service doesn't expose its types. */
  readonly inferredType?: string | undefined;
}

export const typesWithAllFields = ({
  sendAllFields = [],
}: Pick<CommonOptions, "sendAllFields">): readonly string[] =>
  sendAllFields.filter((name) => name !== "none");

export type CliModel = Awaited<ReturnType<typeof openModel>>;

/** Opens the model. Sends no request. Throws a CliError if no service is chosen. */
export async function openModel(
  options: CommonOptions,
  { env: environment, signal }: { readonly env: Environment; readonly signal: AbortSignal },
  output: Output,
) {
  const { chosen, source } = await chooseConnections(options, environment);
  const { inferredType } = options;
  // The type that is listed without a schema.
  const isInferred =
    inferredType !== undefined && isTypeName(inferredType) && inferredType !== usersType;
  const { collections = [], sendAllFields = [] } = chosen.connection;
  const connection: Connection = {
    ...chosen.connection,
    ...(isInferred && { collections: [...collections, inferredType] }),
    sendAllFields: [...sendAllFields, ...typesWithAllFields(options)],
  };
  const { token } = chosen;
  const note = (text: string) => output.note(text);
  const store = new ChosenConnections([{ connection, token }, ...(source ? [source] : [])]);
  const clientOptions: ClientOptions = {
    log: ({ method, path, status, code, elapsedMs }, url) => {
      if (!options.verbose) return;
      const answer = status ?? code ?? "no answer";
      note(`${new URL(url).host}: ${method} ${path} ${answer}, ${Math.round(elapsedMs)} ms`);
    },
    timeoutMs: options.timeout === undefined ? undefined : options.timeout * 1_000,
    network: (service) => networkFor(service, {}, environment),
    isWriteAllowed: ({ id }) => locks.isWriteAllowed(id),
    requestFile,
  };
  const connections = new Connections(store, clientOptions);
  // A command is unlocked by its own option, however long it runs.
  const locks = new Locks(connections, 24 * 60 * 60_000);
  if (options.allowProduction) locks.unlock(connection.id);
  // Only unpublish signs in. Other commands name the permission that they lack.
  const ask: AskLogin = (_, { purpose, refused }) => {
    if (purpose !== "unpublish") return Promise.resolve(undefined);
    if (refused) throw new CliError(textOf(refused.failure), exitCodes.service);
    if (chosen.admin) return Promise.resolve(chosen.admin);
    throw new CliError(
      "Only an administrator can unpublish. Set CMS_ADMIN_TOKEN, or CMS_ADMIN_EMAIL and CMS_ADMIN_PASSWORD, with the name of a connection as in CMS_TOKEN_<NAME>.",
    );
  };
  const administrators = new Administrators({ connections, store, clientOptions, ask });
  const projects = new Projects(new ProjectFolder(options.project, note));
  const schemaCache = new SchemaCache(new TextsInMemory());
  const ports = { schemaCache, projects, administrators, infer: readInferredSchemas };
  const catalogs = new Catalogs(connections, ports);
  nameTypesBy({ connections, catalogs });
  const lists = new ContentLists(catalogs, () => 100, noListQueries);
  const reader = new SnapshotReader(catalogs);
  const storage = stateFolder(environment);
  const log = {
    error: (what: string, error: unknown) => note(`${what}: ${String(error)}`),
  };
  const journalFiles = new StoredFiles(storage, "journal", log);
  const journal = new Journal(journalFiles, {
    maxAge: 30 * 86_400_000,
    maxSize: 1_000_000_000,
    of: () => ({ enabled: options.journal, omit: [] }),
  });
  const documents = new OpenDocuments(
    { catalogs, reader, journal },
    new TextsInMemory(),
    () => false,
  );
  const runs = new RunLogs({
    logs: new StoredFiles(storage, "runs", log),
    locks: new StoredFiles(storage, "locks", log),
    urlOf: (id) => connections.get(id)?.url ?? id,
    arrivalMs: 30_000,
  });
  const services = { connections, locks, administrators, catalogs, lists };
  const parts = { ...services, reader, journal, runs, documents };
  const all = { ...parts, publication: new Publication(parts) };
  const pairs = new PairFiles(storage, log);
  return {
    ...all,
    connection,
    source: source?.connection,
    /** The service of the connection, or of the one with this id. */
    readService: async (id = connection.id): Promise<Service> => {
      const service = unwrap(await unlessAborted(catalogs.service(id), signal));
      const { types } = service.catalog;
      // A typing error must not turn the option off.
      const unknownName = typesWithAllFields(options).find((name) => !types.has(name));
      if (id !== connection.id || unknownName === undefined) return service;
      const hint = nameHint(unknownName, [...types.keys()]);
      throw new CliError(
        `--send-all-fields: The service has no content type named ${unknownName}. ${hint}`,
      );
    },
    batches: new Batches(all),
    imports: new Imports(all),
    copies: new Copies(all),
    /** The documents that earlier copies matched. */
    pairs: options.dryRun ? new UnwrittenPairs(pairs) : pairs,
    dispose: () => {
      const opened = [documents, lists, catalogs, projects, locks, administrators, connections];
      for (const part of opened) part.dispose();
    },
  };
}

/** The value, unless the user cancels first. Then it throws a CliError. */
async function unlessAborted<T>(value: Promise<T>, signal: AbortSignal): Promise<T> {
  const ended = new AbortController();
  const aborted = signal.aborted
    ? Promise.resolve()
    : once(signal, "abort", { signal: ended.signal });
  const cancelled = aborted.then((): never => {
    throw new CliError("Cancelled.", exitCodes.cancelled);
  });
  try {
    return await Promise.race([value, cancelled]);
  } finally {
    ended.abort();
  }
}
