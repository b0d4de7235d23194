import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { build } from "esbuild";
import { startBrowser } from "../support/browser.ts";
import { installed } from "./sharedInstallation.ts";
import { useService } from "./sharedService.ts";

/** What the page does with the service. Returns what it saw, as JSON. */
const program = `
  import { createCms } from "cms-content/fetch";
  window.run = async (baseUrl, token) => {
    const cms = createCms({ baseUrl, token });
    const articles = cms.collection("articles");
    const params = { status: "draft" };
    const [failure, created] = await articles.create({ payload: { data: { title: "Tea" } }, params });
    if (failure) return JSON.stringify(failure);
    const { documentId } = created;
    const [, found] = await articles.find({ documentId, params });
    const [missing] = await articles.find({ documentId: "missing", params });
    const [, custom] = await cms.request({ path: "articles/" + documentId, query: params });
    await articles.delete({ documentId });
    const [denied] = await createCms({ baseUrl, token: "wrong" }).users().me();
    return JSON.stringify([found.title, missing.name, custom.data.title, denied.name]);
  };`;

describe("Installed package in a browser", function () {
  this.timeout(180_000);
  const service = useService();

  it("a page of another site creates, reads and deletes a document with cms-content/fetch", async () => {
    const { outputFiles } = await build({
      stdin: { contents: program, resolveDir: join(installed().path) },
      ...{ bundle: true, write: false, platform: "browser", format: "iife" },
    });
    const script = `<!doctype html><script>${outputFiles[0]?.text ?? ""}</script>`;
    const site = createServer((_, response) => {
      response.writeHead(200, { "content-type": "text/html" }).end(script);
    });
    await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
    const browser = await startBrowser();
    try {
      const page = await browser.newPage();
      await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
      const { url, tokens } = service();
      const call = `run(${JSON.stringify(url)}, ${JSON.stringify(tokens.full)})`;

      const output = await page.evaluate<string>(call);

      assert.deepEqual(JSON.parse(output), ["Tea", "NotFoundError", "Tea", "UnauthorizedError"]);
    } finally {
      await browser.close();
      site.closeAllConnections();
      await new Promise((resolve) => site.close(resolve));
    }
  });
});
