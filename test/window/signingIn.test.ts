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

describe("A user of the service, signed in", function () {
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

  it("connects with a name and a password, and is asked for a wrong password again in the password box", async () => {
    const { quickInput, tree, notifications } = workbench();
    await workbench().command("CMS: Add Connection…");
    await answerUpToSignIn(quickInput, service().url);
    await quickInput.pick("User name and password");
    await quickInput.answer(addingStep(3, 6), name);
    await quickInput.answer(addingStep(4, 6), "not-the-password");
    await quickInput.message().getByText("Invalid identifier or password").waitFor();
    await workbench().screenshot("signing-in-refused");
    await quickInput.shows(addingStep(4, 6));
    assert.equal(await quickInput.input().getAttribute("type"), "password");
    await quickInput.answer(addingStep(4, 6), service().user.password);
    await answerFromName(quickInput, "Hearth", 6);

    await tree.row("Hearth", "Articles").waitFor();
    assert.deepEqual(await notifications.all(), []);
  });

  it("stands on top of the users, once, and opens as what they are", async () => {
    const { tree, editor } = workbench();
    await tree.expand(tree.row("Hearth", "Users"));
    await tree.row("Users", name).waitFor();

    const rows = (await tree.rows()).filter((row) => row.includes(name));

    await workbench().screenshot("signing-in-me");
    assert.deepEqual(rows, [`    ${name}  me · ${name}@example.com`]);
    await openDocument(workbench(), "Users", name);
    assert.doesNotMatch(await editor.text(), /password|Token"/);
  });

  it("is asked for the password alone once they are refused, and the save goes on", async () => {
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

  it("leaves the password in no file, no log and no part of the page", async () => {
    const { page, profile } = workbench();

    const files = await filesWith(profile, service().user.password);

    assert.deepEqual(files, []);
    assert.ok(!(await page.content()).includes(service().user.password));
  });

  /** What Diagnose Connection writes, once it says this. */
  const reportThatSays = async (part: string) => {
    const { editor, tree } = workbench();
    await tree.contextMenu(tree.row("Hearth"), "Diagnose Connection");
    let text = "";
    await until(`No report says: ${part}`, async () => {
      text = await editor.text();
      return text.includes(part);
    });
    return text;
  };

  it("is in no report on the connection, nor is what they signed in with; it says what stays closed", async () => {
    const text = await reportThatSays("- Closed: ");

    await workbench().screenshot("signing-in-report");
    assert.match(text, /Signs in with: session$/m);
    assert.match(text, /Answer: 200, first byte after \d+ ms, whole after \d+ ms/);
    assert.match(text, /^- Writing: not checked, /m);
    // A session is a JWT, whose first letters are the same in all.
    for (const secret of [name, service().user.password, "eyJ"]) assert.ok(!text.includes(secret));
  });

  it("signs out: that nobody is signed in is said, and what was loaded is gone", async () => {
    const { tree } = workbench();

    await tree.contextMenu(tree.row("Hearth"), "Sign Out");

    await tree.row("Users", "Sign-in required").waitFor();
    const rows = (await tree.rows()).filter((row) => row.includes("@example.com"));
    await workbench().screenshot("signing-in-out");
    assert.deepEqual(rows, []);
  });

  it("signs in again by the button of the row that says so", async () => {
    const { tree, quickInput } = workbench();

    const row = tree.row("Users", "Sign-in required");
    await tree.rowAction(row, "Sign In as User…", quickInput.input());
    await quickInput.answer(userBox, name);
    await quickInput.answer(passwordBox, service().user.password);

    await tree.row("Users", name).waitFor();
    await tree.contextMenu(tree.row("Hearth"), "Sign Out");
    await tree.row("Users", "Sign-in required").waitFor();
  });

  it("who signed out leaves a report of what is closed to everybody", async () => {
    const text = await reportThatSays("Signs in with: nothing");

    assert.match(text, /Addresses: 127\.0\.0\.1/);
    assert.match(text, /Answer: 403 ForbiddenError, first byte after \d+ ms, whole after \d+ ms/);
    assert.match(text, /Closed: Content-type-builder: getContentTypes, getComponents;/);
  });
});
