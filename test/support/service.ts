import { type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { environmentOf, startDatabaseServer } from "../services/databaseServer.ts";
import type { DatabaseAccess, DatabaseServer } from "../services/databaseServer.ts";
import { describeService } from "../services/descriptions.ts";
import type { ServiceDescription, ServiceName } from "../services/descriptions.ts";
import { keepSecret } from "./secretsInUse.ts";
import { seed } from "./seeding.ts";
import { isReadyLine, run } from "./serviceProcess.ts";
import { openSqlite } from "./sqlite.ts";

const startTimeout = 60_000;
const stopTimeout = 5_000;

/** A content service on the loopback address, with all content of the magazine. */
export interface Service extends Access {
  readonly url: string;
  /** The path prefix of the content API: "api" unless the project changes it. */
  readonly apiPrefix: string;
  readonly pid: number;
  /** The name of the service, its version and its database. */
  readonly description: ServiceDescription;
  /** The service's database. test/model/database.ts reads all of it. It is deleted when the service stops. */
  readonly database: DatabaseAccess;
  /** A folder with the uploads in `public` and the list of the database's tables. */
  readonly folder: string;
  /** The output of the service so far, without the line that contains the tokens. */
  log(): string;
  /** Restores the content and uploads of its start, which is faster than another start. Only on SQLite. */
  restore(): Promise<void>;
  /** Ends the process and deletes its folder. Can be called twice. */
  stop(): Promise<void>;
}

/** Credentials: tokens, a reader's account and an administrator's account. */
export interface Access {
  readonly tokens: { readonly full: string; readonly readOnly: string; readonly custom: string };
  readonly user: { readonly identifier: string; readonly password: string };
  readonly admin: { readonly email: string; readonly password: string };
}

type Ready = Access & Pick<Service, "url" | "apiPrefix" | "pid">;

const running = new Map<ChildProcess, string>();

interface ServiceOptions {
  /** The default is the service in CMS_TEST_SERVICE, or else the newest one. */
  readonly service?: ServiceName;
  readonly env?: Record<string, string>;
  readonly port?: number;
  /** A copy of the project with changed or additional types. */
  readonly from?: string;
  /** The folder of the files to start with. The default is that of the seeded ones. */
  readonly files?: string;
}

/** Starts a service on a new copy of its seeded database. Several services can run at the same time. */
export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const description = describeService(options.service);
  const seeded = await seed(description);
  const files = options.files ?? seeded.files;
  const folder = await mkdtemp(join(tmpdir(), "cms-service-"));
  const server = await startCopy(files, { description, folder });
  const { child, lines } = run(
    [],
    folder,
    {
      PORT: String(options.port ?? 0),
      CMS_DATA_IS_TEMPORARY: "1",
      ...(server && environmentOf(server.access)),
      ...options.env,
    },
    options.from ?? seeded.project,
  );
  running.set(child, folder);
  const stop = async () => {
    await end(child, folder);
    await server?.stop();
  };
  try {
    const ready = await untilReady(child, lines);
    keepSecret(ready);
    const database = server?.access ?? { kind: "sqlite", file: join(folder, "content.db") };
    const restore = () => restoreContent(files, { database, folder });
    return { ...ready, description, database, folder, log: () => lines.join("\n"), restore, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Copies the seeded files, and starts the database server, if there is one, on its copy. */
async function startCopy(
  files: string,
  { description, folder }: { readonly description: ServiceDescription; readonly folder: string },
): Promise<DatabaseServer | undefined> {
  const serverFiles = join(files, "server");
  await cp(files, folder, { recursive: true, filter: (path) => path !== serverFiles });
  const { database } = description;
  return database === "sqlite" ? undefined : startDatabaseServer(database, serverFiles);
}

async function restoreContent(
  files: string,
  { database, folder }: Pick<Service, "database" | "folder">,
): Promise<void> {
  if (database.kind !== "sqlite") throw new Error("Only a service on SQLite can be restored.");
  // Opening a database creates files next to it. The seeded files must stay as they are.
  const copy = await mkdtemp(join(tmpdir(), "cms-seed-"));
  await cp(join(files, "content.db"), join(copy, "content.db"));
  const seeded = openSqlite(join(copy, "content.db"));
  await seeded.backup(database.file);
  seeded.close();
  await rm(copy, { recursive: true });
  await rm(join(folder, "public"), { recursive: true });
  await cp(join(files, "public"), join(folder, "public"), { recursive: true });
}

async function untilReady(child: ChildProcess, lines: string[]): Promise<Ready> {
  return new Promise((resolve, reject) => {
    const fail = (why: string) => {
      clearTimeout(timer);
      reject(new Error(`The content service ${why}:\n${lines.join("\n")}`));
    };
    const timer = setTimeout(() => {
      fail(`was not ready after ${startTimeout / 1_000} s`);
    }, startTimeout);
    child.once("error", (error) => fail(`could not be started, ${error.message}`));
    child.once("close", (code, signal) => {
      fail(`ended before it was ready (${String(signal ?? code)})`);
    });
    if (!child.stdout) return;
    createInterface({ input: child.stdout }).on("line", (line) => {
      const ready = toReady(line);
      if (!ready) return;
      clearTimeout(timer);
      resolve(ready);
    });
  });
}

function toReady(line: string): Ready | undefined {
  return isReadyLine(line) ? (JSON.parse(line) as Ready) : undefined;
}

async function end(child: ChildProcess, folder: string): Promise<void> {
  if (child.exitCode === null && child.signalCode === null && child.pid !== undefined) {
    const closed = once(child, "close");
    child.kill("SIGTERM");
    const timer = setTimeout(() => child.kill("SIGKILL"), stopTimeout);
    await closed;
    clearTimeout(timer);
  }
  running.delete(child);
  await rm(folder, { recursive: true, force: true });
}

process.once("exit", () => {
  for (const [child, folder] of running) {
    child.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  }
});
