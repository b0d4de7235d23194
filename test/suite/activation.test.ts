import assert from "node:assert/strict";
import * as vscode from "vscode";

describe("The extension", () => {
  it("is found by its id and activates", async () => {
    const extension = vscode.extensions.getExtension("cms-content-browser.cms-content-browser");
    assert.ok(extension, "VS Code does not know the extension");

    await extension.activate();

    assert.equal(extension.isActive, true);
  });
});
