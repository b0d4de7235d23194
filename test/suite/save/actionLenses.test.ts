import assert from "node:assert/strict";
import * as vscode from "vscode";
import { mediaType, type Address } from "../../../src/model/foundation/address.ts";
import { itLong } from "../../support/longRun.ts";
import { refusal } from "../../support/loopback.ts";
import { plainList, plainRequest } from "../../support/plainHttp.ts";
import { untilEqual } from "../../window/until.ts";
import { edit, open } from "../editors.ts";
import { aboveOf } from "../lenses.ts";
import { usePrompts } from "../prompts.ts";
import { allFiles } from "../media/mediaFiles.ts";
import { useMagazine } from "../useMagazine.ts";

describe("CodeLens of actions", () => {
  const magazine = useMagazine();
  const prompts = usePrompts();
  /** As in the title of its tab. */
  const titleIn = ({ path }: vscode.Uri) =>
    path.slice(path.lastIndexOf("/") + 1, -".cms.json".length);
  const undated = async (document: vscode.TextDocument) =>
    (await aboveOf(document)).map((words) => words.replace(/^Changed .*/, "Changed …"));
  const modified = ["Publish", "Compare", "More…", "Changed …"];
  const published = async () => magazine.makeArticle({}, "");
  const showMore = async ({ uri }: vscode.TextDocument) => {
    const running = vscode.commands.executeCommand("cms.document.showActions", uri);
    const pick = await prompts.waitForPick(titleIn(uri));
    const items = pick.items.map(({ label, kind }) =>
      kind === vscode.QuickPickItemKind.Separator ? `-- ${label}` : label,
    );
    return {
      items,
      close: async () => {
        pick.hide();
        await running;
      },
    };
  };

  it("the CodeLens of actions offers Publish when the draft differs from the published version, and the other actions in groups", async () => {
    const document = await open(magazine.article(await published()));

    // The status bar shows status and locale.
    await untilEqual(() => undated(document), ["More…", "Changed …"]);
    await edit(document, { kicker: "Edited" });

    await untilEqual(() => undated(document), [...modified, "1 change"]);
    await document.save();
    await untilEqual(() => undated(document), modified);
    const { items, close } = await showMore(document);
    await close();
    assert.deepEqual(items, [
      "-- Publication",
      "Discard Changes",
      "Unpublish",
      "-- Locales",
      "Open Other Locale",
      "Translate",
      "-- View",
      "Open in Admin",
      "-- History",
      "Undo Last Save",
      "Show History",
      "-- Document",
      "Duplicate",
      "Delete",
    ]);
  });

  it("the CodeLens of actions appears once the status is known, and the text can be saved before", async () => {
    const id = await published();
    const detour = await magazine.detour();
    const release = detour.hold(/^GET \/api\/articles$/);

    const document = await open(detour.article(id));
    const before = await undated(document);
    await edit(document, { kicker: "Saved" });
    const isSaved = await document.save();
    release();

    assert.deepEqual([before, isSaved], [["More…", "Changed …"], true]);
    await untilEqual(() => undated(document), modified);
  });

  itLong(
    "the CodeLens of actions appears after a save when the status could not be read before",
    async () => {
      const id = await published();
      const detour = await magazine.detour();
      detour.inject(/^GET \/api\/articles$/, refusal(403, "ForbiddenError", "Forbidden"));
      const document = await open(detour.article(id));
      await edit(document, { kicker: "Saved" });
      const before = await undated(document);
      detour.heal();

      await document.save();

      assert.deepEqual(before, ["More…", "Changed …", "1 change"]);
      await untilEqual(() => undated(document), modified);
    },
  );

  itLong("the CodeLens of actions is updated after a save", async () => {
    const document = await open(magazine.article(await published()));
    await edit(document, { kicker: "Saved" });

    await document.save();

    await untilEqual(() => undated(document), modified);
  });

  it("the CodeLens of actions and More… leave out what a document can't do: be compared, published, duplicated or opened in the admin panel", async () => {
    const { connection, service } = magazine;
    const [category] = await plainList(service, "categories");
    const { body } = await plainRequest(service, "GET", "users");
    const [user] = body as { readonly id: number }[];
    const [file] = await allFiles();
    const page = ["-- View", "Open in Admin"];
    const history = ["-- History", "Undo Last Save", "Show History"];
    const publishes = ["More…", "Changed …", "Saving publishes immediately"];
    const applies = ["More…", "Changed …", "Saving applies immediately"];
    const own = [...history, "-- Document"];
    const draft = magazine.article(await magazine.makeArticle());
    const all: readonly (readonly [Address, readonly string[] | undefined, readonly string[]])[] = [
      [
        draft,
        ["Publish", "More…", "Changed …"],
        ["-- Locales", "Open Other Locale", "Translate", ...page, ...own, "Duplicate", "Delete"],
      ],
      [
        { connection, type: "categories", id: category!.documentId },
        publishes,
        [...page, ...own, "Duplicate", "Delete"],
      ],
      [{ connection, type: "site-setting", id: "-" }, publishes, [...page, ...own, "Delete"]],
      [{ connection, type: "users", id: String(user!.id) }, applies, [...page, ...own, "Delete"]],
      [{ connection, type: mediaType, id: file!.documentId }, undefined, [...own, "Delete"]],
    ];

    for (const [address, lenses, actions] of all) {
      const document = await open(address);
      if (lenses) await untilEqual(() => undated(document), lenses);
      const { items, close } = await showMore(document);
      await close();

      assert.deepEqual(items, actions);
    }
  });
});
