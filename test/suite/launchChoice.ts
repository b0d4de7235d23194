import { join, resolve } from "node:path";
import { downloadAndUnzipVSCode, SilentReporter } from "@vscode/test-electron";

export interface Executable {
  readonly path: string;
  /** The name for the output of the run. */
  readonly name: string;
}

/** How long the download may wait for an answer, in milliseconds. */
const downloadLimit = 5_000;

/**
 * The VS Code to run the suite in: the one that VSCODE_PATH names, or else a downloaded one, or else the stand-in,
 * which is code-server in a browser. Without a screen for a desktop window, nothing is downloaded.
 */
export async function findVSCode(): Promise<Executable> {
  const named = process.env["VSCODE_PATH"];
  if (named) return { path: named, name: named };
  const downloaded = hasScreen() ? await download() : undefined;
  return downloaded ?? standIn;
}

const standIn: Executable = {
  path: join(import.meta.dirname, "launchStandIn.mjs"),
  name: "code-server and Chromium, standing in for the desktop's VS Code",
};

function hasScreen(): boolean {
  const { DISPLAY, WAYLAND_DISPLAY } = process.env;
  return process.platform !== "linux" || Boolean(DISPLAY ?? WAYLAND_DISPLAY);
}

async function download(): Promise<Executable | undefined> {
  try {
    const path = await downloadAndUnzipVSCode({
      version: process.env["VSCODE_VERSION"] ?? "stable",
      cachePath: resolve(import.meta.dirname, "../../out/vscode"),
      timeout: downloadLimit,
      reporter: new SilentReporter(),
    });
    return { path, name: path };
  } catch (error) {
    console.log(`VS Code could not be downloaded: ${String(error)}`);
    return undefined;
  }
}
