import assert from "node:assert/strict";
import { plainRequest } from "../support/plainHttp.ts";
import { addingStep, answerFromName, answerUpToSignIn } from "./addConnection.ts";
import { openDocument, tabOf } from "./documents.ts";
import { filesWith } from "./filesWith.ts";
import { until } from "./until.ts";
import { useService } from "./useService.ts";
import { useWindow } from "./useWindow.ts";

const name = "nora.whitlock";
const title = "Sign In to Hearth";
const [userBox, passwordBox] = [`${title} (1/2)`, `${title} (2/2)`];

describe("Sign In as User", function () {
  this.timeout(60_000);
  const shared = useWindow();
  const workbench = () => shared().workbench;
  const service = useService();

  before("open the view", async () => {
    await workbench().openContainer("CMS");
  });

  const block = async (blocked: boolean) => {
    const path = `users?filters[username]=${name}`;
    const [user] = (await plainRequest(service(), "GET", path)).body as { id: number }[];
    await plainRequest(service(), "PUT", `users/${user?.id}`, { blocked });
  };

  it("Sign In as User connects with a password, asks again after a wrong one, and lists the user first", async () => {
    const { quickInput, tree, editor, notifications } = workbench();
    await workbench().command("CMS: Add Connection…");
    await answerUpToSignIn(quickInput, service().url);
    await quickInput.pick("User name and password");
    await quickInput.answer(addingStep(3, 6), name);
    await quickInput.answer(addingStep(4, 6), "not-the-password");
    await quickInput.message().getByText("The user name or password is wrong.").waitFor();
    await workbench().screenshot("signing-in-refused");
    await quickInput.shows(addingStep(4, 6));
    assert.equal(await quickInput.input().getAttribute("type"), "password");
    await quickInput.answer(addingStep(4, 6), service().user.password);
    await answerFromName(quickInput, "Hearth", 6);

    await tree.row("Hearth", "Articles").waitFor();
    assert.deepEqual(await notifications.all(), []);
    await tree.expand(tree.row("Hearth", "Users"));
    await tree.row("Users", name).waitFor();
    const rows = (await tree.rows()).filter((row) => row.includes(name));

    await workbench().screenshot("signing-in-me");
    assert.deepEqual(rows, [`    ${name}  you · ${name}@example.com`]);
    await openDocument(workbench(), "Users", name);
    assert.doesNotMatch(await editor.text(), /password|Token"/);
  });

  it("a signed-in user is asked for the password when the service rejects a save, which then continues", async () => {
    const { editor, quickInput, notifications } = workbench();
    await openDocument(workbench(), "Tags", "Wool");
    await editor.change({ name: "Woollen" });
    await block(true);

    await editor.pressSave();
    await quickInput.shows(title);
    await workbench().screenshot("signing-in-again");
    await block(false);
    await quickInput.answer(title, service().user.password);

    await editor.dirtyTab(tabOf("Wool")).waitFor({ state: "detached" });
    assert.deepEqual(await notifications.all(), []);
  });

  it("a signed-in user appears in the report of Diagnose Connection without credentials", async () => {
    const { tree, editor } = workbench();

    await tree.contextMenu(tree.row("Hearth"), "Diagnose Connection");
    let text = "";
    await until("The report does not open", async () => {
      text = await editor.text();
      return text.includes("- Missing permissions: ");
    });

    await workbench().screenshot("signing-in-report");
    assert.match(text, /Credentials: session$/m);
    // A session is a JWT, and all JWTs begin with the same letters.
    for (const secret of [name, service().user.password, "eyJ"]) assert.ok(!text.includes(secret));
  });

  it("Sign Out removes the rows, a row signs in again, and the password is stored nowhere", async () => {
    const { page, profile, tree, quickInput } = workbench();

    await tree.contextMenu(tree.row("Hearth"), "Sign Out");

    await tree.row("Users", "Sign-in required").waitFor();
    const rows = (await tree.rows()).filter((row) => row.includes("@example.com"));
    await workbench().screenshot("signing-in-out");
    assert.deepEqual(rows, []);
    const row = tree.row("Users", "Sign-in required");
    await tree.rowAction(row, "Sign In as User…", quickInput.input());
    await quickInput.answer(userBox, name);
    await quickInput.answer(passwordBox, service().user.password);

    await tree.row("Users", name).waitFor();
    assert.deepEqual(await filesWith(profile, service().user.password), []);
    assert.ok(!(await page.content()).includes(service().user.password));
  });
});
