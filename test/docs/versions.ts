/** Whether a version is a pre-release. On the Marketplace, a pre-release has an odd minor number. */
export const isPreRelease = (version: string): boolean => Number(version.split(".")[1]) % 2 === 1;

/** The section of a changelog about a version, without its heading; undefined when it is missing or empty. */
export function releaseNotes(changelog: string, version: string): string | undefined {
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((text) => text.startsWith(`[${version}]`)) ?? "";
  return section.split("\n").slice(1).join("\n").trim() || undefined;
}

/** The reasons why a tag can't be released, as sentences; empty when it can be released. */
export function releaseProblems(tag: string, version: string, changelog: string): string[] {
  const problems: string[] = [];
  if (!/^\d+\.\d+\.\d+$/.test(version)) {
    problems.push(`The Marketplace takes versions such as 1.2.3, but package.json has ${version}.`);
  }
  if (tag !== `v${version}`) {
    problems.push(`The tag is ${tag}, but package.json has version ${version}.`);
  }
  if (releaseNotes(changelog, version) === undefined) {
    problems.push(`CHANGELOG.md has no section ## [${version}], or an empty one.`);
  }
  return problems;
}
