import assert from "node:assert/strict";
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
