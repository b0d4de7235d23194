import { deepEqual, equal, match, ok } from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { cli, useFolder } from "../cli.ts";

describe("Completion of the command line", () => {
  const folder = useFolder();
  const script = async (shell: string): Promise<string> => {
    const { code, stdout, stderr } = await cli(["completion", shell], {
      env: { CMS_URL: undefined },
    });
    deepEqual({ code, stderr }, { code: 0, stderr: "" });
    return stdout;
  };

  /** What bash offers for the last of the words. */
  const completed = async (...words: readonly string[]): Promise<readonly string[]> => {
    const path = join(folder.path, "completion.bash");
    writeFileSync(path, await script("bash"));
    const lines = [
      'source "$1"; shift',
      'COMP_WORDS=(cms-content "$@"); COMP_CWORD=$#',
      '_cms_content; printf "%s\\n" "${COMPREPLY[@]}"',
    ];
    const output = execFileSync("bash", ["-uc", lines.join("\n"), "bash", path, ...words], {
      encoding: "utf8",
    });
    return output.split("\n").filter((line) => line !== "");
  };

  it("completion in bash offers the commands that the help lists", async () => {
    const { stdout } = await cli(["--help"]);
    const names = [...stdout.matchAll(/^ {2}([a-z]+[a-z-]*) /gm)].flatMap(([, name]) => name ?? []);

    deepEqual(await completed(""), [...names, "--version", "--help"]);
    deepEqual(await completed("co"), ["count", "copy", "completion"]);
  });

  it("completion in bash offers each option of a command, and the values of an option", async () => {
    const { stdout } = await cli(["list", "--help"]);
    const flags = [...stdout.matchAll(/^ {2}(?:-\w, )?(--[a-z-]+)/gm)].flatMap(
      ([, flag]) => flag ?? [],
    );

    deepEqual(await completed("list", "articles", "--"), flags);
    deepEqual(await completed("list", "articles", "--status", ""), [
      "draft",
      "modified",
      "published",
    ]);
    deepEqual(await completed("completion", "z"), ["zsh"]);
    deepEqual(await completed("media", "re"), ["replace"]);
    const mediaOptions = await completed("media", "list", "--");
    ok(mediaOptions.includes("--search"));
    ok(!mediaOptions.includes("--caption"), "an option of media upload only");
    deepEqual(await completed("media", "list", "re"), []);
  });

  it("completion in bash leaves the values of other options to the names of files", async () => {
    deepEqual(await completed("export", "articles", "--out", ""), []);
  });

  it("completion for zsh and fish names every option of a command, with its description", async () => {
    const [zsh, fish] = [await script("zsh"), await script("fish")];

    match(zsh, /^#compdef cms-content\n/);
    match(
      zsh,
      /'\*--status\[only documents with this publication status\]:value:\(draft modified published\)'/,
    );
    match(zsh, /'--no-journal\[don'\\''t record the changes; they can'\\''t be undone then\]'/);
    match(fish, /-n '__cms_content_in list' -l status -x -a 'draft modified published' -d '/);
    match(fish, /-n '__cms_content_in media list' -l search -r -d '/);
    match(fish, /-l no-journal -d 'don\\'t record the changes/);
  });

  it("completion rejects a shell that it doesn't know, and names the others", async () => {
    const { code, stderr } = await cli(["completion", "tcsh"]);

    equal(code, 2);
    match(stderr, /Allowed choices are bash, zsh, fish\./);
  });
});
