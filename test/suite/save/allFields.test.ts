import assert from "node:assert/strict";
import * as vscode from "vscode";
import { toSaveError } from "../../../src/files/shared/virtualFileSystem.ts";
import type { LinkedError } from "../../../src/host/surfaces/plainErrors.ts";
import { FailureError } from "../../../src/host/shared/commandFailure.ts";
import { startFaults } from "../../support/faults.ts";
import type { Faults } from "../../support/faults.ts";
import { refusal } from "../../support/loopback.ts";
import { until, untilEqual } from "../../window/until.ts";
import { edit, open } from "../editors.ts";
import { enterInBoxes } from "../enteredText.ts";
import { useMessages } from "../messages.ts";
import { usePrompts } from "../prompts.ts";
import { useQuestions } from "../questions.ts";
import { useFailures } from "../failures/useFailures.ts";
import { connect, useMagazine } from "../useMagazine.ts";

const internalError = refusal(500, "InternalServerError", "Internal");

describe("Send All Fields", () => {
  const magazine = useMagazine();
  const questions = useQuestions();
  const messages = useMessages();
  let faults: Faults;
  let connection: string;

  // The setting stays with the connection, so each test has its own.
  beforeEach(async () => {
    faults = await startFaults(magazine.service.url);
    connection = await connect({ ...magazine.service, url: faults.url });
  });
  afterEach(() => faults.stop());

  /** The names of the attributes in the last write. */
  const lastSent = () => {
    const { body } = faults.requests.findLast(({ method }) => method === "PUT") ?? {};
    return Object.keys((body as { data: object }).data);
  };

  it("Send All Fields saves a document again after a question, when a save of changes failed", async () => {
    const id = await magazine.makeArticle();
    const document = await open({ ...magazine.article(id), connection });
    await edit(document, { kicker: "Typed" });
    faults.inject(/^PUT/, internalError);
    const first = await document.save();
    const partial = lastSent();
    faults.heal();
    const send = () => vscode.commands.executeCommand("cms.document.sendAllFields", document.uri);

    await send();
    const declined = document.isDirty;
    questions.answer("Send All Fields");
    await send();

    const { kicker } = (await magazine.draft(id))!;
    assert.deepEqual([first, partial, declined, kicker], [false, ["kicker"], true, "Typed"]);
    assert.ok(["title", "tags", "sections"].every((name) => lastSent().includes(name)));
    assert.match(questions.history[0]?.words ?? "", /^Send all fields of articles to /);
  });

  it("Send All Fields is offered when the service changed what was not sent, and restores that", async () => {
    const id = await magazine.makeArticle({ summary: "Kept" });
    const document = await open({ ...magazine.article(id), connection });
    faults.reshape(/^PUT/, {
      body: (body) => ({ data: { summary: "Hooked", ...(body as { data: object }).data } }),
    });
    messages.press("Send All Fields");
    questions.answer("Send All Fields");

    await edit(document, { kicker: "Typed" });
    await document.save();

    await untilEqual(async () => {
      const { kicker, summary } = (await magazine.draft(id))!;
      return [kicker, summary];
    }, ["Typed", "Kept"]);
    assert.match(
      messages.texts.join(),
      /^Saved\. The service changed summary from "Kept" to "Hooked"\. Only changes were sent/,
    );
    assert.match(
      questions.history[0]?.detail ?? "",
      /Then the previous values are restored: summary\./,
    );
  });
});

describe("Send All Fields in Edit Connection", () => {
  const magazine = useMagazine();
  const prompts = usePrompts();

  it("Edit Connection makes the saves of the entered types send all fields", async () => {
    const faults = await startFaults(magazine.service.url);
    const { url } = faults;
    const id = await connect({ ...magazine.service, url });
    const document = await open({
      ...magazine.article(await magazine.makeArticle()),
      connection: id,
    });
    const entering = enterInBoxes("articles, pages");

    const editing = vscode.commands.executeCommand("cms.connection.edit", {
      connection: { id, name: "Hooked", url },
    });
    await prompts.accept("Edit Hooked", "Send All Fields");
    await editing;
    entering.dispose();
    await edit(document, { kicker: "Typed" });
    await document.save();

    const { body } = faults.requests.findLast(({ method }) => method === "PUT") ?? {};
    await faults.stop();
    assert.ok(Object.keys((body as { data: object }).data).includes("title"));
  });
});

describe("Failed write of changes", () => {
  const failing = useFailures();
  const questions = useQuestions();

  it("a failed write of only changes offers to send all fields, and repeats only after a question", async () => {
    const { failures, model, press, done, areDone, service } = failing;
    service.answer(internalError);
    const [failure] = await model.catalogs.service(model.connection.id);
    assert.equal(failure?.code, "service");
    const error = new FailureError({ ...failure, partialType: "articles" });
    const show = () =>
      void failures.show(error, { id: "one", args: [], again: () => done.push("one") });
    const isUp = () =>
      until("The failure is not up", () =>
        Promise.resolve(
          failing.notifications[0]?.words.includes(" may need all fields. ") === true,
        ),
      );
    const sendAllFields = () => model.connections.get(model.connection.id)?.sendAllFields;

    show();
    await isUp();
    press("Send All Fields");
    await until("Nothing is asked", () => Promise.resolve(questions.history.length === 1));
    const declined = [sendAllFields(), [...done]];
    questions.answer("Send All Fields");
    show();
    await isUp();
    press("Send All Fields");
    await areDone("one");

    assert.deepEqual([declined, sendAllFields()], [[undefined, []], ["articles"]]);
    assert.deepEqual(
      questions.history.map(({ words }) => words),
      Array(2).fill("Send all fields of articles to Magazine?"),
    );
    const { link } = toSaveError(error.failure) as LinkedError;
    assert.equal(link?.command, "cms.document.sendAllFields");
  });
});
