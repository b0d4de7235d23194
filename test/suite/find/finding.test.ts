import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import * as vscode from "vscode";
import { hitItems, progressItems, remarks } from "../../../src/commands/find/findCommands.ts";
import { openLink } from "../../../src/commands/shared/openDocument.ts";
import { fromUri } from "../../../src/files/shared/documentUri.ts";
import { keyOf } from "../../../src/model/foundation/address.ts";
import type { Address } from "../../../src/model/foundation/address.ts";
import { findContent } from "../../../src/model/find/typeSearch.ts";
import type { SearchResults } from "../../../src/model/find/typeSearch.ts";
import { TestModel } from "../../model/testModel.ts";
import { must } from "../../model/outcomes.ts";
import { extensionId } from "../../support/extensionId.ts";
import { itLong } from "../../support/longRun.ts";
import { until, untilEqual } from "../../window/until.ts";
import { accepting } from "../accepting.ts";
import { open, tabs } from "../editors.ts";
import { usePrompts } from "../prompts.ts";
import { resultLines } from "../resultsView.ts";
import { useShownFailures } from "../shownFailures.ts";
import { unique, useMagazine, type Detour } from "../useMagazine.ts";

const inFront = (): Promise<string | undefined> => {
  const uri = vscode.window.activeTextEditor?.document.uri;
  const address = uri && fromUri(uri);
  return Promise.resolve(address && keyOf(address));
};

describe("Find Content", () => {
  const magazine = useMagazine();
  const prompts = usePrompts();
  const failures = useShownFailures();
  const models: TestModel[] = [];
  afterEach(() => {
    for (const model of models.splice(0)) model.close();
  });

  /** The tree item of the connection. */
  const row = () => ({
    connection: { id: magazine.connection, name: "Magazine", url: magazine.service.url },
  });
  /** The models of the magazine's connection, as the extension has them. */
  const openModel = (token = magazine.service.tokens.full): TestModel => {
    const model = new TestModel({ url: magazine.service.url, token });
    models.push(model);
    return model;
  };
  const find = async (model: TestModel, text: string): Promise<SearchResults> => {
    const { signal } = new AbortController();
    const searchOptions = {
      connection: model.connection,
      text,
      inZones: false,
      signal,
      show: () => undefined,
    };
    return must(await findContent(model, searchOptions));
  };
  const lines = (items: readonly vscode.QuickPickItem[]): string[] =>
    items.map(({ label, description, detail, kind }) =>
      kind === vscode.QuickPickItemKind.Separator
        ? `- ${label}`
        : [label, description, detail].filter(Boolean).join(" | "),
    );

  it("Find Content opens the document on Enter, and selects the text in it", async () => {
    const word = unique("Kettle").replace(" ", "");
    const id = await magazine.makeArticle({ body: `One\n"${word}" twice` });

    const text = `"${word.toUpperCase()}`;
    await accepting(vscode.commands.executeCommand("cms.content.find", { ...row(), text }));

    await untilEqual(inFront, keyOf(magazine.article(id)));
    await untilEqual(() => {
      const editor = vscode.window.activeTextEditor;
      return Promise.resolve(editor?.document.getText(editor.selection));
    }, `\\"${word}`);
  });

  /** Finds the only document with this text, and presses Enter. */
  const findThrough = async (
    { url, article }: Pick<Detour, "url" | "article">,
    text: string,
    beforeEnter: () => Promise<unknown> = () => Promise.resolve(),
  ) => {
    const connection = { id: article("x").connection, name: "Detour", url };
    const running = vscode.commands.executeCommand("cms.content.find", { connection, text });
    const list = await prompts.waitForPick("Find Content on Detour");
    await until("There is no result", () => Promise.resolve(list.items.length > 1 && !list.busy));
    await beforeEnter();
    await vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
    return running;
  };

  itLong(
    "Find Content leaves another document in front that the user opens while the found one is read",
    async () => {
      const title = unique("Slow");
      const id = await magazine.makeArticle({ title });
      const otherId = await magazine.makeArticle();
      const detour = await magazine.detour();
      let release = (): void => undefined;

      const running = findThrough(detour, title, () => {
        release = detour.hold(new RegExp(`^GET /api/articles/${id}`));
        return Promise.resolve();
      });
      await until("There is no tab", () =>
        Promise.resolve(tabs().some((label) => label.includes(title))),
      );
      await open(magazine.article(otherId));
      const labels = tabs();
      release();
      await running;
      // Time for the extension to open it again.
      await pause(1_000);

      assert.equal(await inFront(), keyOf(magazine.article(otherId)));
      assert.deepEqual(tabs(), labels);
    },
  );

  it("Find Content leaves it to the editor to say that a found document was deleted meanwhile", async () => {
    const title = unique("Gone");
    const id = await magazine.makeArticle({ title });
    const detour = await magazine.detour();

    await findThrough(detour, title, () => magazine.delete(`articles/${id}?locale=*`));
    await pause(1_000);

    assert.equal(tabs().length, 1);
    assert.deepEqual(failures, []);
  });

  it("Find Content shows title, status, locale and matching field by collection", async () => {
    const model = openModel();
    const word = unique("Kettle").replace(" ", "");
    await magazine.makeArticle({ title: `The ${word}`, seo: { metaTitle: word } });
    await magazine.makeArticle({ title: "Water", summary: `Boil the ${word} $(trash) twice` });
    await magazine.make("tags", { name: word }, "");

    const results = await find(model, word);

    assert.deepEqual(lines([...hitItems(results), ...remarks(results)]), [
      "- Articles",
      `The ${word} | draft · en`,
      `Water | draft · en | summary: Boil the ${word} $(trash) twice`,
      "- Tags",
      `${word} | published`,
      "- Not searched",
      "The service can't search these fields | articles.sections, homepage.sections, pages.sections",
    ]);
  });

  itLong(
    "Find Content keeps the results of a slow search in a view after Escape, and no others",
    async () => {
      const word = unique("Kettle").replace(" ", "");
      await magazine.makeArticle({ title: `The ${word}` });
      const detour = await magazine.detour();
      const { connection } = detour.article("x");
      const on = { connection: { id: connection, name: "Detour", url: detour.url } };
      const searchFor = async (release: () => Promise<void>) => {
        const running = vscode.commands.executeCommand("cms.content.find", { ...on, text: word });
        const list = await prompts.waitForPick("Find Content on Detour");
        await release();
        await until("There is no result", () =>
          Promise.resolve(list.items.length > 1 && !list.busy),
        );
        await vscode.commands.executeCommand("workbench.action.closeQuickOpen");
        await running;
        return resultLines();
      };

      const quick = await searchFor(() => Promise.resolve());
      const release = detour.hold(/^GET \/api\/articles/);
      const slow = await searchFor(async () => {
        await pause(4_000);
        release();
      });

      assert.deepEqual(quick, []);
      assert.deepEqual(slow.slice(0, 2), [`Find '${word}' on Detour | 1`, "  Articles | 1"]);
      await vscode.commands.executeCommand("cms.results.closeAll");
      assert.deepEqual(await resultLines(), []);
    },
  );

  it("Find Content reports the progress in dynamic zones and which were not read completely", () => {
    const progress = { read: 300, total: 1200 };
    const results = { groups: [], failures: [], unseen: [], cut: ["articles.sections"], progress };

    const items = [...progressItems(results), ...remarks(results)];

    assert.deepEqual(lines(items), [
      "Reading dynamic zones: 300 of 1,200",
      "No results found",
      "- Not searched",
      "Stopped after 10 documents | articles.sections",
    ]);
  });

  it("Find Content lists missing permissions once at the end, and reports no results", async () => {
    const model = openModel(magazine.service.tokens.custom);

    const results = await find(model, unique("Nothing"));

    assert.deepEqual(lines(remarks(results)).slice(0, 3), [
      "No results found",
      "- Not searched",
      "The token has no permission to read these types | Authors, Homepage, Pages, Site Settings, Users",
    ]);
  });
});

describe("Deep link", () => {
  const magazine = useMagazine();
  const linkTo = async (address: Address): Promise<string> => {
    await vscode.env.clipboard.writeText("before");
    await vscode.commands.executeCommand("cms.document.copyLink", { address });
    return vscode.env.clipboard.readText();
  };

  it("a deep link opens a document from outside VS Code, without connection and token in its URL", async () => {
    const id = await magazine.makeArticle();
    await open(magazine.article(id));

    const link = await linkTo(magazine.article(id));
    await vscode.commands.executeCommand("workbench.action.closeActiveEditor");
    await vscode.commands.executeCommand("vscode.open", vscode.Uri.parse(link));

    // Several connections lead to the same service. The test picks the first one.
    await untilEqual(async () => {
      await vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
      return (await inFront())?.split("/").slice(1).join("/");
    }, `articles/en/${id}`);
    const url = encodeURIComponent(magazine.service.url);
    assert.equal(
      link,
      `${vscode.env.uriScheme}://${extensionId}/open?url=${url}&type=articles&id=${id}&locale=en`,
    );
  });

  const refused: Readonly<Record<string, readonly [query: (url: string) => string, why: RegExp]>> =
    {
      "with a path as id": [
        (url) => `url=${url}&type=articles&id=../users/1`,
        /doesn't identify a document/,
      ],
      "to a service without a connection": [
        () => "url=https://elsewhere.example.com&type=articles&id=a1",
        /There is no connection to https:\/\/elsewhere\.example\.com\./,
      ],
      "to an unknown type": [(url) => `url=${url}&type=recipes&id=a1`, /no-type/],
      "to a missing document": [(url) => `url=${url}&type=articles&id=a1`, /gone/],
      "in an unknown locale": [
        (url) => `url=${url}&type=articles&id=a1&locale=xx`,
        /has no locale xx/,
      ],
      "to a collection": [(url) => `url=${url}&type=articles&id=-`, /doesn't identify a document/],
    };
  for (const [what, [query, why]] of Object.entries(refused)) {
    it(`${what} opens nothing, requests nothing from other services and reports why`, async () => {
      const { url, tokens } = magazine.service;
      const model = new TestModel({ url, token: tokens.full });
      const uri = vscode.Uri.from({ scheme: "vscode", path: "/open", query: query(url) });

      const opening = openLink(model, uri);

      await assert.rejects(opening, why);
      assert.equal(vscode.window.activeTextEditor, undefined);
      assert.deepEqual(model.connections.all, [model.connection]);
      model.close();
    });
  }
});
