import assert from "node:assert/strict";
import { untilEqual } from "../window/until.ts";
import { contentOf, edit, open } from "./editors.ts";
import { useSettings } from "./settings.ts";
import { useMagazine } from "./useMagazine.ts";

describe("Whatever a person has set for files", () => {
  const magazine = useMagazine();
  const set = useSettings();

  it("a document keeps its language, and with it its schema and its protection from auto-save", async () => {
    await set("files.associations", { "*.json": "plaintext" });
    const address = magazine.article(await magazine.makeArticle());

    await open(address);

    const language = async () => (await open(address)).languageId;
    await untilEqual(language, "cms-json");
  });

  it("a text goes to the service as it is seen, in the encoding that the service speaks", async () => {
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

  it("an unchanged document is not sent for its ends of lines or its last line", async () => {
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
