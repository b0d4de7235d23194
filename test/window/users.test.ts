import assert from "node:assert/strict";
import { plainRequest } from "../support/plainHttp.ts";
import type { Target } from "../support/plainHttp.ts";
import { openDocument, tabOf } from "./documents.ts";
import { filesWith } from "./filesWith.ts";
import { until } from "./until.ts";
import { useMagazine } from "./useMagazine.ts";

type User = Readonly<Record<string, unknown>> & { readonly id: number };

async function userNow(service: Target, username: string): Promise<User> {
  const path = `users?filters[username]=${username}&populate=role`;
  const [user] = (await plainRequest(service, "GET", path)).body as User[];
  assert.ok(user, `the service has ${username}`);
  return user;
}

/** Whether the service accepts this password. */
async function isAccepted(service: Target, identifier: string, password: string): Promise<boolean> {
  const body = { identifier, password };
  return (await plainRequest(service, "POST", "auth/local", body)).status === 200;
}

describe("User accounts", function () {
  this.timeout(60_000);
  const magazine = useMagazine();

  it("Set Password asks twice, shows and stores the password nowhere, and reloads the editor", async () => {
    const { workbench, service } = magazine();
    const { page, editor, quickInput, notifications } = workbench;
    const [name, password] = ["dario.benvenuti", "Harvest-Moon-77"];
    const before = await userNow(service, name);
    await openDocument(workbench, "Users", name);

    await workbench.command("CMS: Set Password…");
    await quickInput.shows(`New Password of '${name}'`);
    await quickInput.accept();
    const complaint = quickInput.message().getByText("Enter a password");
    await complaint.waitFor();
    await quickInput.fill(password);
    await complaint.waitFor({ state: "hidden" });
    const isHidden = (await quickInput.input().getAttribute("type")) === "password";
    await workbench.screenshot("users-password");
    await quickInput.accept();
    await quickInput.shows(`Repeat the New Password of '${name}'`);
    await quickInput.fill("Harvest-Moon-78");
    await quickInput.message().getByText("The passwords don't match").waitFor();
    await quickInput.fill(password);
    await quickInput.accept();

    await page.locator(".statusbar").getByText(`Set the password of '${name}'`).waitFor();
    await workbench.screenshot("users-password-set");
    assert.equal(isHidden, true);
    assert.equal(await isAccepted(service, name, password), true);
    const { publishedAt, ...after } = await userNow(service, name);
    assert.deepEqual(withoutTimes({ ...after, publishedAt }), withoutTimes(before));
    assert.equal(await editor.dirtyTab(tabOf(name)).count(), 0);
    assert.ok(String(publishedAt) > String(before["publishedAt"]));
    assert.deepEqual(await filesWith(workbench.profile, password), []);
    assert.deepEqual(await notifications.all(), []);
  });

  it("Delete User asks twice before it deletes the user who is signed in", async () => {
    const { workbench, service } = magazine();
    const { page, tree, quickInput, dialog, notifications } = workbench;
    const { identifier: name, password } = service.user;
    const { host } = new URL(service.url);
    await tree.scrollTo(tree.row("Magazine"));
    await tree.contextMenu(tree.row("Magazine"), "Sign In as User…");
    await quickInput.answer("Sign In to Magazine (1/2)", name);
    await quickInput.shows("Sign In to Magazine (2/2)");
    await quickInput.message().getByText(`sent only to ${host}`).waitFor();
    await quickInput.answer("Sign In to Magazine (2/2)", password);
    await tree.expand(tree.row("Users"));
    await tree.scrollTo(tree.row("Users", name));
    await tree.says(tree.row("Users", name), "you");
    const deleteMe = async () => {
      await tree.contextMenu(tree.row("Users", name), "Delete User");
      const first = await dialog.text();
      await page.getByRole("button", { name: "Delete User", exact: true }).click();
      // The second question replaces the first.
      await page.locator(".monaco-dialog-box", { hasText: "Delete your own user" }).waitFor();
      return [first, await dialog.text()];
    };

    const questions = await deleteMe();
    await workbench.screenshot("users-delete-oneself");
    await dialog.cancel();
    const keptUser = await userNow(service, name);
    await deleteMe();
    await dialog.press("Delete User");

    const path = `users?filters[username]=${name}`;
    await until("The account is still there.", async () => {
      return ((await plainRequest(service, "GET", path)).body as User[]).length === 0;
    });
    assert.equal(keptUser["username"], name);
    assert.match(String(questions[0]), /This can't be undone/);
    assert.deepEqual(String(questions[1]).split("\n"), [
      `Delete your own user '${name}' from Magazine?`,
      "You're signed in as this user. You won't be able to sign in again.",
    ]);
    await tree.row("Users", name).waitFor({ state: "detached" });
    await notifications.text(`Deleted '${name}'.`);
  });
});

const withoutTimes = (user: User) => ({ ...user, updatedAt: 0, publishedAt: 0 });
