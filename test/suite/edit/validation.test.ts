import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import * as vscode from "vscode";
import { toUri } from "../../../src/files/shared/documentUri.ts";
import type { Address } from "../../../src/model/foundation/address.ts";
import { itLong } from "../../support/longRun.ts";
import { refusal } from "../../support/loopback.ts";
import { plainList } from "../../support/plainHttp.ts";
import { untilEqual } from "../../window/until.ts";
import { contentOf, edit, open, type } from "../editors.ts";
import { mistakes } from "./mistakes.ts";
import { useMagazine } from "../useMagazine.ts";

const { Error: error, Warning: warning } = vscode.DiagnosticSeverity;

/** The diagnostics of a document in alphabetical order: the marked text, the severity and the message. */
const marks = (document: vscode.TextDocument): unknown[][] =>
  vscode.languages
    .getDiagnostics(document.uri)
    // Information and hints are left out.
    .filter(({ severity }) => severity <= warning)
    .map(({ range, severity, message }) => [document.getText(range), severity, message])
    .sort();

const until = (document: vscode.TextDocument, expected: unknown[][]) =>
  untilEqual(() => Promise.resolve(marks(document)), expected);

describe("Diagnostics before a save", () => {
  const magazine = useMagazine();

  const openArticle = async (data?: object) =>
    open(magazine.article(await magazine.makeArticle(data)));

  it("diagnostics before a save mark each kind of mistake with its reason", async () => {
    const document = await openArticle();
    const content = contentOf(document);

    for (const text of mistakes) {
      const changes = Object.values(text).map(([change]) => change);
      const changed = Object.assign({}, content, ...changes) as object;
      await type(document, `${JSON.stringify(changed, null, 2)}\n`);
      await until(
        document,
        Object.values(text)
          .map(([, ...mark]) => mark)
          .sort(),
      );
    }
  });

  it("diagnostics disappear with a correction or the tab, stay while the text is invalid JSON, and cost no request", async () => {
    const detour = await magazine.detour();
    const document = await open(detour.article(await magazine.makeArticle()));
    await edit(document, { kind: "novel", readingMinutes: 500 });
    await untilEqual(() => Promise.resolve(marks(document).length), 2);
    const before = detour.requests.length;

    await edit(document, { kind: "essay" });
    const mark = ["500", error, "readingMinutes must be at most 120."];
    await until(document, [mark]);
    const text = document.getText();
    await type(document, text.slice(0, -3));
    await new Promise((resolve) => setTimeout(resolve, 400));
    const meanwhile = marks(document).filter(([marked]) => marked === "500");
    await type(document, text);

    assert.deepEqual(meanwhile, [mark]);
    await until(document, [mark]);
    assert.equal(detour.requests.length, before);
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    await until(document, []);
  });

  it("diagnostics show the service's message once after a rejection", async () => {
    const detour = await magazine.detour();
    const document = await open(detour.article(await magazine.makeArticle()));
    const why = "rating must be in the archive";
    const errors = [{ path: ["rating"], message: why, name: "ValidationError" }];
    detour.inject(/^PUT/, refusal(400, "ValidationError", why, { errors }));
    await edit(document, { rating: 3 });

    const saved = await document.save();

    assert.equal(saved, false);
    await until(document, [["3", error, `${why}.`]]);
    await edit(document, { rating: 12 });
    await until(document, [["12", error, "rating must be at most 5."]]);
  });

  it("diagnostics stop a save before it is sent until they are corrected, except warnings of existing values", async () => {
    const detour = await magazine.detour();
    const id = await magazine.makeArticle({ contactEmail: "nobody" });
    const document = await open(detour.article(id));
    const mark = ['"nobody"', warning, "To be published, contactEmail must be an email address."];
    await until(document, [mark]);
    await edit(document, { rating: 11 });

    const saved = await document.save();
    const { writes } = detour;
    const atFirst = [saved, document.isDirty, [...writes]];
    await edit(document, { rating: 4 });
    const savedAfterwards = await document.save();

    assert.deepEqual(atFirst, [false, true, []]);
    assert.deepEqual([savedAfterwards, (await magazine.draft(id))?.["rating"]], [true, 4]);
    await until(document, [mark]);
  });

  it("diagnostics are errors when a save publishes immediately", async () => {
    const id = await magazine.make("categories", { name: `C ${Date.now()}`, position: 2 });
    const { connection } = magazine;
    const document = await open({ connection, type: "categories", id });

    await edit(document, { position: 0, name: null });

    await untilEqual(
      () => Promise.resolve(marks(document).map(([text, severity]) => [text, severity])),
      [
        ["0", error],
        ["null", error],
      ],
    );
  });

  it("diagnostics of a new user disappear with the tab, while VS Code keeps the text open", async () => {
    const collection = { connection: magazine.connection, type: "users" };
    await vscode.commands.executeCommand("cms.user.new", { collection });
    const inFront = () => vscode.window.activeTextEditor?.document;
    await untilEqual(() => Promise.resolve(inFront() && marks(inFront()!).length > 0), true);
    const document = await vscode.workspace.openTextDocument(inFront()!.uri);

    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    // Longer than the extension waits before it checks a text.
    await pause(1_000);

    assert.deepEqual([document.isClosed, marks(document)], [false, []]);
    await vscode.window.showTextDocument(document);
    await untilEqual(() => Promise.resolve(marks(document).length > 0), true);
  });

  itLong("diagnostics have no error in any kind of seeded document", async () => {
    const { connection } = magazine;
    const kinds = ["articles", "pages", "authors", "categories", "tags"];
    const listed = kinds.map(async (kind) => {
      const rows = await plainList(magazine.service, `${kind}?status=draft&pagination[limit]=4`);
      return rows.map(({ documentId, locale }): Address => {
        const inLocale = typeof locale === "string" ? { locale } : {};
        return { connection, type: kind, id: documentId, ...inLocale };
      });
    });
    const addresses: Address[] = [
      ...(await Promise.all(listed)).flat(),
      { connection, type: "homepage", locale: "en", id: "-" },
      { connection, type: "homepage", locale: "fr", id: "-" },
      { connection, type: "site-setting", id: "-" },
    ];

    const documents = await Promise.all(
      addresses.map((address) =>
        vscode.workspace.openTextDocument(toUri(address, { connectionName: "M", title: "T" })),
      ),
    );
    // Adds an error and removes it again. Once it has disappeared, the document was validated and has no other error.
    const texts = documents.map((document) => document.getText());
    for (const document of documents) {
      const [first = ""] = Object.keys(contentOf(document)).filter((name) => !name.startsWith("$"));
      await edit(document, { [first]: {} });
    }
    // Targets that were never published only get warnings.
    const isError = ([, severity]: unknown[]) => severity === error;
    const counts = () =>
      Promise.resolve(documents.map((document) => marks(document).filter(isError).length));
    await untilEqual(
      counts,
      documents.map(() => 1),
    );
    for (const [index, document] of documents.entries()) await type(document, texts[index]!);

    await untilEqual(
      counts,
      documents.map(() => 0),
    );
    assert.equal(documents.length, 23);
  });
});
