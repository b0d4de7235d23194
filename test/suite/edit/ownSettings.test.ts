import assert from "node:assert/strict";
import { untilEqual } from "../../window/until.ts";
import { contentOf, edit, open } from "../editors.ts";
import { useSettings } from "../settings.ts";
import { useMagazine } from "../useMagazine.ts";

describe("User settings for files", () => {
  const magazine = useMagazine();
  const set = useSettings();

  it("user settings don't change the language of a document, with its schema and auto-save protection", async () => {
    await set("files.associations", { "*.json": "plaintext" });
    const address = magazine.article(await magazine.makeArticle());

    await open(address);

    const language = async () => (await open(address)).languageId;
    await untilEqual(language, "cms-json");
  });

  it("user settings don't change the encoding of the text that is sent", async () => {
    await set("files.encoding", "windows1252");
    const id = await magazine.makeArticle({ summary: "Crème brûlée" });
    const document = await open(magazine.article(id));

    const { summary } = contentOf(document);
    await edit(document, { kicker: "À la carte 🍵" });
    const saved = await document.save();

    const draft = await magazine.draft(id);
    assert.deepEqual(
      [summary, saved, draft?.["summary"], draft?.["kicker"]],
      ["Crème brûlée", true, "Crème brûlée", "À la carte 🍵"],
    );
  });

  it("user settings cause no save of an unchanged document by line endings or a final newline", async () => {
    await set("files.eol", "\r\n");
    await set("files.trimFinalNewlines", true);
    await set("files.insertFinalNewline", false);
    const detour = await magazine.detour();
    const document = await open(detour.article(await magazine.makeArticle()));

    await edit(document, {});
    const saved = await document.save();

    assert.deepEqual([saved, detour.writes], [true, []]);
  });
});
