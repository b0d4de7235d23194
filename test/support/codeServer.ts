import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cp } from "node:fs/promises";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { findHost } from "./host.ts";
import { startProcess } from "./ownProcess.ts";
import type { OwnProcess } from "./ownProcess.ts";
import { quietSettings } from "./quietSettings.ts";
import { temporaryFolder } from "./temporaryFolder.ts";

export interface CodeServerOptions {
  /** Additional environment variables of the server and its extension host. */
  readonly env?: Readonly<Record<string, string>>;
  /** Additional user settings. The default settings keep the window quiet. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Extensions to install before the start, as paths of .vsix files. */
  readonly extensions?: readonly string[];
}

export interface CodeServer {
  /** The server's host and port, as in a remote address. */
  readonly authority: string;
  /** The user data folder. stop() deletes it. */
  readonly folder: string;
  readonly ended: OwnProcess["ended"];
  output(): string;
  stop(): Promise<void>;
}

/** The time limit for the first answer of the server, in milliseconds. */
const startLimit = 30_000;

/** Starts a server in its own folder. stop() deletes the folder. */
export async function startCodeServer(options: CodeServerOptions = {}): Promise<CodeServer> {
  const serverFolder = temporaryFolder();
  const folder = serverFolder.path;
  try {
    layOut(folder, options.settings);
    const env = environment(folder, options.env);
    await install(options.extensions ?? [], folder, env);

    const authority = `127.0.0.1:${await freePort()}`;
    const { node, program } = findHost();
    const server = startProcess(node, [program, "--bind-addr", authority, ...flags(folder)], env);
    const stop = async (): Promise<void> => {
      await server.stop();
      serverFolder.remove();
    };
    await untilHealthy(authority, server).catch(async (error: unknown) => {
      await stop();
      throw error;
    });
    return { authority, folder, ended: server.ended, output: () => server.output(), stop };
  } catch (error) {
    serverFolder.remove();
    throw error;
  }
}

function folders(folder: string): string[] {
  return [
    ...["--config", join(folder, "config.yaml")],
    ...["--user-data-dir", folder],
    ...["--extensions-dir", join(folder, "extensions")],
  ];
}

function flags(folder: string): string[] {
  return [
    ...folders(folder),
    ...["--auth", "none"],
    "--disable-telemetry",
    "--disable-update-check",
    "--disable-getting-started-override",
    "--ignore-last-opened",
  ];
}

function layOut(folder: string, settings: CodeServerOptions["settings"]): void {
  for (const name of ["User", "home", "tmp", "xdg"]) mkdirSync(join(folder, name));
  const all = { ...quietSettings, ...settings };
  writeFileSync(join(folder, "User/settings.json"), JSON.stringify(all, undefined, 2));
}

/** The server writes all its files to its folder. It ignores the settings of an outer VS Code or npm. */
function environment(folder: string, more: CodeServerOptions["env"]): NodeJS.ProcessEnv {
  const leaked =
    /^(VSCODE_|ELECTRON_|npm_)|^((HASHED_)?PASSWORD|NODE_OPTIONS|PORT)$|^(all|https?|no)_proxy$/i;
  const inherited = Object.entries(process.env).filter(([name]) => !leaked.test(name));
  return {
    ...Object.fromEntries(inherited),
    HOME: join(folder, "home"),
    XDG_CONFIG_HOME: join(folder, "xdg"),
    XDG_DATA_HOME: join(folder, "xdg"),
    XDG_RUNTIME_DIR: join(folder, "tmp"),
    TMPDIR: join(folder, "tmp"),
    // Without a gallery, the server installs extensions only from files.
    EXTENSIONS_GALLERY: JSON.stringify({ serviceUrl: "" }),
    ...more,
  };
}

/**
 * Installed extensions are cached and copied, because an installation takes seconds and has the same result for every
 * server.
 */
const installed = new Map<string, Promise<string>>();

async function install(all: readonly string[], folder: string, env: NodeJS.ProcessEnv) {
  if (all.length === 0) return;
  const key = all.join();
  const installation = installed.get(key) ?? installOnce(all, env);
  installed.set(key, installation);
  const template = await installation;
  await cp(join(template, "extensions"), join(folder, "extensions"), { recursive: true });
  const list = join(folder, "extensions/extensions.json");
  writeFileSync(list, readFileSync(list, "utf8").replaceAll(template, folder));
}

/** Resolves with a folder that contains the installed extensions. The folder is deleted when this process ends. */
async function installOnce(all: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const { path } = temporaryFolder();
  const { node, program } = findHost();
  const installArguments = all.flatMap((vsix) => ["--install-extension", vsix]);
  await promisify(execFile)(node, [program, ...folders(path), ...installArguments], { env });
  return path;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function untilHealthy(authority: string, server: OwnProcess): Promise<void> {
  const earlyEnd = server.ended.then((code) => {
    throw new Error(`code-server ended with ${code}:\n${server.output()}`);
  });
  const deadline = Date.now() + startLimit;
  while (!(await Promise.race([earlyEnd, isHealthy(authority)]))) {
    if (Date.now() > deadline) throw new Error(`code-server did not start:\n${server.output()}`);
    await pause(50);
  }
  // The caller handles the end of the process from here on.
  earlyEnd.catch(() => undefined);
}

async function isHealthy(authority: string): Promise<boolean> {
  try {
    return (await fetch(`http://${authority}/healthz`)).ok;
  } catch {
    // The server doesn't listen yet.
    return false;
  }
}
