import { join, resolve } from "node:path";
import { windowAddress } from "../support/browser.ts";
import { startCodeServer } from "../support/codeServer.ts";
import { startProcess } from "../support/ownProcess.ts";
import { temporaryFolder } from "../support/temporaryFolder.ts";
import { findOnPath } from "../support/tools.mjs";
import { packageExtension } from "../window/vsix.ts";
import { connectorFolder, packageConnector } from "./connector.ts";

const root = resolve(import.meta.dirname, "../..");

interface Opened {
  readonly env: Readonly<Record<string, string>>;
  readonly say: (line: string) => void;
}

/**
 * Opens VS Code for a person to try out. Resolves when the user closes the desktop window. In a browser it never
 * resolves: Ctrl+C ends it.
 */
export async function openForPerson(opened: Opened): Promise<void> {
  const code = findOnPath("code");
  await (code !== undefined && hasDisplay() ? openDesktop(code, opened) : openInBrowser(opened));
}

/** Opens a desktop VS Code in a profile of its own, so that it changes nothing in the user's profile. */
async function openDesktop(code: string, { env, say }: Opened): Promise<void> {
  const profile = temporaryFolder();
  const words = [
    ...["--wait", "--new-window", "--disable-workspace-trust", "--skip-welcome"],
    `--user-data-dir=${join(profile.path, "data")}`,
    `--extensions-dir=${join(profile.path, "extensions")}`,
    `--extensionDevelopmentPath=${root}`,
    `--extensionDevelopmentPath=${connectorFolder}`,
  ];
  // This is the build that users get. VS Code loads it from the folder.
  await packageExtension();
  const window = startProcess(code, words, { ...process.env, ...env });
  say("VS Code is open; close its window or press Ctrl+C when you are done.");
  await window.ended;
  profile.remove();
}

async function openInBrowser({ env, say }: Opened): Promise<void> {
  const extensions = [await packageExtension(), await packageConnector()];
  const server = await startCodeServer({ env, extensions });
  say(`VS Code is open at ${windowAddress(server)}`);
  say("Press Ctrl+C when you are done.");
  await server.ended;
  await server.stop();
}

function hasDisplay(): boolean {
  const { DISPLAY: x, WAYLAND_DISPLAY: wayland } = process.env;
  return process.platform !== "linux" || Boolean(x ?? wayland);
}
