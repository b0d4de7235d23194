import assert from "node:assert/strict";
import { missingIn, placeholdersIn } from "../docs/placeholders.ts";
import { isPreRelease, releaseNotes, releaseProblems } from "../docs/versions.ts";

const changelog = [
  "# Changelog",
  "## [Unreleased]",
  "## [0.2.10] - 2026-03-01",
  "- Ten.",
  "## [0.2.1] - 2026-02-01",
  "### Added",
  "- One.",
].join("\n\n");

describe("Release", () => {
  it("a release is a pre-release if the minor version is odd", () => {
    const versions = ["0.1.0", "0.2.1", "1.0.1", "1.11.0", "2.10.3"];

    assert.deepEqual(versions.filter(isPreRelease), ["0.1.0", "1.11.0"]);
  });

  it("a release takes its notes from the section of its version", () => {
    assert.equal(releaseNotes(changelog, "0.2.1"), "### Added\n\n- One.");
    assert.equal(releaseNotes(changelog, "0.2.10"), "- Ten.");
  });

  it("a release has no notes if its section is missing or empty", () => {
    assert.equal(releaseNotes(changelog, "0.2.2"), undefined);
    assert.equal(releaseNotes(changelog, "Unreleased"), undefined);
  });

  it("a release has no problems if tag, version and changelog agree", () => {
    assert.deepEqual(releaseProblems("v0.2.1", "0.2.1", changelog), []);
  });

  it("a release rejects a tag that differs from the version", () => {
    for (const tag of ["v0.2.10", "0.2.1", "v0.2.1-beta", ""]) {
      assert.equal(releaseProblems(tag, "0.2.1", changelog).length, 1, tag);
    }
  });

  it("a release rejects a version that the Marketplace or the changelog does not know", () => {
    assert.equal(releaseProblems("v0.2.2", "0.2.2", changelog).length, 1);
    assert.equal(releaseProblems("v0.2.1-beta", "0.2.1-beta", changelog).length, 2);
  });
});

describe("Placeholders", () => {
  it("placeholders are reported with their line and what to write instead", () => {
    const text = "# Install\n\nSee https://github.com/OWNER/REPOSITORY.\n\n* @OWNER\n";

    assert.deepEqual(placeholdersIn("README.md", text), [
      "README.md:3: replace OWNER/REPOSITORY by the owner and the name of the repository on GitHub",
      "README.md:5: replace @OWNER by the GitHub users or the team that review changes",
    ]);
  });

  it("placeholders are not reported once the text has real names", () => {
    const text = "See https://github.com/tea/magazine.\n\n* @tea/editors\n";

    assert.deepEqual(placeholdersIn("README.md", text), []);
  });

  it("placeholders of the manifest are the provisional publisher and a missing repository", () => {
    const repository = { type: "git", url: "https://github.com/tea/magazine.git" };

    assert.equal(missingIn({ publisher: "cms-content-browser" }).length, 2);
    assert.deepEqual(missingIn({ publisher: "tea", repository }), []);
  });
});
