import assert from "node:assert/strict";
import { launchedService } from "./launchedService.ts";

describe("The service of the test run", () => {
  it("the service of the test run answers requests of the extension host", async () => {
    const { url, tokens } = launchedService();

    const response = await fetch(`${url}/api/articles`, {
      headers: { authorization: `Bearer ${tokens.readOnly}` },
    });

    assert.equal(response.status, 200);
  });
});
