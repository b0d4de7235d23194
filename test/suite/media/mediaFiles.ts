import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import * as vscode from "vscode";
import { plainRequest } from "../../support/plainHttp.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";
import type { TemporaryFolder } from "../../support/temporaryFolder.ts";
import { until } from "../../window/until.ts";
import { launchedService } from "../launchedService.ts";
import { unique } from "../useMagazine.ts";

interface LibraryFile {
  readonly id: number;
  readonly documentId: string;
  readonly name: string;
  /** In kilobytes. */
  readonly size: number;
}

/** Files for the tests of a describe(): on the disk, and in the media library. They are deleted after the tests. */
export function useFiles() {
  let folder: TemporaryFolder;
  let hasMade = false;
  before(() => {
    folder = temporaryFolder();
  });
  afterEach(async () => {
    if (!hasMade) return;
    hasMade = false;
    for (const { id, name } of await allFiles()) {
      if (name.startsWith(prefix)) await remove(id);
    }
  });
  after(() => folder.remove());
  return {
    /** Creates a file with a unique name and returns its path. */
    onDisk: (content = "Tea", ending = "png"): string => {
      const path = join(folder.path, `${unique(prefix).replaceAll(" ", "-")}.${ending}`);
      writeFileSync(path, content);
      hasMade = true;
      return path;
    },
  };
}

const prefix = "made-for-a-test";

export const allFiles = (): Promise<LibraryFile[]> => filesFor("sort=id:asc");

async function filesFor(query: string): Promise<LibraryFile[]> {
  const { body } = await plainRequest(launchedService(), "GET", `upload/files?${query}`);
  return body as LibraryFile[];
}

/** A media file of the magazine. */
export async function fileNamed(name: string): Promise<LibraryFile> {
  const [file] = await filesFor(`filters[name][$eq]=${name}`);
  assert.ok(file, `No file is called ${name}`);
  return file;
}

export async function remove(id: number): Promise<void> {
  await plainRequest(launchedService(), "DELETE", `upload/files/${id}`);
}

/** The position of the first `text` in a document, moved by `by` characters. */
export function placeOf(document: vscode.TextDocument, text: string, by = 0): vscode.Position {
  const offset = document.getText().indexOf(text);
  assert.ok(offset >= 0, `${text} is not in the text`);
  return document.positionAt(offset + by);
}

/** Moves the cursor to that position, as a click does. */
export async function putCursor(at: vscode.Position): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  assert.ok(editor);
  editor.selection = new vscode.Selection(at, at);
  await until("The cursor did not move", () =>
    Promise.resolve(editor.selection.active.isEqual(at)),
  );
}
