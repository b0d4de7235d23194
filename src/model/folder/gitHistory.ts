import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { setImmediate } from "node:timers/promises";

/*
 * What Git knows of a folder: the versions of its files in the history of HEAD, and which files are
 * not as they should be on disk. It runs the `git` of the user, to read only. Where that fails, there
 * is no history: without Git, outside of a repository, and before the first commit.
 */

/** What a commit of HEAD's history wrote into a file. */
export interface FileVersion {
  readonly commit: string;
  readonly text: string;
}

export class GitHistory {
  readonly #root: string;
  #log: Promise<Log> | undefined;
  #isShallow: Promise<boolean> | undefined;
  /** The objects to read next, and the process that will read them. */
  #objects = new Set<string>();
  #reading: Promise<ReadonlyMap<string, string>> | undefined;

  constructor(root: string) {
    this.#root = resolve(root);
  }

  /** The first file that a sparse checkout leaves out, and those with a conflict. */
  async index() {
    const output = await git(this.#root, ["ls-files", "-z", "-t"]);
    const files = output?.split("\0") ?? [];
    const pathsWith = (tag: string) =>
      new Set(files.flatMap((file) => (file.startsWith(`${tag} `) ? file.slice(2) : [])));
    // A file on disk may have the mark so that Git ignores its changes.
    const leftOut = [...pathsWith("S")].find((path) => !existsSync(join(this.#root, path)));
    return { leftOut, unmerged: pathsWith("M") };
  }

  /** Whether the repository lacks commits. */
  isShallow(): Promise<boolean> {
    this.#isShallow ??= git(this.#root, ["rev-parse", "--is-shallow-repository"]).then(
      (output) => output?.trim() === "true",
    );
    return this.#isShallow;
  }

  /** The versions of a file. None comes before one that a later commit wrote. */
  async versions(path: string): Promise<readonly FileVersion[]> {
    const { objects } = await this.#read();
    const versions = objects.get(path) ?? [];
    const texts = await this.#texts(versions.map(({ object }) => object));
    return versions.flatMap(({ commit, object }) => {
      const text = texts.get(object);
      return text === undefined ? [] : { commit, text };
    });
  }

  /** Whether several commits wrote a file. */
  async isRewritten(path: string): Promise<boolean> {
    const { objects } = await this.#read();
    return (objects.get(path)?.length ?? 0) > 1;
  }

  async commits(): Promise<Commits> {
    return (await this.#read()).commits;
  }

  #read(): Promise<Log> {
    this.#log ??= Promise.all([
      git(this.#root, logWords),
      git(this.#root, ["rev-parse", "--show-prefix"]),
    ]).then(([output = "", prefix = ""]) => logIn(output, prefix.trimEnd()));
    return this.#log;
  }

  /** The files that are compared at the same time share a process. */
  #texts(objects: readonly string[]): Promise<ReadonlyMap<string, string>> {
    for (const object of objects) this.#objects.add(object);
    this.#reading ??= setImmediate().then(() => {
      const next = [...this.#objects];
      this.#objects = new Set();
      this.#reading = undefined;
      return readObjects(this.#root, next);
    });
    return this.#reading;
  }
}

/**
 * All commits that wrote a file of the folder, also those on a side of a merge whose values lost. A
 * merge has the files that it wrote otherwise than each of its parents.
 */
const logWords = [
  ...["-c", "log.showRoot=true", "-c", "log.showSignature=false", "-c", "log.follow=false"],
  ...["log", "-z", "--format=%H %P", "--topo-order", "--full-history", "--parents", "--raw", "-c"],
  ...["--no-abbrev", "--no-renames", "--no-color", "--no-relative", "HEAD", "--", "."],
];

interface Log {
  readonly commits: Commits;
  /** The objects that commits wrote into a file, the latest first. */
  readonly objects: ReadonlyMap<string, readonly { commit: string; object: string }[]>;
}

/** `prefix`: the folder in the repository, which the paths begin with. */
function logIn(output: string, prefix: string): Log {
  const parents = new Map<string, readonly string[]>();
  const objects = new Map<string, { commit: string; object: string }[]>();
  let commit = "";
  const words = output.split("\0").values();
  for (const word of words) {
    const [first = "", ...others] = word.trim().split(" ");
    if (first.startsWith(":")) {
      const path = words.next().value?.slice(prefix.length) ?? "";
      const version = { commit, object: others.at(-2) ?? "" };
      const versions = objects.get(path);
      if (versions) versions.push(version);
      else objects.set(path, [version]);
    } else if (first !== "") {
      commit = first;
      parents.set(commit, others);
    }
  }
  return { commits: new Commits(parents), objects };
}

/** Which commits come before which. */
export class Commits {
  readonly #parents: ReadonlyMap<string, readonly string[]>;
  readonly #ancestors = new Map<string, ReadonlySet<string>>();

  constructor(parents: ReadonlyMap<string, readonly string[]>) {
    this.#parents = parents;
  }

  /** Whether a commit is an ancestor of one of some others. None is its own. */
  isBefore = (commit: string, others: readonly string[]): boolean =>
    others.some((other) => this.#ancestorsOf(other).has(commit));

  /** Of some commits, those without an ancestor among them. */
  earliest = (commits: readonly string[]): readonly string[] =>
    commits.filter((commit) => !commits.some((other) => this.isBefore(other, [commit])));

  #ancestorsOf(commit: string): ReadonlySet<string> {
    const ancestors = this.#ancestors.get(commit) ?? reachable(commit, this.#parents);
    this.#ancestors.set(commit, ancestors);
    return ancestors;
  }
}

function reachable(
  start: string,
  next: ReadonlyMap<string, readonly string[]>,
): ReadonlySet<string> {
  const reached = new Set<string>();
  const open = [...(next.get(start) ?? [])];
  for (let commit = open.pop(); commit !== undefined; commit = open.pop()) {
    if (reached.has(commit)) continue;
    reached.add(commit);
    open.push(...(next.get(commit) ?? []));
  }
  return reached;
}

/** The texts of objects. One that the repository doesn't have is absent. */
async function readObjects(
  root: string,
  objects: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  if (objects.length === 0) return texts;
  const output = await gitBytes(root, ["cat-file", "--batch"], `${objects.join("\n")}\n`);
  let at = 0;
  while (output && at < output.length) {
    const start = output.indexOf("\n", at) + 1;
    const [object = "", , size] = output.toString("latin1", at, start).split(" ");
    at = start;
    // An object that is missing has no size.
    if (size === undefined) continue;
    const end = start + Number(size);
    texts.set(object, new TextDecoder().decode(output.subarray(start, end)));
    at = end + 1;
  }
  return texts;
}

const git = async (root: string, words: readonly string[]): Promise<string | undefined> =>
  (await gitBytes(root, words))?.toString("utf8");

/** What Git prints; undefined if it fails. It asks for nothing and changes nothing. */
function gitBytes(root: string, words: readonly string[], input = ""): Promise<Buffer | undefined> {
  const safely = ["--no-pager", "--no-optional-locks", "--literal-pathspecs"];
  // The settings of a repository may name a program that watches files.
  const args = ["-C", root, ...safely, "-c", "core.fsmonitor=false", ...words];
  return new Promise((done) => {
    const options = {
      ...({ encoding: "buffer", maxBuffer: Infinity, windowsHide: true } as const),
      // Windows first looks for programs in the current folder, whose files may be of anyone.
      cwd: dirname(process.execPath),
      env: { ...process.env, GIT_TERMINAL_PROMPT: "0" },
    };
    const child = execFile("git", args, options, (error, output) =>
      done(error ? undefined : output),
    );
    // Git may end before it has read everything.
    child.stdin?.on("error", () => undefined).end(input);
  });
}
