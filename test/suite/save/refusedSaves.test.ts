import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import { startFaults } from "../../support/faults.ts";
import { itLong } from "../../support/longRun.ts";
import { hangUp, refusal } from "../../support/loopback.ts";
import type { Reply } from "../../support/loopback.ts";
import { edit, open, stateOf, type } from "../editors.ts";
import { connect, useMagazine } from "../useMagazine.ts";

describe("Failed save", () => {
  const magazine = useMagazine();

  const faults: Readonly<Record<string, Reply>> = {
    "400, an invalid value": refusal(400, "ValidationError", "Too long"),
    "401, a revoked token": refusal(401, "UnauthorizedError", "Unauthorized"),
    "404, a deleted document": refusal(404, "NotFoundError", "Not Found"),
    "500, an error of the service": refusal(500, "InternalServerError", "Internal"),
    "a connection that breaks off": hangUp,
  };
  for (const [what, fault] of Object.entries(faults)) {
    const test = fault === hangUp ? it : itLong;
    test(`a failed save keeps the text for ${what}, and a later save works`, async () => {
      const id = await magazine.makeArticle();
      const detour = await magazine.detour();
      const document = await open(detour.article(id));
      const before = await magazine.draft(id);

      detour.inject(/^PUT/, fault);
      await edit(document, { kicker: "Typed with care" });
      const { text } = stateOf(document);
      const saved = await saveWithoutAnswers(document);
      const atFirst = [saved, stateOf(document), await magazine.draft(id)];
      detour.heal();
      const savedAfterwards = await document.save();

      const after = await magazine.draft(id);
      assert.deepEqual(atFirst, [false, { text, isDirty: true }, before]);
      assert.deepEqual([savedAfterwards, after?.["kicker"]], [true, "Typed with care"]);
    });
  }

  /** The result of a save after an action, and the service's value afterwards. */
  const saveAfter = async (connection: string, happening = () => Promise.resolve()) => {
    const id = await magazine.makeArticle();
    const document = await open({ ...magazine.article(id), connection });
    await happening();
    await edit(document, { kicker: "Typed on a train" });
    const { text } = stateOf(document);
    const saved = await saveWithoutAnswers(document);
    const { kicker } = (await magazine.draft(id))!;
    const { isDirty, text: keptText } = stateOf(document);
    return { saved, isDirty, isKept: keptText === text, kicker };
  };
  const refused = { saved: false, isDirty: true, isKept: true, kicker: "Made" };

  itLong(
    "a failed save keeps the text for a service that can't be reached, and writes nothing",
    async () => {
      const faults = await startFaults(magazine.service.url);
      const connection = await connect({ ...magazine.service, url: faults.url });

      const outcome = await saveAfter(connection, () => faults.stop());

      assert.deepEqual(outcome, refused);
    },
  );

  itLong(
    "a failed save keeps the text for a read-only token of the service, and writes nothing",
    async () => {
      const { service } = magazine;
      const connection = await connect(service, service.tokens.custom);

      const outcome = await saveAfter(connection);

      assert.deepEqual(outcome, refused);
    },
  );

  const mistakes: Readonly<Record<string, JsonObject>> = {
    "a value outside an enumeration": { kind: "novel" },
    "an unknown key": { colour: "red" },
    "a number above its limit beside a valid change": { rating: 11, kicker: "Fine" },
    "a text above the size limit of the service": { body: "b".repeat(1_200_000) },
    "a relation to a missing document": { category: { documentId: "nowhere" } },
    "a change of an inverse side": { prequel: { documentId: "nowhere" } },
    "a property that the service sets": { createdAt: "2020-01-01T00:00:00.000Z" },
  };
  for (const [what, change] of Object.entries(mistakes)) {
    itLong(`a failed save keeps the text for ${what}`, async () => {
      const id = await magazine.makeArticle();
      const document = await open(magazine.article(id));
      const before = await magazine.draft(id);

      await edit(document, change);
      const { text } = stateOf(document);
      const saved = await document.save();

      assert.deepEqual(
        [saved, stateOf(document), await magazine.draft(id)],
        [false, { text, isDirty: true }, before],
      );
    });
  }

  it("a failed save explains the reason first, without an error code", async () => {
    const document = await open(magazine.article(await magazine.makeArticle()));
    const bytes = new TextEncoder().encode('{ "title": }');

    const writing = Promise.resolve(vscode.workspace.fs.writeFile(document.uri, bytes));

    await assert.rejects(writing, ({ message }: Error) => {
      assert.match(message, /^(?:.*\()?The text is not valid JSON at line 1, column 12\./);
      return true;
    });
  });

  const broken: Readonly<Record<string, (text: string) => string>> = {
    "incomplete JSON": (text) => text.slice(0, -20),
    "a duplicate key": (text) => text.replace("{", '{"title": "First",'),
    "a list": () => "[]",
    "an empty text": () => "",
  };
  for (const [what, breakText] of Object.entries(broken)) {
    const test = what === "incomplete JSON" ? it : itLong;
    test(`a failed save keeps the text for ${what}, before anything is sent`, async () => {
      const id = await magazine.makeArticle();
      const detour = await magazine.detour();
      const document = await open(detour.article(id));

      const text = breakText(document.getText());
      await type(document, text);
      const saved = await document.save();

      assert.deepEqual(
        [saved, stateOf(document), detour.writes],
        [false, { text, isDirty: true }, []],
      );
    });
  }
});

/** Saves, and cancels every input, such as the one for another token. */
async function saveWithoutAnswers(document: vscode.TextDocument): Promise<boolean> {
  const givingUp = setInterval(
    () => void vscode.commands.executeCommand("workbench.action.closeQuickOpen"),
    200,
  );
  try {
    return await document.save();
  } finally {
    clearInterval(givingUp);
  }
}
