import assert from "node:assert/strict";
import * as vscode from "vscode";
import { until } from "../../window/until.ts";
import { accepting } from "../accepting.ts";
import { useMagazine } from "../useMagazine.ts";

describe("Copy As", () => {
  const magazine = useMagazine();

  const copied = async (on: object): Promise<string> => {
    await vscode.env.clipboard.writeText("before");
    await accepting(vscode.commands.executeCommand("cms.document.copyAs", on));
    return vscode.env.clipboard.readText();
  };

  it("Copy As asks for the format, and copies the request for a document", async () => {
    const id = await magazine.makeArticle();

    let text = "";
    // VS Code closes a quick pick when another window takes the focus.
    await until("Nothing was copied", async () => {
      text = await copied({ address: magazine.article(id) });
      return text !== "before";
    });

    assert.equal(
      text,
      `const [error, article] = await cms.collection("articles").find({\n  documentId: "${id}",\n` +
        '  params: { status: "draft", locale: "en", populate: "*" },\n});\n',
    );
  });

  it("Copy As copies a request to the service of the connection, without its token", async () => {
    const address = magazine.article("tea1", "fr");

    const [curl, fetched] = [
      await copied({ address, as: "curl" }),
      await copied({ address, as: "fetch" }),
    ];

    const { url, tokens } = magazine.service;
    const query = "status=draft&locale=fr&populate=*";
    assert.ok(
      curl.includes(`"Authorization: Bearer $CMS_TOKEN" '${url}/api/articles/tea1?${query}'`),
    );
    assert.ok(fetched.includes(`"${url}/api/articles/tea1?${query}"`));
    assert.equal((curl + fetched).includes(tokens.full), false);
  });

  it("Copy As copies nothing when the connection was removed", async () => {
    const address = { ...magazine.article("tea1"), connection: "gone" };

    const text = await copied({ address, as: "curl" });

    assert.equal(text, "before");
  });
});
