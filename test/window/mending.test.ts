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

describe("A way to a service that nobody can go", function () {
  this.timeout(60_000);
  const folder = temporaryFolder();
  const file = join(folder.path, "authority.pem");
  let way: TlsProxy;
  const magazine = useMagazine({
    settings: unchecked,
    through: async ({ url }) => {
      const certificate = await selfSigned(["0.0.0.0"]);
      writeFileSync(file, certificate.cert);
      way = await startTlsProxy(url, certificate);
      // By an address that is not taken for this computer: a proxy is asked for it.
      return way.url.replace("127.0.0.1", "0.0.0.0");
    },
  });

  /** Changes the user's settings, as a person does. */
  async function set(values: Readonly<Record<string, unknown>>): Promise<void> {
    const { workbench } = magazine();
    const { editor } = workbench;
    await workbench.command("Preferences: Open User Settings (JSON)");
    await editor.tab("settings.json").waitFor();
    await editor.shown();
    await editor.change(values);
    await editor.save();
    await workbench.command("View: Close All Editors");
  }

  after("close the way", async () => {
    await way.stop();
    folder.remove();
  });

  it("is open once the certificate of nobody's was chosen, and what waited goes on", async () => {
    const { workbench } = magazine();
    const { tree, quickInput, notifications } = workbench;
    await set(checked);
    const failure = tree.row("Magazine", "No secure connection");
    await tree.says(failure, "self-signed certificate");

    await workbench.command("CMS: Open");
    const words = await notifications.text("is self-signed");
    await workbench.screenshot("mending-certificate");
    await notifications.press("is self-signed", "Choose Certificate File");
    await chooseFile(quickInput, file);

    await quickInput.shows("Open a Document");
    await quickInput.cancel();
    await tree.row("Magazine", "Articles").waitFor();
    await failure.waitFor({ state: "detached" });
    assert.match(words, /^The certificate of .* is self-signed\. .* Connection: Magazine\.$/);
    assert.deepEqual(await notifications.all(), []);
  });

  it("leads to the setting, where the proxy that is set can't be used", async () => {
    const { workbench } = magazine();
    const { page, tree, notifications } = workbench;
    await set({ ...unchecked, "http.proxy": "socks5://127.0.0.1:9" });
    await tree.row("Magazine", /^The proxy that is set can't be used/).waitFor();

    await workbench.command("CMS: Open");
    const words = await notifications.text("The proxy that is set");
    await notifications.press("The proxy that is set", "Open Settings");

    const setting = page.locator(".settings-editor .setting-item-contents", {
      has: page.locator(".setting-item-label", { hasText: /^Proxy$/ }),
    });
    await setting.waitFor();
    await workbench.screenshot("mending-settings");
    assert.match(words, /^The proxy that is set can't be used/);
    assert.equal(await setting.locator("input").inputValue(), "socks5://127.0.0.1:9");
    await set({ "http.proxy": "" });
    await tree.row("Magazine", "Articles").waitFor();
    assert.deepEqual(await notifications.all(), []);
  });

  // The last one: nobody is on the way any more.
  it("is another one from Edit Connection on, where nobody answers", async () => {
    const { workbench, service } = magazine();
    const { tree, quickInput, dialog, notifications } = workbench;
    await set(unchecked);
    const { host } = new URL(service.url);
    await way.stop();

    await workbench.command("CMS: Refresh");
    await tree.row("Magazine", "Not reachable").waitFor();
    await workbench.command("CMS: Open");
    const words = await notifications.text("Couldn't connect");
    await workbench.screenshot("mending-refused");
    await notifications.press("Couldn't connect", "Edit Connection");
    await quickInput.shows("Edit Magazine (1/2)");
    await quickInput.pick("URL");
    await quickInput.answer("Edit Magazine (2/2)", service.url);
    await dialog.press("Move");
    await quickInput.answer(`API Token for ${host}`, service.tokens.full);

    await tree.row("Magazine", "Articles").waitFor();
    await tree.row("Magazine", "Not reachable").waitFor({ state: "detached" });
    assert.match(
      words,
      /^Couldn't connect to 0\.0\.0\.0:\d+\. Is the service running\? Connection: Magazine\.$/,
    );
    assert.deepEqual(await notifications.all(), []);
  });
});
