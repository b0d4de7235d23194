import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import * as vscode from "vscode";
import type { Address } from "../../../src/model/foundation/address.ts";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import { startFaults } from "../../support/faults.ts";
import type { Faults } from "../../support/faults.ts";
import { json } from "../../support/loopback.ts";
import { plainRequest } from "../../support/plainHttp.ts";
import { itLong } from "../../support/longRun.ts";
import { until, untilEqual } from "../../window/until.ts";
import { useWarnings } from "../copy/warnings.ts";
import { usePrompts } from "../prompts.ts";
import { contentOf, edit, open, stateOf } from "../editors.ts";
import { lensesOf } from "../lenses.ts";
import { enterInBoxes } from "../enteredText.ts";
import { useMessages } from "../messages.ts";
import { hoverOver } from "../offers.ts";
import { profileFiles } from "../profileFiles.ts";
import { useQuestions } from "../questions.ts";
import { useShownFailures } from "../shownFailures.ts";
import { connect, unique, useMagazine } from "../useMagazine.ts";
import type { Magazine } from "../useMagazine.ts";

type User = JsonObject & { readonly id: number; readonly username: string };

const firstPassword = "Secret-1";

/** Lets the tests of a describe() create users. After each test, they are deleted. */
function useUsers(magazine: Magazine) {
  const userIds: number[] = [];
  const ask = async (method: "GET" | "POST" | "PUT" | "DELETE", path: string, body?: object) =>
    (await plainRequest(magazine.service, method, path, body)).body as User;
  const userNow = (id: number) => ask("GET", `users/${id}?populate=role`);
  const create = (): Promise<User> => {
    const username = unique("reader").replace(" ", "-");
    const userFields = {
      username,
      email: `${username}@example.com`,
      password: firstPassword,
      role: 3,
    };
    return ask("POST", "users", { ...userFields, confirmed: true });
  };
  const makeUser = async (): Promise<User> => {
    const user = await create();
    userIds.push(user.id);
    return user;
  };
  /** A user for the tests that change nothing on the service. */
  const useKeptUser = (): (() => User) => {
    let user: User;
    before(async () => {
      user = await create();
    });
    after(() => ask("DELETE", `users/${user.id}`));
    return () => user;
  };
  const addressOf = ({ id }: User, connection = magazine.connection): Address => ({
    connection,
    type: "users",
    id: String(id),
  });
  /** Whether the service accepts this password. */
  const isAccepted = async ({ username: identifier }: User, password: string) => {
    const body = { identifier, password };
    return (await plainRequest(magazine.service, "POST", "auth/local", body)).status === 200;
  };

  afterEach(async () => {
    for (const id of userIds.splice(0)) await ask("DELETE", `users/${id}`);
  });
  return { userNow, makeUser, useKeptUser, addressOf, isAccepted };
}

describe("User editor", () => {
  const magazine = useMagazine();
  const prompts = usePrompts();
  const questions = useQuestions();
  const failures = useShownFailures();
  const { userNow, makeUser, useKeptUser, addressOf } = useUsers(magazine);
  const keptUser = useKeptUser();

  it("a user editor saves only the edited fields, and shows the values of the service", async () => {
    const user = await makeUser();
    const before = await userNow(user.id);
    const document = await open(addressOf(user));

    await edit(document, { email: "Tea.In.Winter@Example.com", role: { id: 1, name: "Any" } });
    const saved = await document.save();

    const after = await userNow(user.id);
    const { updatedAt, publishedAt, role } = after;
    const email = "tea.in.winter@example.com";
    assert.equal(saved, true);
    assert.deepEqual(after, { ...before, updatedAt, publishedAt, role, email });
    await untilEqual<object>(() => Promise.resolve(contentOf(document)), {
      ...after,
      role: { id: 1, name: "Authenticated" },
      $schema: `cms-schema://${magazine.connection}/users.json`,
    });
    assert.equal(stateOf(document).isDirty, false);
  });

  it("a user editor has hovers and diagnostics, and sends nothing with an error", async () => {
    const user = keptUser();
    const document = await open(addressOf(user));

    await untilEqual(() => hoverOver(document, '"confirmed"'), ["Boolean"]);
    await edit(document, { email: "nobody" });
    const saved = await document.save();

    const marks = () => vscode.languages.getDiagnostics(document.uri).map(({ message }) => message);
    assert.equal(saved, false);
    await untilEqual(() => Promise.resolve(marks()), ["email must be an email address."]);
    assert.equal((await userNow(user.id))["email"], user["email"]);
  });

  it("a user editor offers Choose… for the role", async () => {
    const document = await open(addressOf(keptUser()));
    const at = document.positionAt(document.getText().indexOf('"role"') + 2);

    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      "vscode.executeCodeActionProvider",
      document.uri,
      new vscode.Range(at, at),
    );
    const running = vscode.commands.executeCommand("cms.document.choose", document.uri, at);
    await prompts.accept("Choose a Value for role", "Authenticated");
    await running;

    assert.ok(actions.some(({ title }) => title === "Choose…"));
    assert.deepEqual(contentOf(document)["role"], { id: 1, name: "Authenticated" });
  });

  it("a user editor shows that a save applies at once, its changes and its errors", async () => {
    const document = await open(addressOf(keptUser()));

    const lenses = [await lensesOf(document)];
    await edit(document, { blocked: true });
    lenses.push(await lensesOf(document));
    await edit(document, { password: "Not-In-A-Text" });
    lenses.push(await lensesOf(document));

    const live = "Saving applies immediately";
    assert.deepEqual(lenses.slice(0, 2), [[live], ["1 change", live]]);
    assert.match(
      String(lenses[2]?.[0]),
      /password can't be saved from the text.*CMS: Set Password/,
    );
  });

  it("a user editor rejects a write of unknown fields around it", async () => {
    const user = keptUser();
    const before = await userNow(user.id);
    const { uri } = await open(addressOf(user));
    const others = [{ title: "Tea" }, { ...before, id: user.id + 1 }, { ...before, role: null }];

    for (const other of others) {
      const bytes = new TextEncoder().encode(JSON.stringify(other));
      await assert.rejects(Promise.resolve(vscode.workspace.fs.writeFile(uri, bytes)));
    }

    assert.deepEqual(await userNow(user.id), before);
  });

  it("a user editor doesn't send a password from the text, nor writes it to files or logs", async () => {
    const user = keptUser();
    await vscode.commands.executeCommand("_extensionTests.setLogLevel", "trace");
    const before = await userNow(user.id);
    const document = await open(addressOf(user));
    const password = "Typed-By-Mistake-9";

    await edit(document, { password, blocked: true });
    const saved = await document.save();
    await vscode.commands.executeCommand("_extensionTests.setLogLevel", "info");

    assert.equal(saved, false);
    assert.deepEqual(await userNow(user.id), before);
    assert.deepEqual(filesOfOursWith(password), []);
  });

  it("a user keeps the password when the service rejects the new one, and the reason is named", async () => {
    const user = keptUser();
    const before = await userNow(user.id);
    const entering = enterInBoxes("Xy-77");

    await vscode.commands.executeCommand("cms.user.setPassword", { address: addressOf(user) });

    entering.dispose();
    const name = user.username;
    await untilEqual(
      () => Promise.resolve(failures.map(({ words }) => words)),
      [`password must be at least 6 characters. The password of '${name}' was not set.`],
    );
    assert.deepEqual(await userNow(user.id), before);
  });

  it("a user is blocked after a question that says what changes", async () => {
    const user = await makeUser();
    questions.answer("Block User");

    const running = vscode.commands.executeCommand("cms.user.block", { address: addressOf(user) });
    await untilEqual(async () => (await userNow(user.id))["blocked"], true);
    // The command ends when its last notification, which offers Undo, is closed.
    await until("The result stays", async () => {
      await vscode.commands.executeCommand("notifications.clearAll");
      return Promise.race([running.then(() => true), pause(100, false)]);
    });

    const [question] = questions.history;
    assert.equal(question?.words, `Block '${user.username}' on Hearth & Compass?`);
    assert.match(question.detail, /^blocked: false → true\nThis takes effect immediately\.$/m);
  });
});

describe("Set Password", () => {
  const magazine = useMagazine();
  const { userNow, makeUser, addressOf, isAccepted } = useUsers(magazine);
  const { createInputBox, setStatusBarMessage } = vscode.window;
  const boxes: vscode.InputBox[] = [];
  const statusBar: string[] = [];

  before(() => {
    Object.assign(vscode.window, {
      createInputBox: () => {
        const box = createInputBox();
        boxes.push(box);
        return box;
      },
      setStatusBarMessage: (words: string) => void statusBar.push(words),
    });
  });
  after(() => {
    Object.assign(vscode.window, { createInputBox, setStatusBarMessage });
  });

  /** Enters a text in the newest input box, and resolves when the condition is met. */
  const enter = async (text: string, isTaken: () => boolean): Promise<void> => {
    boxes.at(-1)!.value = text;
    await until(`Not taken: ${text}`, async () => {
      if (!isTaken())
        await vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
      return isTaken();
    });
  };

  it("Set Password asks twice without showing the password, stores it nowhere, and keeps the text of the editor", async () => {
    const user = await makeUser();
    const before = await userNow(user.id);
    const document = await open(addressOf(user));
    const text = document.getText();
    const password = "Harvest-Moon-77";

    const running = vscode.commands.executeCommand("cms.user.setPassword", document.uri);
    await until("No password is asked for", () => Promise.resolve(boxes.length === 1));
    await enter("", () => boxes[0]?.validationMessage === "Enter a password.");
    await enter(password, () => boxes.length === 2);
    await enter("Harvest-Moon-78", () => {
      return boxes[1]?.validationMessage === "The passwords don't match.";
    });
    await enter(password, () => statusBar.length > 0);
    await running;

    const name = user.username;
    assert.deepEqual(
      boxes.map((box) => [box.title, box.password]),
      [
        [`New Password of '${name}'`, true],
        [`Repeat the New Password of '${name}'`, true],
      ],
    );
    assert.deepEqual(statusBar, [`$(check) Set the password of '${name}' on Hearth & Compass`]);
    const accepted = [await isAccepted(user, firstPassword), await isAccepted(user, password)];
    assert.deepEqual(accepted, [false, true]);
    const after = await userNow(user.id);
    const { updatedAt, publishedAt } = after;
    assert.deepEqual(after, { ...before, updatedAt, publishedAt });
    await vscode.commands.executeCommand("workbench.action.files.revert");
    assert.deepEqual([document.getText(), document.isDirty], [text, false]);
    assert.deepEqual(filesOfOursWith(password), []);
  });
});

describe("Delete User", () => {
  const magazine = useMagazine();
  const questions = useQuestions();
  const messages = useMessages();
  const warnings = useWarnings();
  const prompts = usePrompts();
  let faults: Faults | undefined;
  afterEach(async () => {
    await faults?.stop();
    faults = undefined;
  });
  const { userNow, makeUser, addressOf } = useUsers(magazine);

  it("Delete User names the documents that refer to the user, and asks twice before it deletes the user who is signed in", async () => {
    const user = await makeUser();
    const { username: name } = user;
    const title = unique("Tea");
    await magazine.makeArticle({ title, editor: user["documentId"] });
    const id = await connect(magazine.service);
    const entering = enterInBoxes(name, firstPassword);
    const connection = { id, name: "Hearth & Compass", url: magazine.service.url };
    await vscode.commands.executeCommand("cms.connection.signIn", { connection });
    entering.dispose();
    const address = addressOf(user, id);

    questions.answer("Delete User");
    await vscode.commands.executeCommand("cms.user.delete", { address });
    const keptUser = await userNow(user.id);
    const firstQuestions = [...questions.history];
    questions.answer("Delete User", "Delete User");
    await vscode.commands.executeCommand("cms.user.delete", { address });

    assert.equal(keptUser.username, name);
    assert.deepEqual(
      firstQuestions.map(({ words, buttons }) => [words, buttons]),
      [
        [`Delete '${name}' from Hearth & Compass?`, ["Delete User"]],
        [`Delete your own user '${name}' from Hearth & Compass?`, ["Delete User"]],
      ],
    );
    assert.deepEqual(firstQuestions[0]?.detail.split("\n").slice(-2), [
      "This can't be undone.",
      `Relations from other documents that are also removed: Articles '${title}'.`,
    ]);
    assert.equal(
      firstQuestions[1]?.detail,
      "You're signed in as this user. You won't be able to sign in again.",
    );
    const response = await plainRequest(magazine.service, "GET", `users?filters[username]=${name}`);
    assert.deepEqual(response.body, []);
    assert.deepEqual(messages.texts, [`Deleted '${name}'.`]);
  });

  itLong(
    "Delete User keeps the session when a retry no longer includes the user who is signed in",
    async () => {
      const [me, other, last] = [await makeUser(), await makeUser(), await makeUser()];
      faults = await startFaults(magazine.service.url);
      const { requests, url } = faults;
      const id = await connect({ ...magazine.service, url });
      const entering = enterInBoxes(me.username, firstPassword);
      const connection = { id, name: "Hearth & Compass", url };
      await vscode.commands.executeCommand("cms.connection.signIn", { connection });
      entering.dispose();
      faults.inject(new RegExp(`^DELETE /api/users/${me.id}$`), json(me));
      faults.inject(new RegExp(`^DELETE /api/users/${other.id}$`), json({}, 500));
      questions.answer("Delete User", "Delete User", "Delete User");
      warnings.answer("Retry");
      const rows = [me, other].map((user) => ({ address: addressOf(user, id) }));

      const running = vscode.commands.executeCommand("cms.user.delete", rows[0], rows);
      await prompts.accept("Delete 2 users from Hearth & Compass?");
      await until("No warning was shown", () => Promise.resolve(warnings.texts.length > 0));
      faults.heal();
      await running;
      const countOfMe = () => requests.filter(({ path }) => path === "/api/users/me").length;
      const before = countOfMe();
      await vscode.commands.executeCommand("cms.user.delete", { address: addressOf(last, id) });
      const after = countOfMe();

      assert.deepEqual(
        questions.history.map(({ words }) => words),
        [
          `Delete your own user '${me.username}' from Hearth & Compass?`,
          `Delete '${other.username}' from Hearth & Compass?`,
          `Delete '${last.username}' from Hearth & Compass?`,
        ],
      );
      assert.deepEqual([before > 0, after], [true, before]);
    },
  );
});

/**
 * The files with this text in the extension's storage and in the logs. VS Code's own backups of unsaved texts are left
 * out.
 */
function filesOfOursWith(text: string): string[] {
  const files = profileFiles().filter((file) => /globalStorage|exthost/.test(file));
  assert.ok(
    files.some((file) => file.includes("cms-content-browser")),
    "Nothing of ours was found",
  );
  return files.filter((file) => readFileSync(file, "latin1").includes(text));
}
