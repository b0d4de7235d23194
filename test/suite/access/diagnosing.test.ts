import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as vscode from "vscode";
import { itLong } from "../../support/longRun.ts";
import { startProxy } from "../../support/proxy.ts";
import { closeEditors } from "../editors.ts";
import { idOf } from "../connect/settingConnections.ts";
import { useSettings } from "../settings.ts";
import { connect, useMagazine } from "../useMagazine.ts";

/** The lines of a connection's report by their names. */
async function reported(connection: object): Promise<Map<string, string>> {
  await vscode.commands.executeCommand("cms.connection.diagnose", { connection });
  const text = vscode.window.activeTextEditor?.document.getText() ?? "";
  assert.equal(await vscode.env.clipboard.readText(), text);
  return new Map(
    [...text.matchAll(/^- (.*?): (.*)$/gm)].map(([, name = "", is = ""]) => [name, is]),
  );
}

describe("Diagnose Connection", () => {
  const magazine = useMagazine();
  const set = useSettings();
  const nameAndUrl = () => ({ name: "Hearth", url: magazine.service.url });
  afterEach(closeEditors);

  it("Diagnose Connection reports the answer, and permissions by the admin panel's names", async () => {
    const { url, tokens } = magazine.service;
    // Another test has signed in to the shared connection as an administrator.
    const id = await connect({ url, tokens }, tokens.custom);

    const report = await reported({ ...nameAndUrl(), id });

    assert.match(
      report.get("Response") ?? "",
      /^200, first byte after \d+ ms, complete after \d+ ms$/,
    );
    assert.match(
      report.get("Permissions to read") ?? "",
      /; Article: find, findOne; .*Tag: find, findOne/,
    );
    assert.match(report.get("Missing permissions") ?? "", /Users-permissions, User: .*count/);
    assert.match(report.get("Settings") ?? "", /http\.proxyStrictSSL true \(default\)/);
    assert.deepEqual(
      ["Proxy", "Certificate file", "Addresses"].map((name) => report.get(name)),
      ["none", "none", "127.0.0.1"],
    );
    assert.match(
      report.get("Version") ?? "",
      /^not known, because the service shows it only to administrators/,
    );
  });

  itLong(
    "Diagnose Connection lists the missing permissions of a connection without credentials",
    async () => {
      const entry = { id: "anonymous", url: magazine.service.url };
      await set("cms.connections", [entry]);

      const report = await reported({ ...entry, name: "Hearth", id: idOf(entry) });

      assert.equal(report.get("Credentials"), "none");
      assert.match(report.get("Response") ?? "", /^403 ForbiddenError, first byte after \d+ ms/);
      assert.match(
        report.get("Missing permissions") ?? "",
        /Content-type-builder: getContentTypes, getComponents;/,
      );
    },
  );

  it("Diagnose Connection reports why no request can be sent, without the user's paths", async () => {
    const folder = mkdtempSync(join(tmpdir(), "ada-"));
    const entry = {
      ...{ id: "diagnosed", url: magazine.service.url },
      certificateFile: join(folder, "gone.pem"),
    };
    await set("cms.connections", [entry]);

    const report = await reported({ ...entry, name: "Hearth", id: idOf(entry) });

    rmSync(folder, { recursive: true });
    assert.equal(report.get("Certificate file"), "gone.pem, ENOENT");
    assert.match(report.get("Response") ?? "", /^no request was sent\. .*gone\.pem.*ENOENT/);
    assert.ok(![...report.values()].join("").includes(folder));
  });

  itLong(
    "Diagnose Connection reports a proxy and what bypassed it, without its credentials",
    async () => {
      const proxy = await startProxy({ credentials: "tea:kettle" });
      await set("http.proxy", proxy.url.replace("//", "//tea:kettle@"));
      const { url, tokens } = magazine.service;
      const outside = url.replace("127.0.0.1", "0.0.0.0");
      const id = await connect({ url: outside, tokens });

      const report = await reported({ ...nameAndUrl(), id, url: outside });

      await proxy.stop();
      assert.match(report.get("Addresses") ?? "", /checked directly, not through the proxy/);
      assert.match(report.get("Settings") ?? "", /http\.proxy set \(user\)/);
      assert.match(report.get("Response") ?? "", /^200/);
      assert.ok(![...report.values()].join("").includes("kettle"));
    },
  );
});
