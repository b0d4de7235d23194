// `node --import tsx test/docs/release.ts v0.2.0`: checks that a tag can be released. Writes the release notes to
// out/release-notes.md, and prints the outputs that .github/workflows/release.yml reads.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { read, readJson, root } from "../house/root.ts";
import { template } from "../package/installed.ts";
import { isPreRelease, releaseNotes, releaseProblems } from "./versions.ts";

const [tag = ""] = process.argv.slice(2);
const { version } = readJson("package.json") as { readonly version: string };
const changelog = read("CHANGELOG.md");

const problems = releaseProblems(tag, version, changelog);
if (template.version !== version) {
  problems.push(`package/package.json has version ${template.version}, not ${version}.`);
}
if (releaseNotes(read("package/CHANGELOG.md"), version) === undefined) {
  problems.push(`package/CHANGELOG.md has no section ## [${version}], or an empty one.`);
}
if (problems.length > 0) {
  console.error(problems.join("\n"));
  process.exitCode = 1;
} else {
  mkdirSync(join(root, "out"), { recursive: true });
  writeFileSync(join(root, "out/release-notes.md"), `${releaseNotes(changelog, version) ?? ""}\n`);
  console.log(`version=${version}\nprerelease=${isPreRelease(version)}`);
}
