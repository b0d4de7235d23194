import assert from "node:assert/strict";
import { addingStep, answerFromName } from "./addConnection.ts";
import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { magazineFolder } from "../services/descriptions.ts";
import { startService } from "../support/service.ts";
import type { Service } from "../support/service.ts";
import { temporaryFolder } from "../support/temporaryFolder.ts";
import { untilEqual } from "./until.ts";
import { useWorkbench } from "./useWorkbench.ts";

const urlBox = "Add Connection (1/5)";
const adminBox = "Sign In to Hearth (Development) as Administrator";
/** No service listens on this port. */
const deadPort = 9;

describe("Add Connection in a Strapi project", function () {
  this.timeout(60_000);
  const folder = temporaryFolder();
  let service: Service;
  /** One session for all tests: the service accepts only five sign-ins of administrators in five minutes. */
  let session: Promise<Token> | undefined;
  const says = (env: string) => writeFileSync(join(folder.path, ".env"), env);
  const workbench = useWorkbench(async () => {
    service = await startService();
    for (const part of ["config", "src"]) {
      cpSync(join(magazineFolder, part), join(folder.path, part), { recursive: true });
    }
    return { folder: folder.path, settings: { "cms.view.everywhere": false } };
  });
  after("stop the service", async () => {
    await service.stop();
    folder.remove();
  });

  const port = () => new URL(service.url).port;
  const askedAt = async () => {
    const { quickInput } = workbench();
    await workbench().command("CMS: Add Connection…");
    await quickInput.shows(urlBox);
  };
  const offers = (url: string) =>
    untilEqual(() => workbench().quickInput.input().inputValue(), url);

  it("a window of a Strapi project shows the view, and offers the address of a service that does not run yet", async () => {
    const { page, quickInput, tree } = workbench();
    await page.locator(".activitybar").getByRole("tab", { name: "CMS" }).waitFor();
    await workbench().openContainer("CMS");
    await tree.welcome().waitFor();
    await workbench().screenshot("where-of-use-project");
    says(`HOST=0.0.0.0\nPORT=${deadPort}\n`);

    await askedAt();

    await offers(`http://localhost:${deadPort}`);
    await quickInput.message().getByText("URL of the Strapi project in this workspace").waitFor();
    await workbench().screenshot("local-service-not-started");
    await quickInput.cancel();
  });

  it("Add Connection connects with a token that it creates, and Create Token replaces that token", async () => {
    const { quickInput, tree, notifications } = workbench();
    says(`# Where it listens\nHOST=127.0.0.1\nPORT="${port()}"\n`);

    await askedAt();
    await offers(service.url);
    await quickInput.message().getByText("A content service is running on this computer").waitFor();
    await workbench().screenshot("local-service-offered");
    await quickInput.accept();
    await quickInput.shows("Add Connection (2/5)");
    await quickInput.pick("Create an API token (requires an admin account)");
    await quickInput.answer(addingStep(3, 6), service.admin.email);
    await quickInput.answer(addingStep(4, 6), service.admin.password);
    await answerFromName(quickInput, "Hearth", 6);
    await tree.row("Hearth", "Articles").waitFor();
    await tree.expand(tree.row("Hearth", "Tags"));
    await tree.row("Tags", "Wool").waitFor();
    const tokenCount = (await madeTokens()).length;

    await workbench().command("CMS: Create Token…");
    await signIn();
    await untilEqual(async () => (await madeTokens()).length, 2);

    await tree.row("Hearth", "Articles").waitFor();
    assert.equal(tokenCount, 1);
    assert.deepEqual(await notifications.all(), []);
  });

  async function signIn(): Promise<void> {
    const { quickInput } = workbench();
    await quickInput.shows(`${adminBox} (1/2)`);
    await quickInput.pick("Use email and password");
    await quickInput.answer(`${adminBox} (2/3)`, service.admin.email);
    await quickInput.answer(`${adminBox} (3/3)`, service.admin.password);
  }

  /** The API tokens that were added to the tokens of the seed. The seed's tokens have other names. */
  async function madeTokens(): Promise<readonly unknown[]> {
    session ??= ask<Token>("login", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(service.admin),
    });
    const authorization = `Bearer ${(await session).token}`;
    const all = await ask<readonly Named[]>("api-tokens", { headers: { authorization } });
    return all.filter(({ name }) => /\d{4}-\d\d-\d\dT/.test(name));
  }

  async function ask<T>(route: string, options: RequestInit): Promise<T> {
    const answer = await fetch(`${service.url}/admin/${route}`, options);
    return ((await answer.json()) as { readonly data: T }).data;
  }
});

interface Named {
  readonly name: string;
}

interface Token {
  readonly token: string;
}
