import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { packageFolder } from "../demo/connector.ts";
import type { ConnectionEnvironment } from "../../src/model/connections/connection.ts";
import { quietSettings } from "../support/quietSettings.ts";
import type { Target } from "../support/plainHttp.ts";
import { temporaryFolder } from "../support/temporaryFolder.ts";
import { until } from "./until.ts";
import { Workbench } from "./workbench.ts";

type Settings = Readonly<Record<string, unknown>>;

/** What a file begins with, in the window that the files of a run share. */
export interface Beginning {
  /** User settings, on top of those that every file begins with. */
  readonly settings?: Settings | undefined;
  /** The only connection that is there; without it there is none. */
  readonly connection?: {
    readonly name: string;
    readonly service: Target;
    readonly environment?: ConnectionEnvironment | undefined;
  };
}

const shown = {
  // Its tabs, each with a document of its own, and what is unsaved in them are there after a reload.
  "files.hotExit": "onExitAndWindowClose",
  "workbench.editor.enablePreview": false,
  "workbench.editor.useModal": "off",
};
const all = { ...quietSettings, ...shown };

export interface SharedWindow {
  readonly workbench: Workbench;
  /** The folder that is open in it, empty at the beginning of a file. */
  readonly folder: string;
  /** Brings the window to a beginning. */
  reset(beginning: Beginning): Promise<void>;
  /** Leaves no question, no box, no editor and no notification; what is unsaved is given up. */
  clear(): Promise<void>;
  /** Changes the user's settings, of which these come on top of those that every file begins with. */
  set(settings: Settings): Promise<void>;
}

/** What the extension in `reset` is to do, and what it answers. */
interface Order {
  /** Whether it closes all editors and notifications. */
  readonly clears?: boolean;
  /** Whether it leaves no row selected: of rows that are gone, VS Code still shows the menus for several. */
  readonly unselects?: boolean;
  readonly settings?: Settings | undefined;
  /** To be added. */
  readonly connection?: object | undefined;
}

/** How long the removal of one connection may take until it is asked for again, in milliseconds. */
const removalLimit = 3_000;

interface Answer {
  readonly id?: number;
  readonly error?: string;
}

type Open = SharedWindow & { close(): Promise<void> };

let shared: Promise<Open> | undefined;

// At the top of a file that every test of the shared window imports: it is open until all of them are done.
after("close the shared window", closeSharedWindow);

/** Opens the window, unless it is open. */
export function openSharedWindow(): Promise<Open> {
  return (shared ??= open());
}

/** Resolves with the window as a file finds it: no editor, no notification, no connection but the given one. */
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

/** The next file opens another one. Fails where a secret stands in a file of the profile. */
export async function closeSharedWindow(): Promise<void> {
  const open = shared;
  shared = undefined;
  await (await open)?.close();
}

async function open(): Promise<Open> {
  // In the browser, a window without a folder forgets its tabs.
  const folder = temporaryFolder();
  const mail = temporaryFolder();
  const [request, answer] = [join(mail.path, "request.json"), join(mail.path, "answer.json")];
  const workbench = await Workbench.open({
    folder: folder.path,
    settings: shown,
    env: { CMS_RESET_REQUEST: request, CMS_RESET_ANSWER: answer },
    extensions: [await packageFolder(resolve(import.meta.dirname, "reset"), "reset")],
  });
  const settingsFile = join(workbench.profile, "User/settings.json");
  let orders = 0;

  /** Has the extension beside ours do that. */
  const order = async (wanted: Order): Promise<void> => {
    const id = (orders += 1);
    writeFileSync(request, JSON.stringify({ ...wanted, id, settingsFile }));
    await workbench.command("Tests: Reset the Window");
    const read = (): Answer =>
      existsSync(answer) ? (JSON.parse(readFileSync(answer, "utf8")) as Answer) : {};
    await until("The window is not reset", () => Promise.resolve(read().id === id));
    const { error } = read();
    if (error !== undefined) throw new Error(error);
  };
  const reset = async ({ settings: own, connection }: Beginning): Promise<void> => {
    await workbench.clearWay();
    await order({ clears: true, settings: all, unselects: true });
    await removeConnections(workbench);
    await workbench.openContainer("Explorer");
    for (const name of readdirSync(folder.path)) {
      rmSync(join(folder.path, name), { recursive: true, force: true });
    }
    const given = connection && {
      name: connection.name,
      url: connection.service.url,
      token: connection.service.tokens.full,
      environment: connection.environment,
    };
    await order({ settings: { ...all, ...own }, connection: given });
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
      folder.remove();
      mail.remove();
    }
  };
  const set = (changed: Settings) => order({ settings: { ...all, ...changed } });
  return { workbench, folder: folder.path, clear, set, reset, close };
}

/** One after the other, as a person does: no command removes one without a question. */
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
        // Of several, the first.
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
