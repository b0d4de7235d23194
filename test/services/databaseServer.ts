import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { DatabaseKind } from "./descriptions.ts";

/** How tests connect to a service's database. */
export type DatabaseAccess =
  | { readonly kind: "sqlite"; readonly file: string }
  | {
      readonly kind: "postgres" | "mariadb";
      readonly host: string;
      readonly port: number;
      readonly user: string;
      readonly database: string;
    };

export interface DatabaseServer {
  readonly access: Exclude<DatabaseAccess, { kind: "sqlite" }>;
  /** Ends the server, and copies its files to this folder. */
  keep(folder: string): Promise<void>;
  /** Ends the server and removes its files. */
  stop(): Promise<void>;
}

const program = fileURLToPath(new URL("databaseProcess.mjs", import.meta.url));

/** Starts a database server on a copy of these files, or on an empty database if no folder is given. */
export async function startDatabaseServer(
  kind: Exclude<DatabaseKind, "sqlite">,
  from = "",
): Promise<DatabaseServer> {
  const child = spawn(process.execPath, [program, kind, from], {
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  let output = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (output += text));
  const closed = once(child, "close");
  // After this side disconnects the channel, Node doesn't emit "close".
  const exited = once(child, "exit");
  const ready = once(child, "message") as Promise<[DatabaseServer["access"]]>;
  const early = closed.then(([code]: unknown[]) => {
    throw new Error(`The ${kind} server did not start (${String(code)}):\n${output}`);
  });
  early.catch(() => undefined);
  const [access] = await Promise.race([ready, early]);
  return {
    access,
    keep: async (folder) => {
      child.send({ keep: folder });
      const [code] = (await closed) as [number | null];
      if (code !== 0) throw new Error(`The files of the ${kind} server were not kept:\n${output}`);
    },
    stop: async () => {
      if (child.connected) child.disconnect();
      await exited;
    },
  };
}

/** The environment variables with which config/database.js selects this database. */
export function environmentOf(access: DatabaseServer["access"]): Record<string, string> {
  return {
    DATABASE_CLIENT: access.kind === "postgres" ? "postgres" : "mysql",
    DATABASE_HOST: access.host,
    DATABASE_PORT: String(access.port),
    DATABASE_USER: access.user,
    DATABASE_NAME: access.database,
  };
}
