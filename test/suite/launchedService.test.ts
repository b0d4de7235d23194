import assert from "node:assert/strict";
import { launchedService } from "./launchedService.ts";

describe("The content service of a run in VS Code", () => {
  it("answers the extension host", async () => {
    const { url, tokens } = launchedService();

    const response = await fetch(`${url}/api/articles`, {
      headers: { authorization: `Bearer ${tokens.readOnly}` },
    });

    assert.equal(response.status, 200);
  });
});
