import assert from "node:assert/strict";
import * as vscode from "vscode";
import { fromUri } from "../../../src/files/shared/documentUri.ts";
import type { CheckFinding } from "../../../src/model/check/checkFinding.ts";
import { runCheck } from "../../../src/model/check/checkRun.ts";
import { mediaType } from "../../../src/model/foundation/address.ts";
import { TestModel } from "../../model/testModel.ts";
import { must } from "../../model/outcomes.ts";
import { allRules, lineOf } from "../../support/defects.ts";
import { plainUploadImage } from "../../support/plainWrites.ts";
import { extensionId } from "../../support/extensionId.ts";
import { startFaults } from "../../support/faults.ts";
import { itLong } from "../../support/longRun.ts";
import { until, untilEqual } from "../../window/until.ts";
import { closeEditors } from "../editors.ts";
import { launchedDefects } from "../launchedService.ts";
import { useMessages } from "../messages.ts";
import { useQuestions } from "../questions.ts";
import { useSettings } from "../settings.ts";
import { connect, removeConnections } from "../useMagazine.ts";
import { fix } from "./quickFixes.ts";

const { withProgress } = vscode.window;

const diagnosticsOf = (connection: string) =>
  vscode.languages.getDiagnostics().flatMap(([uri, all]) => {
    const address = fromUri(uri);
    return address?.connection === connection
      ? all.map(({ code, severity }) => ({ code, severity, address }))
      : [];
  });

describe("Check Content, one defect of each rule", function () {
  this.timeout(120_000);
  let service: Awaited<ReturnType<typeof launchedDefects>>;
  const messages = useMessages();
  const questions = useQuestions();
  const set = useSettings();

  before(async () => {
    service = await launchedDefects();
  });
  afterEach(async () => {
    await closeEditors();
    await vscode.commands.executeCommand("cms.content.clearChecks");
    await removeConnections();
  });

  /** The findings that the Problems panel shows for a connection, without their paths, as in `lineOf`. */
  const shownFor = (connection: string) =>
    diagnosticsOf(connection)
      .map(({ code, severity, address: { type, id, locale = "-" } }) => {
        const rule = typeof code === "object" ? code.value : code;
        return [vscode.DiagnosticSeverity[severity].toLowerCase(), rule, type, id, locale].join(
          " ",
        );
      })
      .sort();

  const withoutPath = (line: string): string => line.slice(0, line.lastIndexOf(" "));

  /** The numbers of errors and warnings: those of the last message, and those that the Problems panel shows. */
  const numbersOf = (connection: string) => {
    const words = messages.texts.at(-1) ?? "";
    const shownLines = shownFor(connection);
    const numbers = (["error", "warning"] as const).map((severity) => {
      const [, number = "0"] = new RegExp(`([\\d,]+) ${severity}s?\\b`).exec(words) ?? [];
      const listedCount = shownLines.filter((line) => line.startsWith(`${severity} `)).length;
      return [Number(number.replaceAll(",", "")), listedCount] as const;
    });
    return {
      reported: numbers.map(([number]) => number),
      listed: numbers.map(([, listedCount]) => listedCount),
    };
  };

  // test/model/check/defects.test.ts proves that a check finds exactly what was made.
  it("Check Content shows all that it found in the Problems panel, with links to the docs, and deletes an unused file there", async () => {
    await set("cms.check.rules", allRules);
    const { documentId } = await plainUploadImage(service, "check-unused.svg", "A black square");
    const connection = await connect(service);

    await vscode.commands.executeCommand("cms.content.check", { connection: { id: connection } });

    const shownLines = shownFor(connection);
    const { reported, listed } = numbersOf(connection);
    assert.deepEqual(listed, reported);
    assert.equal(listed[0], 6);
    assert.deepEqual(
      service.defects
        .map((defect) => withoutPath(lineOf(defect)))
        .filter((line) => !shownLines.includes(line)),
      [],
    );
    await requireDocumentation(connection);
    questions.answer("Delete File");
    await fix({ connection, type: mediaType, id: documentId }, "unused-file", "Delete File");
    const remainingLines = shownLines.filter((line) => !line.includes(documentId));
    await untilEqual(() => Promise.resolve(shownFor(connection)), remainingLines);
    assert.equal(remainingLines.length, shownLines.length - 1);
  });

  itLong(
    "Check Content shows findings and a missing permission for a token that may not read authors",
    async () => {
      await set("cms.check.rules", allRules);
      const token = service.limitedTokens.withoutAuthors;
      const connection = await connect(service, token);

      await vscode.commands.executeCommand("cms.content.check", { connection: { id: connection } });

      assert.deepEqual(shownFor(connection), (await foundByModel(token)).map(withoutPath));
      assert.match(messages.texts.at(-1) ?? "", /the permission Author: find\.$/);
    },
  );

  /** What the model finds. */
  async function foundByModel(token: string): Promise<string[]> {
    const model = new TestModel({ url: service.url, token });
    const findings: CheckFinding[] = [];
    const target = { kind: "connection", connection: model.connection.id } as const;
    const onFinding = (finding: CheckFinding) => findings.push(finding);
    must(await runCheck(target, { dependencies: model, rules: allRules, onFinding }));
    model.close();
    return findings
      .map(({ address, ...finding }) => lineOf({ ...finding, ...address, documentId: address.id }))
      .sort();
  }

  /** The links of the findings name their rules. Each rule has a section, which opens. */
  async function requireDocumentation(connection: string): Promise<void> {
    const links = new Map(
      diagnosticsOf(connection).flatMap(({ code }) =>
        typeof code === "object" ? [[String(code.value), code.target] as const] : [],
      ),
    );

    const extension = vscode.extensions.getExtension(extensionId);
    assert.ok(extension);
    const page = vscode.Uri.joinPath(extension.extensionUri, "docs/checks.md");
    const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(page));
    const { path = "", query = "" } = links.get("lost-relation") ?? {};
    await vscode.commands.executeCommand(path, ...(JSON.parse(query) as readonly unknown[]));

    assert.deepEqual(
      [...links.values()].map((link) => link.query),
      [...links.keys()].map((rule) => JSON.stringify([rule])),
    );
    assert.deepEqual(
      [...links.keys()].filter((rule) => !text.includes(`\n### ${rule}\n`)),
      [],
    );
    await untilEqual(
      () => Promise.resolve(vscode.window.tabGroups.activeTabGroup.activeTab?.label),
      "Preview checks.md",
    );
  }

  it("Check Content keeps what it found when the user cancels it in the progress notification", async () => {
    const faults = await startFaults(service.url);
    const connection = await connect({ ...service, url: faults.url });
    const release = faults.hold(/ \/api\/site-setting$/);
    const areShown = () => Promise.resolve(shownFor(connection).length > 0);
    const isCancellable: unknown[] = [];
    Object.assign(vscode.window, {
      withProgress: async (...[options, task]: Parameters<typeof withProgress>) => {
        if (options.location !== vscode.ProgressLocation.Notification)
          return withProgress(options, task);
        isCancellable.push(options.cancellable);
        const source = new vscode.CancellationTokenSource();
        const running = task({ report: () => undefined }, source.token);
        await until("There is no finding.", areShown);
        source.cancel();
        return running;
      },
    });

    try {
      await vscode.commands.executeCommand("cms.content.check", { connection: { id: connection } });
    } finally {
      Object.assign(vscode.window, { withProgress });
      release();
      await faults.stop();
    }

    const { reported, listed } = numbersOf(connection);
    assert.deepEqual(isCancellable, [true]);
    assert.match(messages.texts.at(-1) ?? "", /^Cancelled\. /);
    assert.ok(shownFor(connection).length > 0);
    assert.deepEqual(listed, reported);
  });
});
