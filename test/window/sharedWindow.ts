import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { packageFolder } from "../demo/connector.ts";
import type { ConnectionEnvironment } from "../../src/model/connect/connection.ts";
import { quietSettings } from "../support/quietSettings.ts";
import type { Target } from "../support/plainHttp.ts";
import { temporaryFolder } from "../support/temporaryFolder.ts";
import { until } from "./until.ts";
import { Workbench } from "./workbench.ts";

type Settings = Readonly<Record<string, unknown>>;

/** The state in which a test file starts in the shared window. */
export interface Beginning {
  /** User settings, in addition to the settings that every file starts with. */
  readonly settings?: Settings | undefined;
  /** The only connection. By default there is none. */
  readonly connection?: {
    readonly name: string;
    readonly service: Target;
    readonly environment?: ConnectionEnvironment | undefined;
  };
}

const windowSettings = {
  // With these settings, every document has its own tab, and a reload restores the tabs and their unsaved texts.
  "files.hotExit": "onExitAndWindowClose",
  "workbench.editor.enablePreview": false,
  "workbench.editor.useModal": "off",
};
const all = { ...quietSettings, ...windowSettings };

export interface SharedWindow {
  readonly workbench: Workbench;
  /** The folder that is open in the window. It is empty when a file starts. */
  readonly folder: string;
  /** Brings the window into a starting state. */
  reset(beginning: Beginning): Promise<void>;
  /** Closes all questions, inputs, editors and notifications, and discards unsaved changes. */
  clear(): Promise<void>;
  /** Replaces the user settings by those that every file starts with, plus these. */
  set(settings: Settings): Promise<void>;
}

/** A request to the extension in `reset`. */
interface Order {
  /** Whether it closes all editors and notifications. */
  readonly clears?: boolean;
  /**
   * Whether it clears the selection in the tree. For deleted tree items that are still selected, VS Code keeps showing
   * the menus for several tree items.
   */
  readonly unselects?: boolean;
  readonly settings?: Settings | undefined;
  /** A connection to add. */
  readonly connection?: object | undefined;
}

/** How long to wait for the removal of one connection before repeating the command, in milliseconds. */
const removalLimit = 3_000;

interface Answer {
  readonly id?: number;
  readonly error?: string;
}

type Open = SharedWindow & { close(): Promise<void> };

let shared: Promise<Open> | undefined;

// This runs in a file that every test of the shared window imports, so the window stays open until all of them are
// done.
after("close the shared window", closeSharedWindow);

/** Opens the window, unless it is open. A new window has an empty profile. */
export function openSharedWindow(): Promise<Open> {
  return (shared ??= open());
}

/** Resolves with the window in its starting state: no editors, no notifications, and only the given connection. */
export async function beginInSharedWindow(beginning: Beginning): Promise<Open> {
  const window = await openSharedWindow();
  try {
    await window.reset(beginning);
    return window;
  } catch (error) {
    console.error("A window can't be reset, and another one takes its place:", error);
    await closeSharedWindow();
  }
  const fresh = await openSharedWindow();
  await fresh.reset(beginning);
  return fresh;
}

/** Closes the window, so that the next file opens another one. Fails if a file of the profile contains a secret. */
export async function closeSharedWindow(): Promise<void> {
  const open = shared;
  shared = undefined;
  await (await open)?.close();
}

async function open(): Promise<Open> {
  // In the browser, a window without a folder forgets its tabs. Its name is in the pictures.
  const parent = temporaryFolder();
  const folder = join(parent.path, "site");
  mkdirSync(folder);
  const mail = temporaryFolder();
  const [request, answer] = [join(mail.path, "request.json"), join(mail.path, "answer.json")];
  const workbench = await Workbench.open({
    folder,
    env: { CMS_RESET_REQUEST: request, CMS_RESET_ANSWER: answer },
    extensions: [await packageFolder(resolve(import.meta.dirname, "reset"), "reset")],
  });
  const settingsFile = join(workbench.profile, "User/settings.json");
  let orders = 0;

  /** Sends a request to the extension in `reset` and waits for its answer. */
  const order = async (orderFields: Order): Promise<void> => {
    const id = (orders += 1);
    writeFileSync(request, JSON.stringify({ ...orderFields, id, settingsFile }));
    await workbench.command("Tests: Reset the Window");
    const read = (): Answer =>
      existsSync(answer) ? (JSON.parse(readFileSync(answer, "utf8")) as Answer) : {};
    await until("The window is not reset", () => Promise.resolve(read().id === id));
    const { error } = read();
    if (error !== undefined) throw new Error(error);
  };
  const reset = async ({ settings: ownSettings, connection }: Beginning): Promise<void> => {
    await workbench.clearWay();
    await order({ clears: true, settings: all, unselects: true });
    await removeConnections(workbench);
    await workbench.openContainer("Explorer");
    for (const name of readdirSync(folder)) {
      rmSync(join(folder, name), { recursive: true, force: true });
    }
    const given = connection && {
      name: connection.name,
      url: connection.service.url,
      token: connection.service.tokens.full,
      environment: connection.environment,
    };
    await order({ settings: { ...all, ...ownSettings }, connection: given });
  };
  const clear = async (): Promise<void> => {
    await workbench.page.bringToFront();
    await workbench.clearWay();
    await order({ clears: true });
  };
  const close = async (): Promise<void> => {
    try {
      await workbench.close();
    } finally {
      parent.remove();
      mail.remove();
    }
  };
  const set = (changed: Settings) => order({ settings: { ...all, ...changed } });
  return { workbench, folder, clear, set, reset, close };
}

/** Removes the connections one after the other, as a user does. No command removes one without a question. */
async function removeConnections(workbench: Workbench): Promise<void> {
  const { page, tree, dialog } = workbench;
  const list = page.locator(".quick-input-widget:visible .monaco-list-row.focused");
  await workbench.openContainer("CMS");
  let askedAt = 0;
  await until(
    "A connection stays",
    async () => {
      if (await tree.welcome().isVisible()) return true;
      if (await dialog.isOpen()) {
        await dialog.press("Remove");
      } else if (await list.isVisible()) {
        // Picks the first of several connections.
        await page.keyboard.press("Enter");
      } else if (Date.now() - askedAt > removalLimit && (await tree.rows()).length > 0) {
        await workbench.command("CMS: Remove Connection");
        askedAt = Date.now();
      }
      return false;
    },
    removalLimit * 20,
  );
}
