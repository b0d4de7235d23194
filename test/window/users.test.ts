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

/** Whether somebody who gives this password is let in. */
async function mayEnter(service: Target, identifier: string, password: string): Promise<boolean> {
  const body = { identifier, password };
  return (await plainRequest(service, "POST", "auth/local", body)).status === 200;
}

describe("A user account", function () {
  this.timeout(60_000);
  const magazine = useMagazine();

  it("is edited like a document, and says above its text that a save goes live at once", async () => {
    const { workbench, service } = magazine();
    const { page, editor, notifications } = workbench;
    const name = "gideon.farrow";
    const before = await userNow(service, name);
    await openDocument(workbench, "Users", name);

    await editor.change({ blocked: true, role: { id: 1, name: "Authenticated" } });

    const lens = page.locator(".codelens-decoration", { hasText: "2 changes" });
    await lens.getByText("Saving publishes immediately").waitFor();
    await workbench.screenshot("users-edited");
    await editor.save();
    const after = await userNow(service, name);
    const { role, updatedAt, publishedAt } = after;
    assert.deepEqual(after, { ...before, blocked: true, role, updatedAt, publishedAt });
    assert.equal((role as { name: string }).name, "Authenticated");
    assert.deepEqual(await notifications.all(), []);
  });

  it("gets a new password by a command that asks twice, shows it nowhere and keeps it nowhere", async () => {
    const { workbench, service } = magazine();
    const { page, editor, quickInput, notifications } = workbench;
    const [name, password] = ["dario.benvenuti", "Harvest-Moon-77"];
    const before = await userNow(service, name);
    await openDocument(workbench, "Users", name);

    await workbench.command("CMS: Set Password…");
    await quickInput.shows(`New Password of '${name}'`);
    await quickInput.accept();
    const complaint = quickInput.message().getByText("Type a password");
    await complaint.waitFor();
    await quickInput.fill(password);
    await complaint.waitFor({ state: "hidden" });
    const isHidden = (await quickInput.input().getAttribute("type")) === "password";
    await workbench.screenshot("users-password");
    await quickInput.accept();
    await quickInput.shows(`Repeat the New Password of '${name}'`);
    await quickInput.fill("Harvest-Moon-78");
    await quickInput.message().getByText("This is not the password").waitFor();
    await quickInput.fill(password);
    await quickInput.accept();

    await page.locator(".statusbar").getByText(`Set the password of '${name}'`).waitFor();
    await workbench.screenshot("users-password-set");
    assert.equal(isHidden, true);
    assert.equal(await mayEnter(service, name, password), true);
    const { updatedAt, publishedAt, ...after } = await userNow(service, name);
    assert.deepEqual({ ...after, updatedAt: 0, publishedAt: 0 }, withoutTimes(before));
    await until("The editor shows the user as of before.", async () =>
      (await editor.text()).includes(`"updatedAt": "${String(updatedAt)}"`),
    );
    assert.equal(await editor.dirtyTab(tabOf(name)).count(), 0);
    assert.ok(String(publishedAt) > String(before["publishedAt"]));
    assert.deepEqual(await filesWith(workbench.profile, password), []);
    assert.deepEqual(await notifications.all(), []);
  });

  it("keeps the old password where the service refuses the new one, and says why, without it", async () => {
    const { workbench, service } = magazine();
    const { tree, quickInput, notifications } = workbench;
    const [name, password] = ["beatrix.holloway", "Xy-77"];
    const before = await userNow(service, name);
    await tree.expand(tree.row("Users"));
    await tree.says(tree.row("Users"), "40");
    await tree.scrollTo(tree.row("Users", name));

    await tree.contextMenu(tree.row("Users", name), "Set Password…");
    await quickInput.answer(`New Password of '${name}'`, password);
    await quickInput.answer(`Repeat the New Password of '${name}'`, password);

    const words = await notifications.text("was not set");
    await workbench.screenshot("users-password-refused");
    assert.equal(
      words,
      `password must be at least 6 characters. The password of '${name}' was not set.`,
    );
    assert.deepEqual(await userNow(service, name), before);
    assert.deepEqual(await filesWith(workbench.profile, password), []);
  });

  it("is blocked after a question that says what changes", async () => {
    const { workbench, service } = magazine();
    const { tree, dialog, notifications } = workbench;
    const name = "dario.benvenuti";
    await tree.expand(tree.row("Users"));
    await tree.scrollTo(tree.row("Users", name));

    await tree.contextMenu(tree.row("Users", name), "Block User");
    const question = await dialog.text();
    await workbench.screenshot("users-block");
    await dialog.press("Block 1 User");
    await notifications.text(`Blocked '${name}'.`);

    assert.equal((await userNow(service, name))["blocked"], true);
    assert.deepEqual(question.split("\n"), [
      `Block '${name}' on Magazine?`,
      "blocked: false → true",
      "This takes effect immediately.",
      "Undo gives back what was there, where nothing changed since.",
    ]);
  });

  it("is deleted after two questions where it is one's own", async () => {
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
    await tree.says(tree.row("Users", name), "me");
    const deleteMe = async () => {
      await tree.contextMenu(tree.row("Users", name), "Delete User");
      const first = await dialog.text();
      await page.getByRole("button", { name: "Delete 1 User", exact: true }).click();
      // The second takes the place of the first.
      await page.locator(".monaco-dialog-box", { hasText: "Delete yourself" }).waitFor();
      return [first, await dialog.text()];
    };

    const questions = await deleteMe();
    await workbench.screenshot("users-delete-oneself");
    await dialog.cancel();
    const kept = await userNow(service, name);
    await deleteMe();
    await dialog.press("Delete 1 User");

    const path = `users?filters[username]=${name}`;
    await until("The account is still there.", async () => {
      return ((await plainRequest(service, "GET", path)).body as User[]).length === 0;
    });
    assert.equal(kept["username"], name);
    assert.match(String(questions[0]), /This can't be undone/);
    assert.deepEqual(String(questions[1]).split("\n"), [
      `Delete yourself, ${name}, from Magazine?`,
      "You are signed in as this user, and could not sign in again.",
    ]);
    await tree.row("Users", name).waitFor({ state: "detached" });
    await notifications.text(`Deleted '${name}'.`);
  });
});

const withoutTimes = (user: User) => ({ ...user, updatedAt: 0, publishedAt: 0 });
