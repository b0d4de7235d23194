// `npm run release:check` lists what the maintainers have to replace before the first release. With a tag, as in
// `npm run release:check -- v0.2.0`, it also checks that the versions and the changelogs agree with the tag, writes the
// release notes to out/release-notes.md, and prints the outputs that .github/workflows/release.yml reads.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { read, readJson, root } from "../house/root.ts";
import { template } from "../package/installed.ts";
import { projectPlaceholders } from "./placeholders.ts";
import { isPreRelease, releaseNotes, releaseProblems } from "./versions.ts";

const [tag] = process.argv.slice(2);
const { version } = readJson("package.json") as { readonly version: string };
const changelog = read("CHANGELOG.md");

function problemsOf(name: string): string[] {
  const problems = releaseProblems(name, version, changelog);
  if (template.version !== version) {
    problems.push(`package/package.json has version ${template.version}, not ${version}.`);
  }
  if (releaseNotes(read("package/CHANGELOG.md"), version) === undefined) {
    problems.push(`package/CHANGELOG.md has no section ## [${version}], or an empty one.`);
  }
  return problems;
}

const placeholders = projectPlaceholders();
const problems = [...placeholders, ...(tag === undefined ? [] : problemsOf(tag))];
if (problems.length > 0) {
  console.error(problems.join("\n"));
  console.error(`\n${placeholders.length} placeholders. docs/releasing.md explains them.`);
  process.exitCode = 1;
} else if (tag === undefined) {
  console.log("No placeholders.");
} else {
  mkdirSync(join(root, "out"), { recursive: true });
  writeFileSync(join(root, "out/release-notes.md"), `${releaseNotes(changelog, version) ?? ""}\n`);
  console.log(`version=${version}\nprerelease=${isPreRelease(version)}`);
}
