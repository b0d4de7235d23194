import { ok } from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { ContentFolder } from "../../../src/model/folder/contentFolder.ts";
import { contentDigests } from "../../../src/model/folder/folderForm.ts";
import { headsIn } from "../../../src/model/folder/heads.ts";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import { caseCount } from "../../support/longRun.ts";
import { temporaryFolder, type TemporaryFolder } from "../../support/temporaryFolder.ts";
import { why } from "../outcomes.ts";
import {
  attributes,
  catalog,
  ContentClone,
  contentPath,
  git,
  statePath,
  tryGit,
} from "./contentClone.ts";

type Name = "title" | "summary";

/** A step in one of two clones. Numbers choose a clone, an attribute, an earlier state or commit. */
interface Step {
  readonly kind: (typeof kinds)[number];
  readonly clone: number;
  readonly name: Name;
  readonly back: number;
}

const kinds = [
  ...["edit", "edit", "edit-service", "edit-service", "service-back", "pull", "pull", "push"],
  ...["commit", "commit", "merge", "merge", "rebase", "cherry-pick", "squash", "revert"],
  ...["restore", "restore-file", "stash", "stash-pop", "shallow", "worktree", "sparse"],
] as const;

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(...kinds),
  clone: fc.nat(1),
  name: fc.constantFrom<Name[]>("title", "summary"),
  back: fc.integer({ min: 1, max: 3 }),
});

/** Two clones of a repository, and a service. */
class World {
  readonly #temporary: TemporaryFolder;
  readonly #clones: ContentClone[] = [];
  #service: JsonObject = { title: "v0", summary: "v0" };
  readonly #serviceStates: JsonObject[] = [this.#service];
  #count = 0;

  constructor(temporary: TemporaryFolder) {
    this.#temporary = temporary;
  }

  get #origin(): string {
    return join(this.#temporary.path, "origin");
  }

  async start(): Promise<void> {
    const first = await ContentClone.make(this.#newPath());
    await first.pull(this.#service);
    first.commit();
    git(this.#temporary.path, "clone", "-q", "--bare", first.root, this.#origin);
    for (const index of [0, 1]) this.#clone(index);
  }

  #newPath(): string {
    this.#count += 1;
    return join(this.#temporary.path, `clone${this.#count}`);
  }

  /** In every second clone, a merge of state files leaves the marks of a conflict. */
  #clone(index: number, ...words: readonly string[]): void {
    const path = this.#newPath();
    git(this.#temporary.path, "clone", "-q", ...words, `file://${this.#origin}`, path);
    this.#clones[index] = new ContentClone(path);
    if (index === 1) {
      const attributesFile = git(path, "rev-parse", "--git-path", "info/attributes").trim();
      this.#clones[index].write(join("..", attributesFile), "content/.cms/state/** merge=text\n");
    }
  }

  #value(): string {
    this.#count += 1;
    return `v${this.#count}`;
  }

  async run({ kind, clone: index, name, back }: Step): Promise<void> {
    const clone = this.#clones[index];
    if (!clone) return;
    const earlier = `HEAD~${back}`;
    switch (kind) {
      case "edit":
        clone.edit({ [name]: this.#value() });
        return;
      case "edit-service":
        this.#serve({ ...this.#service, [name]: this.#value() });
        return;
      case "service-back":
        this.#serve(this.#serviceStates.at(-1 - back) ?? this.#service);
        return;
      case "pull":
        return this.#pull(clone);
      case "push":
        return this.#push(clone);
      case "commit":
        clone.commit();
        return;
      case "merge":
      case "rebase":
      case "cherry-pick":
        this.#join(clone, kind, back);
        return;
      case "squash":
        tryGit(clone.root, "reset", "-q", "--soft", earlier);
        clone.commit();
        return;
      case "revert":
        clone.commit();
        if (tryGit(clone.root, "revert", "--no-edit", "HEAD") === undefined)
          this.#end(clone, "revert", "--theirs");
        return;
      case "restore":
        tryGit(clone.root, "checkout", "-q", earlier, "--", "content");
        return;
      case "restore-file":
        tryGit(clone.root, "checkout", "-q", earlier, "--", `content/${contentPath}`);
        return;
      case "stash":
        tryGit(clone.root, "stash");
        return;
      case "stash-pop":
        if (tryGit(clone.root, "stash", "pop") === undefined) clone.git("reset", "-q", "--hard");
        return;
      case "shallow":
        this.#clone(index, "--depth", String(back));
        return;
      case "worktree": {
        const path = this.#newPath();
        clone.git("worktree", "add", "-q", "--detach", path);
        this.#clones[index] = new ContentClone(path);
        return;
      }
      case "sparse": {
        clone.commit();
        clone.git("sparse-checkout", "set", "--no-cone", "/*", "!/content/recipes");
        const failure = why(await ContentFolder.open(clone.content));
        clone.git("sparse-checkout", "disable");
        ok(failure === "left-out-file", "a sparse checkout is refused");
      }
    }
  }

  #serve(content: JsonObject): void {
    this.#service = content;
    this.#serviceStates.push(content);
  }

  async #pull(clone: ContentClone): Promise<void> {
    const before = clone.file;
    const isKnown = this.#knownIn(clone);
    await clone.pull(this.#service);
    for (const [name, value] of Object.entries(before))
      ok(clone.file[name] === value || isKnown(name, before), `a pull replaced ${name}`);
  }

  async #push(clone: ContentClone): Promise<void> {
    const before = this.#service;
    const isKnown = this.#knownIn(clone);
    const { after } = await clone.push(before);
    for (const [name, value] of Object.entries(before))
      ok(after[name] === value || isKnown(name, before), `a push replaced ${name}`);
    if (after !== before) this.#serve(after);
  }

  /** Commits, and takes over what the other clone shared. Then shares the result. */
  #join(clone: ContentClone, how: "merge" | "rebase" | "cherry-pick", side: number): void {
    clone.commit();
    clone.git("fetch", "-q", "origin");
    const words = how === "merge" ? ["--no-edit"] : [];
    if (tryGit(clone.root, how, ...words, "origin/main") === undefined)
      this.#end(clone, how, side === 1 ? "--ours" : "--theirs");
    tryGit(clone.root, "push", "-q", "origin", "HEAD:main");
  }

  /** Resolves conflicts of the file by one side, and leaves the marks in the state file. */
  #end(clone: ContentClone, how: string, side: string): void {
    for (let round = 0; round < 10; round += 1) {
      tryGit(clone.root, "checkout", side, "--", `content/${contentPath}`);
      clone.git("add", "-A");
      if (tryGit(clone.root, how, "--continue") !== undefined) return;
    }
    tryGit(clone.root, how, "--abort");
    tryGit(clone.root, "reset", "-q", "--hard");
  }

  /**
   * Whether a head or a commit in the history of HEAD has a value. Reads each commit by itself, so
   * that it shares nothing with what it judges.
   */
  #knownIn(clone: ContentClone): (name: string, content: JsonObject) => boolean {
    const commits = clone.git("rev-list", "HEAD").trim().split("\n");
    const digests = new Map<string, Set<string | undefined>>();
    const add = (state: ReadonlyMap<string, string>): void => {
      for (const name of attributes.keys())
        digests.set(name, (digests.get(name) ?? new Set()).add(state.get(name)));
    };
    const digestsOf = (content: JsonObject) => contentDigests(content, attributes, catalog);
    const input = commits.flatMap((commit) => [
      `${commit}:content/${contentPath}`,
      `${commit}:content/${statePath}`,
    ]);
    const { stdout } = spawnSync("git", ["cat-file", "--batch"], {
      ...{ cwd: clone.root, encoding: "utf8", input: `${input.join("\n")}\n` },
    });
    const tree = readFileSync(join(clone.content, statePath), "utf8");
    for (const { digests: state } of headsIn(`${stdout}\n${tree}`)) add(state);
    for (const line of stdout.split("\n"))
      if (line.startsWith('{"')) add(digestsOf(JSON.parse(line) as JsonObject));
    return (name, content) => digests.get(name)?.has(digestsOf(content).get(name)) === true;
  }
}

describe("Any history of two clones and a service", function () {
  this.timeout(3_600_000);

  it("a push replaces no value of the service, and a pull none of a file, that no head and no commit has", () =>
    fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 20 }), async (steps) => {
        const temporary = temporaryFolder();
        try {
          const world = new World(temporary);
          await world.start();
          for (const each of steps) await world.run(each);
        } finally {
          temporary.remove();
        }
      }),
      // Each step runs several processes.
      {
        seed: Number(process.env["CMS_SEED"] ?? 20_261_129),
        numRuns: Math.ceil(caseCount(60) / 20),
      },
    ));
});
