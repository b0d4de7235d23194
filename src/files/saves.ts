import * as vscode from "vscode";

/**
 * How a save came about: `by-hand` is any save that VS Code announced as a person's or an extension's own call,
 * `auto-save` one that VS Code makes by itself. `unannounced` skips what VS Code runs before a save: agents save
 * like this, and Save without Formatting.
 */
export type SaveKind = "by-hand" | "auto-save" | "unannounced";

interface AnnouncedText {
  readonly kind: SaveKind;
  readonly phase: "before-stat" | "in-stat" | "before-write" | "stopped";
  /** When it is too old to be meant, by `performance.now()`. */
  readonly until: number;
}

/** How long formatters and other participants of a save take at most, in milliseconds. */
const participants = 60_000;
/** How long VS Code takes at most from the answer of a save's stat to its write, in milliseconds. */
const toWrite = 5_000;

/**
 * The saves that VS Code has announced: its file system calls don't say what they are for. An announcement is good
 * for one stat and one write. A save that was stopped in between makes no later one a save by hand.
 */
export class Saves {
  readonly #announced = new Map<string, AnnouncedText>();
  readonly #keyIn: (uri: vscode.Uri) => string | undefined;

  /** @param keyIn What is saved under a URI, as one string; undefined for what is not meant here. */
  constructor(keyIn: (uri: vscode.Uri) => string | undefined) {
    this.#keyIn = keyIn;
  }

  /** Hears what VS Code announces, for as long as there may be something to save. */
  readonly follow = (): vscode.Disposable =>
    vscode.workspace.onWillSaveTextDocument(({ document, reason }) => {
      const key = this.#keyIn(document.uri);
      if (key === undefined) return;
      const kind = reason === vscode.TextDocumentSaveReason.Manual ? "by-hand" : "auto-save";
      const until = performance.now() + participants;
      this.#announced.set(key, { kind, phase: "before-stat", until });
    });

  /** Whether the stat that is asked now is that of an announced save. `answered` has to follow. */
  begin(key: string): boolean {
    const announced = this.#find(key);
    if (announced?.phase === "before-stat") {
      this.#announced.set(key, { ...announced, phase: "in-stat", until: Infinity });
      return true;
    }
    // Of a stopped save only Overwrite comes back, announced like any other: this is another one.
    if (announced?.phase === "stopped") this.#announced.delete(key);
    return false;
  }

  /**
   * The stat of an announced save has its answer.
   * @param isStopped Whether VS Code stops the save for it, unless the person has pressed Overwrite.
   */
  answered(key: string, isStopped: boolean): void {
    const announced = this.#announced.get(key);
    if (announced?.phase !== "in-stat") return;
    const phase = isStopped ? "stopped" : "before-write";
    this.#announced.set(key, { ...announced, phase, until: performance.now() + toWrite });
  }

  /** How the save came about whose stat is asked, or whose text is written. */
  kindOf(key: string): SaveKind {
    return this.#find(key)?.kind ?? "unannounced";
  }

  /** The same of a write; what comes after it is another save. */
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
