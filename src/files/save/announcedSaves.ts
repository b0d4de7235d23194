import * as vscode from "vscode";

/**
 * The kind of a save. `by-hand`: VS Code announced the save, and the user or an extension started
 * it. `auto-save`: VS Code saves automatically. `unannounced`: the save skips the steps that VS
 * Code runs before a save. Agents and Save without Formatting do this.
 */
export type SaveKind = "by-hand" | "auto-save" | "unannounced";

interface AnnouncedText {
  readonly kind: SaveKind;
  readonly phase: "before-stat" | "in-stat" | "before-write" | "stopped";
  /** When the announcement expires, as a time of `performance.now()`. */
  readonly until: number;
}

/** The longest time that formatters and other save participants take, in milliseconds. */
const participants = 60_000;
/** The longest time from the answer to a save's stat until its write, in milliseconds. */
const toWrite = 5_000;

/**
 * The saves that VS Code has announced. Its file system calls don't tell their purpose. An
 * announcement is valid for one stat and one write. A save that stops in between doesn't make a
 * later save count as `by-hand`.
 */
export class AnnouncedSaves {
  readonly #announced = new Map<string, AnnouncedText>();
  readonly #keyIn: (uri: vscode.Uri) => string | undefined;

  /** @param keyIn The key of the document or text under a URI; undefined for other URIs. */
  constructor(keyIn: (uri: vscode.Uri) => string | undefined) {
    this.#keyIn = keyIn;
  }

  /** Listens for announced saves. Listen for as long as VS Code can save such a file. */
  readonly follow = (): vscode.Disposable =>
    vscode.workspace.onWillSaveTextDocument(({ document, reason }) => {
      const key = this.#keyIn(document.uri);
      if (key === undefined) return;
      const kind = reason === vscode.TextDocumentSaveReason.Manual ? "by-hand" : "auto-save";
      const until = performance.now() + participants;
      this.#announced.set(key, { kind, phase: "before-stat", until });
    });

  /** Whether the stat belongs to an announced save. If so, the caller calls `answered`. */
  begin(key: string): boolean {
    const announced = this.#find(key);
    if (announced?.phase === "before-stat") {
      this.#announced.set(key, { ...announced, phase: "in-stat", until: Infinity });
      return true;
    }
    // After a stopped save, VS Code announces Overwrite like any other save. So this stat belongs
    // to another save.
    if (announced?.phase === "stopped") this.#announced.delete(key);
    return false;
  }

  /**
   * Call this when the stat of an announced save has its answer.
   * @param isStopped Whether VS Code stops the save, unless the user has selected Overwrite.
   */
  answered(key: string, isStopped: boolean): void {
    const announced = this.#announced.get(key);
    if (announced?.phase !== "in-stat") return;
    const phase = isStopped ? "stopped" : "before-write";
    this.#announced.set(key, { ...announced, phase, until: performance.now() + toWrite });
  }

  kindOf(key: string): SaveKind {
    return this.#find(key)?.kind ?? "unannounced";
  }

  /** Returns the kind of the save that this write ends. Later calls belong to another save. */
  end(key: string): SaveKind {
    const kind = this.kindOf(key);
    this.#announced.delete(key);
    return kind;
  }

  #find(key: string): AnnouncedText | undefined {
    const announced = this.#announced.get(key);
    return announced && performance.now() < announced.until ? announced : undefined;
  }
}
