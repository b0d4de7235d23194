import { deepEqual, equal } from "node:assert/strict";
import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { ContentFolder } from "../../../src/model/folder/contentFolder.ts";
import type { FileDecision } from "../../../src/model/folder/decisions.ts";
import { folderStatus } from "../../../src/model/folder/status/folderStatus.ts";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import { temporaryFolder, type TemporaryFolder } from "../../support/temporaryFolder.ts";
import { must, why } from "../outcomes.ts";
import { catalog, ContentClone, contentPath, git, statePath, tryGit } from "./contentClone.ts";

/** What was decided about the title, and why it is doubtful. */
const titled = (decision: FileDecision): string => {
  if (decision.kind !== "compared") return decision.kind;
  const { local, remote, merged, conflicts, doubt } = decision;
  const lists = Object.entries({ local, remote, merged, conflicts });
  const titleLists = lists.filter(([, names]) => names.includes("title")).map(([list]) => list);
  return [...titleLists, doubt ?? []].flat().join(" ");
};

const title = (text: string): JsonObject => ({ title: text });

describe("Bases from Git", function () {
  this.timeout(20_000);
  let temporary: TemporaryFolder;
  let clone: ContentClone;

  beforeEach(async () => {
    temporary = temporaryFolder();
    clone = await ContentClone.make(join(temporary.path, "one"));
  });
  afterEach(() => temporary.remove());

  const decide = async (service: JsonObject): Promise<string> =>
    titled((await clone.compare(service)).decision);

  const statusOf = async (folder: ContentFolder): Promise<readonly string[]> =>
    must(
      await folderStatus(folder, { environment: "live", schema: catalog, types: undefined }),
    ).map(
      (change) => `${change.path} ${change.kind === "compared" ? titled(change) : change.kind}`,
    );
  const status = async (): Promise<readonly string[]> => statusOf(await clone.open());

  /** Pulls and commits each title in turn. */
  const history = async (...titles: readonly string[]): Promise<void> => {
    for (const text of titles) {
      await clone.pull(title(text));
      clone.commit();
    }
  };

  it("a service that has a committed content later than the heads is the base of what changed since", async () => {
    await history("a");
    clone.edit(title("b"));
    clone.commit();
    clone.edit(title("c"));
    equal(await decide(title("b")), "local");
    equal(await decide(title("x")), "conflicts");
  });

  it("a service that has a content from before the heads went back, and a pull takes that", async () => {
    await history("a", "b");
    equal(await decide(title("a")), "remote went-back");
    clone.edit(title("c"));
    equal(await decide(title("a")), "conflicts went-back");
  });

  it("a service that has a head of an earlier commit went back, also if no file had its content", async () => {
    await history("a");
    clone.edit(title("mine"));
    await clone.pull({ ...title("a"), summary: "s" });
    clone.commit();
    await clone.pull({ ...title("a"), summary: "t" });
    clone.commit();
    const { decision } = await clone.compare({ ...title("a"), summary: "s" });
    deepEqual(decision.kind === "compared" && [decision.remote, decision.doubt], [
      ["summary"],
      "went-back",
    ]);
  });

  it("a head that is not committed is later than all commits", async () => {
    await history("a");
    await clone.pull(title("b"));
    equal(await decide(title("a")), "remote went-back");
  });

  it("after a revert or a restore of older files, the heads of the later commit count", async () => {
    await history("a", "b");
    const later = clone.git("rev-parse", "HEAD").trim();
    clone.git("revert", "--no-edit", "HEAD");
    deepEqual(await status(), [`${contentPath} local`]);
    equal(await decide(title("b")), "local");
    equal(await decide(title("x")), "conflicts");
    await clone.pull(title("b"));
    deepEqual([clone.file, await status()], [title("a"), [`${contentPath} local`]]);
    clone.git("reset", "-q", "--hard", later);
    clone.git("checkout", "-q", "HEAD~1", "--", "content");
    deepEqual([await decide(title("b")), await status()], ["local", [`${contentPath} local`]]);
  });

  it("a state that was pulled after a restore counts, and not a later one in the history", async () => {
    await history("a", "b", "c");
    clone.git("checkout", "-q", "HEAD~2", "--", "content");
    await clone.pull(title("x"));
    clone.edit(title("x"));
    await clone.pull(title("x"));
    deepEqual([await decide(title("y")), await status()], ["remote", []]);
  });

  it("a checkout of an older commit has the heads of that commit", async () => {
    await history("a", "b");
    clone.git("checkout", "-q", "HEAD~1");
    deepEqual([await decide(title("b")), await status()], ["remote", []]);
  });

  it("other entries of a list that both sides changed are merged where a commit has the base", async () => {
    const link = (label: string) => ({ label, url: "https://example.com" });
    const service = { ...title("a"), links: [link("one"), link("two")] };
    await clone.pull(service);
    clone.edit({ links: [link("mine"), link("two")] });
    const changed = { ...title("a"), links: [link("one"), link("theirs")] };
    const decideLinks = async () => {
      const { decision, merged } = await clone.compare(changed);
      if (decision.kind !== "compared") return undefined;
      return [decision.merged, decision.conflicts, merged["links"] ?? null];
    };
    deepEqual(await decideLinks(), [[], ["links"], null]);
    clone.edit({ links: service.links });
    clone.commit();
    clone.edit({ links: [link("mine"), link("two")] });
    deepEqual(await decideLinks(), [["links"], [], [link("mine"), link("theirs")]]);
    clone.edit({ links: [link("one"), link("mine")] });
    deepEqual(await decideLinks(), [[], ["links"], null]);
    clone.edit({ links: [link("mine"), link("two")] });
    await clone.pull(changed);
    deepEqual(clone.file["links"], [link("mine"), link("theirs")]);
    const { decision } = await clone.compare(changed);
    deepEqual(decision.kind === "compared" && [decision.local, decision.merged], [["links"], []]);
  });

  it("versions on a side of a merge whose values lost are known, and so is what the merge made", async () => {
    await history("a");
    clone.git("checkout", "-q", "-b", "side");
    clone.edit(title("side"));
    clone.commit();
    clone.git("checkout", "-q", "main");
    clone.edit({ summary: "main" });
    clone.commit();
    clone.git("merge", "-q", "-s", "ours", "--no-edit", "side");
    equal(await decide(title("side")), "local");
    clone.edit(title("merged"));
    clone.git("add", "-A");
    clone.git("commit", "-q", "--amend", "--no-edit");
    clone.edit(title("later"));
    equal(await decide({ ...title("merged"), summary: "main" }), "local");
  });

  it("in a shallow clone, a state that no commit has is doubtful, and a commit it has is not", async () => {
    await history("a", "b");
    clone.edit(title("c"));
    clone.commit();
    const other = join(temporary.path, "shallow");
    git(temporary.path, "clone", "-q", "--depth", "1", `file://${clone.root}`, other);
    clone = new ContentClone(other);
    deepEqual(await status(), [`${contentPath} local`]);
    equal(await decide(title("a")), "conflicts shallow");
    clone.edit(title("d"));
    equal(await decide(title("c")), "local");
  });

  it("without a repository, a commit or Git, only the heads count", async () => {
    await clone.pull(title("a"));
    deepEqual([await decide(title("b")), await status()], ["remote", []]);
    const { path } = temporaryFolder();
    const plain = new ContentClone(path);
    await (await plain.open()).prepare((await clone.open()).settings, "{}", []);
    await plain.pull(title("a"));
    equal(titled((await plain.compare(title("b"))).decision), "remote");
    const { PATH } = process.env;
    process.env["PATH"] = "";
    try {
      equal(await decide(title("b")), "remote");
    } finally {
      process.env["PATH"] = PATH;
    }
  });

  it("the history is the same in a worktree, in a clone and in a folder that is a link", async () => {
    await history("a", "b");
    const worktree = join(temporary.path, "worktree");
    clone.git("worktree", "add", "-q", worktree);
    const fresh = join(temporary.path, "fresh");
    git(temporary.path, "clone", "-q", clone.root, fresh);
    const link = join(temporary.path, "link");
    symlinkSync(clone.root, link, "junction");
    for (const root of [worktree, fresh, link]) {
      clone = new ContentClone(root);
      deepEqual([await decide(title("a")), await status()], ["remote went-back", []]);
    }
  });

  it("settings of Git don't change the history", async () => {
    await history("a");
    const settings = {
      ...{ "log.showRoot": "false", "log.follow": "true", "color.ui": "always" },
      ...{
        "diff.renames": "copies",
        "log.decorate": "full",
        "core.abbrev": "7",
        "log.showSignature": "true",
      },
      ...{ "core.fsmonitor": "exit 1", "format.pretty": "oneline", "core.quotePath": "true" },
    };
    for (const [name, value] of Object.entries(settings)) clone.git("config", name, value);
    await history("b");
    equal(await decide(title("a")), "remote went-back");
  });

  it("a folder of which a sparse checkout leaves out files is refused", async () => {
    await history("a");
    clone.git("sparse-checkout", "set", "--no-cone", "/*", "!/content/.cms/state");
    equal(existsSync(join(clone.content, statePath)), false);
    equal(why(await ContentFolder.open(clone.content)), "left-out-file");
    clone.git("sparse-checkout", "disable");
    deepEqual(await status(), []);
    clone.git("update-index", "--skip-worktree", `content/${contentPath}`);
    deepEqual(await status(), []);
  });

  it("a file with a conflict in Git can't be read, although its text is valid", async () => {
    await history("a");
    clone.write(".gitattributes", "*.json -merge\n.cms/state/** merge=union\n");
    clone.commit();
    clone.git("checkout", "-q", "-b", "side");
    clone.edit(title("side"));
    clone.commit();
    clone.git("checkout", "-q", "main");
    clone.edit(title("main"));
    clone.commit();
    equal(tryGit(clone.root, "merge", "-q", "side"), undefined);
    deepEqual(clone.file, title("main"));
    equal(why(await (await clone.open()).read(contentPath)), "unmerged");
    deepEqual(await status(), [`${contentPath} unreadable`]);
    clone.git("add", "-A");
    deepEqual(await status(), [`${contentPath} local`]);
  });

  it("a repair writes each state file as its heads, and the status stays the same", async () => {
    await history("a");
    const read = (): string => readFileSync(join(clone.content, statePath), "utf8");
    const [head, other] = [read(), read().replace(" 1 ", " 2 ")];
    clone.write(statePath, `<<<<<<< HEAD\n${other}=======\n${head}${head}>>>>>>> side\n`);
    const folder = await clone.open();
    equal(must(await folder.repair("live")), 1);
    equal(read(), head + other);
    equal(must(await folder.repair("live")), 0);
    deepEqual(must(await folder.read(contentPath)), title("a"));
  });
});
