import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { selfSigned } from "../support/certificates.ts";
import { temporaryFolder } from "../support/temporaryFolder.ts";
import { startTlsProxy } from "../support/tlsProxy.ts";
import type { TlsProxy } from "../support/tlsProxy.ts";
import { chooseFile } from "./fileDialog.ts";
import { useMagazine } from "./useMagazine.ts";

const unchecked = { "http.proxyStrictSSL": false };
const checked = { "http.proxyStrictSSL": true };

describe("Connection failure", function () {
  this.timeout(60_000);
  const folder = temporaryFolder();
  const file = join(folder.path, "authority.pem");
  let proxy: TlsProxy;
  const magazine = useMagazine({
    settings: unchecked,
    through: async ({ url }) => {
      const certificate = await selfSigned(["0.0.0.0"]);
      writeFileSync(file, certificate.cert);
      proxy = await startTlsProxy(url, certificate);
      // The extension treats 0.0.0.0 as another computer, and so doesn't wait for the service to restart.
      return proxy.url.replace("127.0.0.1", "0.0.0.0");
    },
  });

  after("close the way", async () => {
    await proxy.stop();
    folder.remove();
  });

  it("a connection failure is solved by the certificate file that its notification asks for", async () => {
    const { workbench } = magazine();
    const { tree, quickInput, notifications } = workbench;
    await magazine().set(checked);
    const failure = tree.row("Magazine", "No secure connection");
    await tree.says(failure, "self-signed certificate");

    await workbench.command("CMS: Open");
    const words = await notifications.text("is self-signed");
    await workbench.screenshot("remedy-certificate");
    await notifications.press("is self-signed", "Choose Certificate File");
    await chooseFile(quickInput, file);

    await quickInput.shows("Open a Document");
    await quickInput.cancel();
    await tree.row("Magazine", "Articles").waitFor();
    await failure.waitFor({ state: "detached" });
    assert.match(words, /^The certificate of .* is self-signed\. .* Connection: Magazine\.$/);
    assert.deepEqual(await notifications.all(), []);
  });

  // This must be the last test: it stops the proxy.
  it("a connection failure is solved by Edit Connection in its notification when the service doesn't answer", async () => {
    const { workbench, service } = magazine();
    const { tree, quickInput, dialog, notifications } = workbench;
    await magazine().set(unchecked);
    await proxy.stop();

    await workbench.command("CMS: Refresh");
    await tree.row("Magazine", "Not reachable").waitFor();
    await workbench.command("CMS: Open");
    const words = await notifications.text("Couldn't connect");
    await workbench.screenshot("remedy-refused");
    await notifications.press("Couldn't connect", "Edit Connection");
    await quickInput.shows("Edit Magazine (1/2)");
    await quickInput.pick("URL");
    await quickInput.answer("Edit Magazine (2/2)", service.url);
    await dialog.press("Move");
    await quickInput.answer("API Token for Magazine", service.tokens.full);

    await tree.row("Magazine", "Articles").waitFor();
    await tree.row("Magazine", "Not reachable").waitFor({ state: "detached" });
    assert.match(
      words,
      /^Couldn't connect to 0\.0\.0\.0:\d+\. Is the service running\? Connection: Magazine\.$/,
    );
    assert.deepEqual(await notifications.all(), []);
  });
});
