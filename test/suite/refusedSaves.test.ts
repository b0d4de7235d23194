import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { JsonObject } from "../../src/model/foundation/json.ts";
import { startFaults } from "../support/faults.ts";
import { hangUp, json, refusal } from "../support/loopback.ts";
import type { Reply } from "../support/loopback.ts";
import { edit, open, stateOf, type } from "./editors.ts";
import { connect, useMagazine } from "./useMagazine.ts";

describe("A refused save keeps the text and the dirty mark, and writes nothing,", () => {
  const magazine = useMagazine();

  const faults: Readonly<Record<string, Reply>> = {
    "400, a value that the service does not take": refusal(400, "ValidationError", "Too long"),
    "401, a token that was withdrawn": refusal(401, "UnauthorizedError", "Unauthorized"),
    "403, a token that may not write": refusal(403, "ForbiddenError", "Forbidden"),
    "404, a document that has gone": refusal(404, "NotFoundError", "Not Found"),
    "413, a text that is too long": refusal(413, "PayloadTooLargeError", "Too large"),
    "429, too many requests": refusal(429, "RateLimitError", "Too many requests"),
    "500, an error of the service": refusal(500, "InternalServerError", "Internal"),
    "502, a page of something in between": json("<html>Bad gateway</html>", 502),
    "a connection that breaks off": hangUp,
  };
  for (const [what, fault] of Object.entries(faults)) {
    it(`for ${what}; it can be saved once that is over`, async () => {
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

  /** What comes of a save after something has happened, and what the service holds then. */
  const saveAfter = async (connection: string, happening = () => Promise.resolve()) => {
    const id = await magazine.makeArticle();
    const document = await open({ ...magazine.article(id), connection });
    await happening();
    await edit(document, { kicker: "Typed on a train" });
    const { text } = stateOf(document);
    const saved = await saveWithoutAnswers(document);
    const { kicker } = (await magazine.draft(id))!;
    const { isDirty, text: kept } = stateOf(document);
    return { saved, isDirty, isKept: kept === text, kicker };
  };
  const refused = { saved: false, isDirty: true, isKept: true, kicker: "Made" };

  it("for a service that can't be reached at all", async () => {
    const faults = await startFaults(magazine.service.url);
    const connection = await connect({ ...magazine.service, url: faults.url });

    const outcome = await saveAfter(connection, () => faults.stop());

    assert.deepEqual(outcome, refused);
  });

  it("for a token that may read but not write, as the service itself has it", async () => {
    const { service } = magazine;
    const connection = await connect(service, service.tokens.custom);

    const outcome = await saveAfter(connection);

    assert.deepEqual(outcome, refused);
  });

  const mistakes: Readonly<Record<string, JsonObject>> = {
    "a word that is no choice": { kind: "novel" },
    "a key that the type does not have": { colour: "red" },
    "a number beyond its limit, beside a change that is right": { rating: 11, kicker: "Fine" },
    "more than the service takes": { body: "b".repeat(1_200_000) },
    "a relation to what is not there": { category: { documentId: "nowhere" } },
    "a relation that is kept by the other side": { prequel: { documentId: "nowhere" } },
    "what the service sets": { createdAt: "2020-01-01T00:00:00.000Z" },
  };
  for (const [what, change] of Object.entries(mistakes)) {
    it(`for ${what}`, async () => {
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

  it("in words that begin with the reason and have no error code", async () => {
    const document = await open(magazine.article(await magazine.makeArticle()));
    const bytes = new TextEncoder().encode('{ "title": }');

    const writing = Promise.resolve(vscode.workspace.fs.writeFile(document.uri, bytes));

    await assert.rejects(writing, ({ message }: Error) => {
      assert.match(message, /^(?:.*\()?The text is not valid JSON at line 1, column 12\./);
      return true;
    });
  });

  const broken: Readonly<Record<string, (text: string) => string>> = {
    "a text that breaks off": (text) => text.slice(0, -20),
    "a key that stands twice": (text) => text.replace("{", '{"title": "First",'),
    "a list": () => "[]",
    "nothing at all": () => "",
  };
  for (const [what, breakText] of Object.entries(broken)) {
    it(`for ${what}, before anything is sent`, async () => {
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

/** Saves as a person who gives up where they are asked for something, such as another token. */
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
