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

  it("the CodeLens of actions omits status and locale, which the status bar shows", async () => {
    const draft = await open(magazine.article(await magazine.makeArticle()));

    await untilEqual(() => undated(draft), ["Publish", "More…", "Changed …"]);
  });

  it("the CodeLens of actions offers Publish only when the draft differs from the published version", async () => {
    const document = await open(magazine.article(await published()));

    await untilEqual(() => undated(document), ["More…", "Changed …"]);
    await edit(document, { kicker: "Edited" });

    await untilEqual(
      () => undated(document),
      ["Publish", "Compare", "More…", "Changed …", "1 change"],
    );
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

  it("the CodeLens of actions omits publishing for types without Draft & Publish", async () => {
    const { connection, service } = magazine;
    const [category] = await plainList(service, "categories");
    const { body } = await plainRequest(service, "GET", "users");
    const [user] = body as { readonly id: number }[];
    const addresses: Address[] = [
      { connection, type: "site-setting", id: "-" },
      { connection, type: "categories", id: category!.documentId },
      { connection, type: "users", id: String(user!.id) },
    ];

    for (const address of addresses) {
      const document = await open(address);

      const words = await undated(document);
      const verb = address.type === "users" ? "applies" : "publishes";
      assert.deepEqual(words, ["More…", "Changed …", `Saving ${verb} immediately`]);
    }
  });

  it("More… offers in groups what can be done with a document, its history and its locales", async () => {
    const id = await published();
    await magazine.change(`articles/${id}?status=draft`, { kicker: "Draft" });
    const document = await open(magazine.article(id));
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

  it("More… offers no Duplicate for a single type and for a user, and no page for a media file", async () => {
    const { connection, service } = magazine;
    const { body } = await plainRequest(service, "GET", "users");
    const [user] = body as { readonly id: number }[];
    const [file] = await allFiles();
    const page = ["-- View", "Open in Admin"];
    const history = ["-- History", "Undo Last Save", "Show History"];
    for (const [view, address] of [
      [page, { connection, type: "site-setting", id: "-" }],
      [page, { connection, type: "users", id: String(user!.id) }],
      [[], { connection, type: mediaType, id: file!.documentId }],
    ] as const) {
      const { items, close } = await showMore(await open(address));
      await close();

      assert.deepEqual(items, [...view, ...history, "-- Document", "Delete"]);
    }
  });
});
