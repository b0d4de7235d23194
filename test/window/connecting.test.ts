import assert from "node:assert/strict";
import { addingStep, answerFromName, answerUpToSignIn, urlBox } from "./addConnection.ts";
import { chooseFile } from "./fileDialog.ts";
import { filesWith } from "./filesWith.ts";
import { logAll } from "./logLevel.ts";
import { startStrangeService } from "./strangeService.ts";
import { until } from "./until.ts";
import { useService } from "./useService.ts";
import { useWindow } from "./useWindow.ts";

const tokenBox = "API Token for Hearth";
/** No service listens at this URL. */
const nowhere = "http://127.0.0.1:9";

describe("Add Connection without any connection", function () {
  this.timeout(60_000);
  const shared = useWindow();
  const workbench = () => shared().workbench;
  const service = useService();
  let secure: Awaited<ReturnType<typeof startStrangeService>> | undefined;
  after("stop the service with a certificate of its own", () => secure?.stop());

  before("let the log say all it can", async () => {
    const { quickInput } = workbench();
    await workbench().openContainer("CMS");
    await workbench().tree.welcome().waitFor();
    // The log exists once the extension is active.
    await workbench().command("CMS: Add Connection…");
    await quickInput.shows(urlBox);
    await quickInput.cancel();
    await logAll(workbench());
  });

  it("a welcome view leads to a question that rejects a URL, goes back a step, and leaves nothing on Cancel", async () => {
    const { tree, quickInput, notifications } = workbench();

    const words = await tree.welcome().innerText();
    await workbench().screenshot("connecting-welcome");
    await tree.welcome().getByRole("button", { name: "Add Connection" }).click();
    await quickInput.shows(urlBox);
    await workbench().screenshot("connecting-url");
    await quickInput.answer(urlBox, "ftp://cms.example.com");
    const problem = "Enter an http or https URL without a user name or password.";
    await quickInput.message().getByText(problem).waitFor();
    await workbench().screenshot("connecting-bad-url");

    await answerUpToSignIn(quickInput, service().url);
    await workbench().screenshot("connecting-sign-in");
    await quickInput.pick("User name and password");
    await quickInput.answer(addingStep(3, 6), "nora.whitlock");
    await quickInput.shows(addingStep(4, 6));
    await workbench().screenshot("connecting-password-step");
    await quickInput.press("Back");
    await quickInput.shows(addingStep(3, 6));
    const identifier = await quickInput.input().inputValue();
    await quickInput.press("Back");
    await quickInput.shows(addingStep(2, 6));
    await quickInput.press("Back");
    await quickInput.shows(addingStep(1, 6));
    const url = await quickInput.input().inputValue();
    await quickInput.cancel();

    await tree.welcome().waitFor();
    assert.match(words, /^Connect to a Strapi content service to browse and edit its content\./);
    assert.deepEqual([identifier, url], ["nora.whitlock", service().url]);
    assert.deepEqual(await tree.rows(), []);
    assert.deepEqual(await notifications.all(), []);
  });

  it("Add Connection tries each answer: it reports a wrong URL or token, and names missing permissions", async () => {
    const { page, quickInput, tree, notifications } = workbench();
    await workbench().command("CMS: Add Connection…");
    await quickInput.answer(urlBox, nowhere);
    const unreachable = "Couldn't connect to 127.0.0.1:9. Is the service running?";
    await quickInput.message().getByText(unreachable, { exact: true }).waitFor();
    await workbench().screenshot("connecting-unreachable");
    await quickInput.press("Details");
    await quickInput.message().getByText("ECONNREFUSED").waitFor();
    await workbench().screenshot("connecting-details");
    assert.equal(await quickInput.input().inputValue(), nowhere);

    await answerUpToSignIn(quickInput, service().url);
    await quickInput.pick("API token");
    await quickInput.answer(addingStep(3), "not-the-token");
    await quickInput.message().getByText("The service rejected the token.").waitFor();
    await workbench().screenshot("connecting-wrong-token");
    await quickInput.answer(addingStep(3), service().tokens.readOnly);
    await answerFromName(quickInput, "Hearth");

    await tree.row("Hearth").waitFor();
    await quickInput.shows("Name Collections of Hearth");
    await workbench().screenshot("connecting-names");
    await quickInput.cancel();
    await page.locator(".quick-input-widget").waitFor({ state: "hidden" });

    const words = await notifications.text("Missing permissions on Hearth");

    await workbench().screenshot("connecting-closed");
    assert.match(words, /Content-type-builder: getContentTypes, getComponents/);
    assert.match(words, /Users-permissions, User: count/);
    assert.doesNotMatch(words, /create|update|upload/);
    await notifications.clear();
  });

  it("Edit Token shows the content of the service, and keeps the working token when the new one is rejected", async () => {
    const { tree, quickInput, notifications } = workbench();
    await tree.row("Hearth", "Content-type-builder: getContentTypes").waitFor();
    await workbench().screenshot("connecting-missing-permission");

    await tree.contextMenu(tree.row("Hearth"), "Edit Token…");
    await quickInput.answer(tokenBox, service().tokens.full);

    await tree.shows([
      `Hearth  Development · ${new URL(service().url).host}`,
      ...["  Articles  en", "  Authors", "  Categories", "  Pages  en", "  Tags"],
      ...["  Homepage  en", "  Site Settings", "  Users", "  Media"],
    ]);
    await workbench().screenshot("connecting-connected");
    assert.deepEqual(await notifications.all(), []);

    await tree.contextMenu(tree.row("Hearth"), "Edit Token…");
    await quickInput.answer(tokenBox, "not-the-token");

    await quickInput.message().getByText("The service rejected the token.").waitFor();
    await workbench().screenshot("connecting-token-refused");
    await quickInput.cancel();
    assert.deepEqual(await notifications.all(), []);
    await tree.rowAction(tree.row("Hearth"), "Refresh");
    await tree.expand(tree.row("Hearth", "Tags"));
    await tree.row("Tags", "Wool").waitFor();
  });

  it("the token of a new connection is in no file, no log, no address and no part of the page", async () => {
    const { page, profile } = workbench();
    const tokens = [service().tokens.full, service().tokens.readOnly];
    const isLogged = await filesWith(profile, "/api/content-type-builder/content-types");

    const files = await Promise.all(tokens.map((token) => filesWith(profile, token)));
    const pageText = page.url() + (await page.content());

    assert.ok(isLogged.length > 0, "the log of requests is among the files");
    assert.deepEqual(files.flat(), []);
    assert.deepEqual(
      tokens.filter((token) => pageText.includes(token)),
      [],
    );
  });

  it("Remove Connection asks first, and shows the welcome view after the last connection", async () => {
    const { tree, dialog, notifications } = workbench();
    await tree.contextMenu(tree.row("Hearth"), "Remove Connection");
    const question = await dialog.text();
    await workbench().screenshot("connecting-remove-question");
    await dialog.cancel();
    await tree.row("Hearth").waitFor();

    await tree.contextMenu(tree.row("Hearth"), "Remove Connection");
    await dialog.press("Remove");

    await tree.welcome().waitFor();
    assert.equal(
      question,
      [
        "Remove the connection Hearth?",
        `This deletes any credentials of the connection from this computer. Nothing changes on ${service().url}.`,
        "The journal of saved changes stays on this computer. To delete it, run Delete Local Data.",
      ].join("\n"),
    );
    assert.deepEqual(await tree.rows(), []);
    assert.deepEqual(await notifications.all(), []);
  });

  it("Add Connection asks for a certificate file when the certificate is not trusted, and keeps the file", async () => {
    const { quickInput, tree } = workbench();
    secure = await startStrangeService();
    const { requests } = secure;

    await workbench().command("CMS: Add Connection…");
    await quickInput.answer(urlBox, secure.url);
    await quickInput.item("Choose Certificate File…").waitFor();
    await workbench().screenshot("connecting-certificate");
    await quickInput.pick("Choose Certificate File…");
    await chooseFile(quickInput, secure.file);
    await quickInput.shows(addingStep(3, 6));
    const before = requests.length;
    await quickInput.pick("Don't sign in (public content only)");
    await answerFromName(quickInput, "Vault");

    await tree.row("Vault").waitFor();
    await until("Nothing came through.", () => Promise.resolve(requests.length > before));
    assert.ok(before > 0);
  });
});
