import assert from "node:assert/strict";
import * as vscode from "vscode";
import { startFaults } from "../support/faults.ts";
import { json } from "../support/loopback.ts";
import { plainRequest } from "../support/plainHttp.ts";
import { untilEqual } from "../window/until.ts";
import { edit, open } from "./editors.ts";
import { placeOf } from "./media/mediaFiles.ts";
import { labelOf, useTrees } from "./trees.ts";
import { connect, useMagazine } from "./useMagazine.ts";

describe("A malicious service", () => {
  const magazine = useMagazine();
  const openTree = useTrees();

  it("a malicious service can't reorder or hide text with its titles", async () => {
    const faults = await startFaults(magazine.service.url);
    const tree = openTree({ url: faults.url });
    const titles = ["Tea\u202egnp.exe", "One\nTwo\u0007", "[go](command:x) $(error)"];
    const data = titles.map((title, at) => ({ id: at + 1, documentId: `tea${at}`, title }));
    faults.inject(/^GET \/api\/pages/, json({ data, meta: { pagination: { total: 3 } } }));

    const items = await tree.items("Magazine", "Pages");

    await faults.stop();
    assert.deepEqual(items.slice(0, 3).map(labelOf), [
      "Tea[U+202E]gnp.exe",
      "One⏎Two␇",
      // Invisible characters keep VS Code from a link and an icon.
      "[go]\u200b(command:x) $\u200b(error)",
    ]);
    assert.deepEqual(
      items.map(({ tooltip }) => typeof tooltip).filter((type) => type === "object"),
      [],
    );
  });

  it("a malicious service can't reach other routes with a documentId", async () => {
    const detour = await magazine.detour();
    const ids = ["../users/1", "..%2Fusers", "a/../../users", "?x", "#", "%2e%2e"];
    const before = detour.requests.length;

    for (const id of ["..", ".", ...ids]) {
      const opening = vscode.commands.executeCommand("cms.document.open", {
        address: detour.article(id),
      });
      await Promise.resolve(opening).catch(() => undefined);
    }

    const paths = new Set(detour.requests.slice(before).map(({ path }) => path));
    const otherPaths = [...paths].filter((path) => !/builder|i18n|articles$/.test(path));
    assert.deepEqual(otherPaths, []);
  });

  it("a malicious service can't run a command from a hover", async () => {
    const faults = await startFaults(magazine.service.url);
    const evil = "[go](command:cms.document.delete) <a href='command:x'>go</a>";
    const { body } = await plainRequest(
      magazine.service,
      "GET",
      "content-type-builder/content-types",
    );
    const { data } = body as { data: { uid: string; schema: { attributes: object } }[] };
    const kicker = { type: "string", description: evil, maxLength: evil, regex: `\`${evil}` };
    Object.assign(data.find(({ uid }) => uid === "api::article.article")?.schema.attributes ?? {}, {
      kicker,
    });
    const file = { id: 1, documentId: "evil", url: "/x.txt", mime: evil, ext: evil, size: 1 };
    const words = { name: evil, alternativeText: evil, caption: evil };
    faults.inject(/content-types$/, json({ data }));
    faults.inject(/upload\/files/, json([{ ...file, ...words }]));
    // The tree reads the schema as soon as there is a connection.
    const connection = await connect({ ...magazine.service, url: faults.url });
    const id = await magazine.makeArticle();
    const document = await open({ ...magazine.article(id), connection });
    await edit(document, { cover: { documentId: "evil" } });

    const over = async (text: string) => {
      const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
        "vscode.executeHoverProvider",
        document.uri,
        placeOf(document, text, 2),
      );
      return hovers.flatMap(({ contents }) => contents as vscode.MarkdownString[]);
    };
    const repeats = async (text: string) =>
      (await over(text)).some(({ value }) => value.includes("command:"));
    // Both hovers need answers of the service, and a hover shows what has arrived.
    for (const text of ['"kicker"', '"evil"']) await untilEqual(() => repeats(text), true);
    const parts = [...(await over('"kicker"')), ...(await over('"evil"'))];

    // The extension would compare its types with every project that is opened later.
    faults.heal();
    await vscode.commands.executeCommand("cms.content.refresh", { connection: { id: connection } });
    await untilEqual(async () => {
      const now = await over('"kicker"');
      return now.some(({ value }) => value.includes("command:"));
    }, false);
    await faults.stop();
    const texts = parts.map(({ value }) => value);
    assert.deepEqual(
      parts.filter(({ isTrusted, supportHtml }) => Boolean(isTrusted) || Boolean(supportHtml)),
      [],
    );
    assert.equal(texts.filter((text) => text.split("command:").length > 2).length, 2);
    // In code spans, nothing is Markdown.
    const bare = texts.map((text) => text.replaceAll(/`[^`]*`/g, ""));
    assert.deepEqual(
      bare.filter((text) => /(?<!\\)\]\(command:/.test(text)),
      [],
    );
  });

  it("a malicious service can't pollute prototypes with the names of its types", async () => {
    const faults = await startFaults(magazine.service.url);
    const tree = openTree({ url: faults.url });
    const type = (name: string) => ({
      uid: `api::${name}.${name}`,
      schema: {
        ...{ kind: "collectionType", singularName: name, pluralName: name, displayName: name },
        draftAndPublish: false,
        attributes: JSON.parse(
          `{"__proto__":{"type":"string"},"toString":{"type":"string"}}`,
        ) as object,
      },
    });
    const data = ["__proto__", "constructor"].map(type);
    faults.inject(/content-types$/, json({ data }));

    const labels = (await tree.items("Magazine")).map(labelOf);

    await faults.stop();
    assert.deepEqual(labels, ["__proto__", "Constructor", "Users", "Media"]);
    assert.deepEqual(
      [Object.hasOwn(Object.prototype, "type"), ({} as { kind?: unknown }).kind],
      [false, undefined],
    );
  });
});
