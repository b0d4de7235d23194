import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { ContentTypeSchema } from "../../../src/client/index.ts";
import { startFaults } from "../../support/faults.ts";
import type { Faults } from "../../support/faults.ts";
import { itLong } from "../../support/longRun.ts";
import { plainFind, plainList, plainRequest } from "../../support/plainHttp.ts";
import type { PlainDocument } from "../../support/plainHttp.ts";
import { until } from "../../window/until.ts";
import { enterInBoxes } from "../enteredText.ts";
import { useMessages } from "../messages.ts";
import { focusOn, usePrompts } from "../prompts.ts";
import { useQuestions } from "../questions.ts";
import { rowsOf, useTwoConnections } from "../useTwoConnections.ts";
import { unique } from "../useMagazine.ts";
import { useWarnings } from "./warnings.ts";
import {
  plainChange,
  plainPublish,
  plainUploadImage,
  plainUploadPicture,
} from "../../support/plainWrites.ts";

const isCopying = (words: string): boolean => /Copied|Nothing was changed/.test(words);

/** Changes the answer of a service so that no attribute of this type identifies its documents. */
const withoutKey =
  (uid: string) =>
  (answer: unknown): unknown => {
    const { data } = answer as { readonly data: readonly ContentTypeSchema[] | null };
    // The service rejects requests without a token.
    if (!data) return answer;
    const changed = data.map((type) => {
      if (type.uid !== uid) return type;
      const attributes = Object.entries(type.schema.attributes).map(([name, attribute]) => {
        const string = attribute.type === "uid" && { type: "string" };
        return [name, { ...attribute, unique: false, ...string }] as const;
      });
      return { ...type, schema: { ...type.schema, attributes: Object.fromEntries(attributes) } };
    });
    return { data: changed };
  };

describe("Copy to Connection", function () {
  this.timeout(120_000);
  const two = useTwoConnections();
  const { connectBoth, copied, newTag, run } = two;
  const prompts = usePrompts();
  const questions = useQuestions();
  const messages = useMessages();
  const warnings = useWarnings();

  /** Starts a copy, and answers the steps up to the list of differences. */
  async function copy(connection: string, type: string, ...ids: readonly string[]) {
    const running = run("cms.content.copyToConnection", connection, type, ...ids);
    await prompts.accept("Copy to Connection", "Live");
    await prompts.accept("Copy to Connection", "Copy as Drafts");
    return { running };
  }

  const newAuthor = async (fields: object) => {
    const name = unique("Author");
    const slug = name.toLowerCase().replaceAll(" ", "-");
    const id = await two.makeDraft("from", "authors", { name, slug, ...fields });
    return { name, slug, id };
  };

  /** Selects or deselects an item of the open list, and accepts the list. */
  async function toggle(title: string, label: string): Promise<void> {
    const list = await prompts.waitForPick(title);
    const isSelected = () => list.selectedItems.some((item) => item.label === label);
    const before = isSelected();
    await focusOn(list, label);
    await vscode.commands.executeCommand("workbench.action.quickPickManyToggle");
    await until(`${label} is as before`, () => Promise.resolve(isSelected() !== before));
    await prompts.accept(title);
  }

  it("Copy to Connection writes only the fields that the user chooses", async () => {
    const name = unique("Author");
    const slug = name.toLowerCase().replaceAll(" ", "-");
    const liveAuthorId = await two.makeDraft("to", "authors", {
      name,
      slug,
      bio: "Old.",
      basedIn: "Bath",
    });
    const stagingAuthorId = await two.makeDraft("from", "authors", {
      name,
      slug,
      bio: "New.",
      basedIn: "Oban",
    });
    const connection = await connectBoth();
    questions.answer("Copy 1 Document");

    const { running } = await copy(connection, "authors", stagingAuthorId);
    const title = "Copy from Staging to Live: 1 different";
    await prompts.accept(title, "Choose Fields…");
    await toggle("Choose Fields", "basedIn");
    await prompts.accept(title, "Copy 1 Document…");
    await running;

    const now = await plainFind(two.services().to, `authors/${liveAuthorId}?status=draft`);
    assert.deepEqual([now?.["bio"], now?.["basedIn"]], ["New.", "Bath"]);
  });

  it("Copy to Connection uploads a file again that the target only seems to have, if the user asks for it", async () => {
    const title = unique("Article");
    const slug = title.toLowerCase().replaceAll(" ", "-");
    const name = `${slug}.png`;
    const file = await plainUploadPicture(two.services().from, name);
    const liveFile = await plainUploadPicture(two.services().to, name);
    const [category] = await plainList(two.services().from, "categories?pagination[pageSize]=1");
    const article = await two.makeDraft("from", "articles", {
      ...{ title, slug, category: category?.documentId, gallery: [file.id] },
    });
    const connection = await connectBoth();

    const { running } = await copy(connection, "articles", article);
    await prompts.accept("Copy from Staging to Live: 1 new in Staging", "Copy 1 Document…");
    const question = `Copy '${title}' from Staging to Live?`;
    const first = await prompts.proceed(question, "Upload Files Again…");
    await toggle("Upload Files Again", name);
    const second = await prompts.proceed(question, "Copy 1 Document");
    await running;

    assert.match(first, /which are probably the same: .*\.png\./);
    assert.match(second, /Uploads files \(1 KB\): .*\.png\./);
    const [arrived] = await copied("articles", slug, "locale=en&populate=gallery");
    const gallery = arrived?.["gallery"] as PlainDocument[] | undefined;
    assert.deepEqual(
      gallery?.map(({ documentId }) => documentId === liveFile.documentId),
      [false],
    );
  });

  itLong(
    "Copy to Connection copies a field that both connections changed once the user chooses it",
    async () => {
      const author = await newAuthor({ bio: "First." });
      const connection = await connectBoth();
      questions.answer("Copy 1 Document", "Copy 1 Document");
      const first = await copy(connection, "authors", author.id);
      await prompts.accept("Copy from Staging to Live: 1 new in Staging", "Copy 1 Document…");
      await first.running;
      const [created] = await copied("authors", author.slug);
      await plainChange(two.services().to, `authors/${created?.documentId ?? ""}`, {
        bio: "There.",
      });
      await plainChange(two.services().from, `authors/${author.id}`, { bio: "Here." });

      const second = await copy(connection, "authors", author.id);
      const title = "Copy from Staging to Live: 1 with conflicts";
      await prompts.accept(title, "Choose Fields…");
      const fields = await prompts.waitForPick("Choose Fields");
      assert.deepEqual(
        fields.items.map(({ label, detail, picked }) => ({ label, detail, picked })),
        [{ label: "bio", detail: "bio · conflict: bio", picked: false }],
      );
      await toggle("Choose Fields", "bio");
      await prompts.accept(title, "Copy 1 Document…");
      await second.running;

      const [now] = await copied("authors", author.slug);
      assert.equal(now?.["bio"], "Here.");
    },
  );

  it("Copy to Connection publishes what is published without later changes, and copies the rest as drafts", async () => {
    const [published, modified] = [
      await newAuthor({ bio: "Live." }),
      await newAuthor({ bio: "Live." }),
    ];
    for (const { id } of [published, modified]) {
      await plainPublish(two.services().from, `authors/${id}`);
    }
    await plainChange(two.services().from, `authors/${modified.id}?status=draft`, {
      bio: "Later.",
    });
    const connection = await connectBoth();

    const running = run(
      "cms.content.copyToConnection",
      connection,
      "authors",
      published.id,
      modified.id,
    );
    await prompts.accept("Copy to Connection", "Live");
    await prompts.accept("Copy to Connection", "Copy with Publication Status");
    await prompts.accept("Copy from Staging to Live: 2 new in Staging", "Copy 2 Documents…");
    const notes = await prompts.proceed(
      "Copy 2 documents from Staging to Live?",
      "Copy 2 Documents",
    );
    await running;

    assert.match(notes, new RegExp(`Publishes: '${published.name}'\\.`));
    assert.match(
      notes,
      /1 document stays a draft, because its draft in Staging has changed since it was published\./,
    );
    const drafts = [
      ...(await copied("authors", published.slug)),
      ...(await copied("authors", modified.slug)),
    ];
    const live = await Promise.all(
      drafts.map(({ documentId }) => plainFind(two.services().to, `authors/${documentId}`)),
    );
    assert.deepEqual(
      drafts.map(({ bio }) => bio),
      ["Live.", "Later."],
    );
    assert.deepEqual(
      live.map((version) => version?.["bio"]),
      ["Live.", undefined],
    );
  });

  itLong(
    "Copy to Connection copies the published version as a draft if the user chooses it",
    async () => {
      const author = await newAuthor({ bio: "Published." });
      await plainPublish(two.services().from, `authors/${author.id}`);
      await plainChange(two.services().from, `authors/${author.id}?status=draft`, {
        bio: "Not published.",
      });
      const connection = await connectBoth();
      questions.answer("Copy 1 Document");

      const running = run("cms.content.copyToConnection", connection, "authors", author.id);
      await prompts.accept("Copy to Connection", "Live");
      await prompts.accept("Copy to Connection", "Copy Published Versions as Drafts");
      await prompts.accept("Copy from Staging to Live: 1 new in Staging", "Copy 1 Document…");
      await running;

      const [question] = questions.history;
      assert.match(question?.detail ?? "", /^Copies the published versions of Staging/m);
      const [draft] = await copied("authors", author.slug);
      assert.equal(draft?.["bio"], "Published.");
      assert.equal(await plainFind(two.services().to, `authors/${draft.documentId}`), undefined);
    },
  );

  it("Copy to Connection copies of a collection only what its filter shows", async () => {
    const [shownTag, other] = [await newTag(), await newTag()];
    const connection = await connectBoth();
    const collection = { connection, type: "tags" };
    const entering = enterInBoxes(shownTag.name);
    const filtering = vscode.commands.executeCommand("cms.collection.filter", {
      collection,
    });
    await prompts.accept("Filter Tags", "name");
    await prompts.accept("Filter Tags: name", "is");
    await filtering;
    entering.dispose();
    questions.answer("Copy 1 Document");

    const running = vscode.commands.executeCommand("cms.content.copyToConnection", {
      collection,
    });
    await prompts.accept("Copy to Connection", "Live");
    await prompts.accept("Copy to Connection", "Copy as Drafts");
    await prompts.accept("Copy from Staging to Live: 1 new in Staging", "Copy 1 Document…");
    await running;

    const [question] = questions.history;
    assert.match(question?.detail ?? "", new RegExp(`^Tags · name is ${shownTag.name}$`, "m"));
    assert.equal((await copied("tags", shownTag.slug)).length, 1);
    assert.deepEqual(await copied("tags", other.slug), []);
  });

  /** Copies an author with a portrait that Live lacks, and returns the names of both. */
  async function copyPortrait() {
    const file = `${unique("square").replace(" ", "-")}.svg`;
    const picture = await plainUploadImage(two.services().from, file);
    two.deleteLater("from", `upload/files/${picture.id}`);
    const author = await newAuthor({ portrait: picture.id });
    const connection = await connectBoth();
    const { running } = await copy(connection, "authors", author.id);
    await prompts.accept("Copy from Staging to Live: 1 new in Staging", "Copy 1 Document…");
    await running;
    const path = `upload/files?filters[name]=${file}`;
    const { body } = await plainRequest(two.services().to, "GET", path);
    const uploaded = body as readonly { readonly id: number }[];
    for (const { id } of uploaded) two.deleteLater("to", `upload/files/${id}`);
    return { file, author, uploaded };
  }

  it("Copy to Connection names the uploaded files before the copy and in its results", async () => {
    questions.answer("Copy 1 Document");
    messages.press("Show Results");

    const { file, uploaded } = await copyPortrait();

    const report = vscode.window.activeTextEditor?.document.getText() ?? "";
    const [question] = questions.history;
    assert.match(question?.detail ?? "", new RegExp(`^Uploads files \\(1 KB\\): ${file}\\.$`, "m"));
    assert.match(report, new RegExp(`\nUploaded files, which Undo doesn't delete\n  ${file}\n`));
    assert.equal(uploaded.length, 1);
  });

  it("Copy to Connection names the uploaded files before an undo, which doesn't delete them", async () => {
    questions.answer("Copy 1 Document", "Undo 1 Change");
    messages.press("Undo");

    const { file, author, uploaded } = await copyPortrait();

    const [, question] = questions.history;
    assert.match(
      question?.detail ?? "",
      new RegExp(`^Uploaded files aren't deleted: ${file}\\.$`, "m"),
    );
    assert.deepEqual(await copied("authors", author.slug), []);
    assert.equal(uploaded.length, 1);
  });

  describe("through a proxy", () => {
    let faults: Faults;
    const { withProgress } = vscode.window;

    beforeEach(async () => {
      faults = await startFaults(two.services().to.url);
    });
    afterEach(async () => {
      Object.assign(vscode.window, { withProgress });
      await faults.stop();
    });

    it("Copy to Connection matches documents by the key that the user chooses for a type without one", async () => {
      const name = unique("Author");
      const slug = name.toLowerCase().replaceAll(" ", "-");
      const liveAuthorId = await two.makeDraft("to", "authors", { name, slug, bio: "Old." });
      const stagingAuthorId = await two.makeDraft("from", "authors", { name, slug, bio: "New." });
      faults.reshape(/GET .*content-types$/, { answer: withoutKey("api::author.author") });
      const connection = await connectBoth({ url: faults.url });
      questions.answer("Copy 1 Document");

      const { running } = await copy(connection, "authors", stagingAuthorId);
      const unmatched = "Copy from Staging to Live: 1 new in Staging";
      await prompts.accept(unmatched, "Choose Key for Authors…");
      await prompts.accept("Choose Key for Authors", "name");
      const title = "Copy from Staging to Live: 1 different";
      const list = await prompts.waitForPick(title);
      const [, keyed] = rowsOf(list).find(([label]) => label?.startsWith("Choose Key")) ?? [];
      await prompts.accept(title, "Copy 1 Document…");
      await running;

      assert.equal(keyed, "documents match by name");
      const now = await plainFind(two.services().to, `authors/${liveAuthorId}?status=draft`);
      assert.equal(now?.["bio"], "New.");
      assert.equal((await copied("authors", slug)).length, 1);
    });

    it("Copy to Connection retries only the document that failed, and undoes both attempts together", async () => {
      const [good, bad] = [await newTag(), await newTag()];
      const connection = await connectBoth({ url: faults.url });
      faults.reshape(/POST \/api\/tags$/, {
        body: (sent) => {
          const { data } = sent as { readonly data: { readonly slug?: string } };
          return { data: { ...data, ...(data.slug === bad.slug && { unknown: true }) } };
        },
      });
      questions.answer("Copy 1 Document", "Undo 2 Changes");
      warnings.answer("Retry");
      messages.press("Undo");

      const { running } = await copy(connection, "tags", good.id, bad.id);
      await prompts.accept("Copy from Staging to Live: 2 new in Staging", "Copy 2 Documents…");
      await prompts.accept("Copy 2 documents from Staging to Live?", "Copy 2 Documents");
      await until("No warning was shown", () => Promise.resolve(warnings.texts.length > 0));
      faults.heal();
      await prompts.accept(
        "Copy from Staging to Live: 1 new in Staging, 1 the same",
        "Copy 1 Document…",
      );
      await running;

      assert.deepEqual(warnings.texts, [`1 failed. Copied '${good.name}'.`]);
      assert.deepEqual(messages.texts.filter(isCopying), [`Copied '${bad.name}'.`]);
      const words = questions.history.map(({ words: text }) => text);
      assert.equal(words.at(-1), "Undo 2 changes on Live?");
      assert.deepEqual([await copied("tags", good.slug), await copied("tags", bad.slug)], [[], []]);
    });

    itLong(
      "Copy to Connection publishes a copied document that didn't publish, with nothing left to copy",
      async () => {
        const author = await newAuthor({ bio: "Live." });
        await plainPublish(two.services().from, `authors/${author.id}`);
        const connection = await connectBoth({ url: faults.url });
        faults.reshape(/PUT \/api\/authors\//, {
          body: (sent) => {
            const { data = {} } = sent as { readonly data?: object };
            return { data: { ...data, unknown: true } };
          },
        });
        questions.answer("Copy 1 Document", "Copy 1 Document");
        warnings.answer("Retry");

        const running = run("cms.content.copyToConnection", connection, "authors", author.id);
        await prompts.accept("Copy to Connection", "Live");
        await prompts.accept("Copy to Connection", "Copy with Publication Status");
        await prompts.accept("Copy from Staging to Live: 1 new in Staging", "Copy 1 Document…");
        await until("No warning was shown", () => Promise.resolve(warnings.texts.length > 0));
        faults.heal();
        await running;

        const [copiedAuthor] = await copied("authors", author.slug);
        const live = await plainFind(
          two.services().to,
          `authors/${copiedAuthor?.documentId ?? ""}`,
        );
        assert.equal(live?.["bio"], "Live.");
      },
    );

    it("Copy to Connection keeps what it copied when the user cancels, and resumes with the rest", async () => {
      const tags = [await newTag(), await newTag(), await newTag()];
      const connection = await connectBoth({ url: faults.url });
      const release = faults.hold(/POST \/api\/tags$/);
      const writes = () => faults.requests.filter(({ method }) => method === "POST").length;
      Object.assign(vscode.window, {
        withProgress: async (...[options, task]: Parameters<typeof withProgress>) => {
          const isNotification = options.location === vscode.ProgressLocation.Notification;
          const isCopy = isNotification && options.title === "Copying from Staging to Live";
          if (!isCopy) return withProgress(options, task);
          const source = new vscode.CancellationTokenSource();
          const running = task({ report: () => undefined }, source.token);
          await until("Two documents were not sent", () => Promise.resolve(writes() === 2));
          source.cancel();
          release();
          return running;
        },
      });
      questions.answer("Copy 1 Document");

      const first = await copy(connection, "tags", ...tags.map(({ id }) => id));
      await prompts.accept("Copy from Staging to Live: 3 new in Staging", "Copy 3 Documents…");
      await prompts.accept("Copy 3 documents from Staging to Live?", "Copy 3 Documents");
      await first.running;
      const afterFirst = await Promise.all(tags.map(({ slug }) => copied("tags", slug)));
      const second = await copy(connection, "tags", ...tags.map(({ id }) => id));
      const list = await prompts.waitForPick(
        "Copy from Staging to Live: 1 new in Staging, 2 the same",
      );
      const listed = rowsOf(list).map(([label]) => label);
      await prompts.accept(
        "Copy from Staging to Live: 1 new in Staging, 2 the same",
        "Copy 1 Document…",
      );
      await second.running;

      assert.equal(afterFirst.flat().length, 2);
      assert.match(warnings.texts[0] ?? "", /^Copied 2 documents\. 1 not attempted\.$/);
      const [question] = questions.history;
      assert.match(question?.detail ?? "", /^Resumes an earlier copy that wasn't completed\.$/m);
      assert.ok(listed.includes("Copy 1 Document…"), listed.join());
      assert.equal(writes(), 3);
      for (const { slug } of tags) assert.equal((await copied("tags", slug)).length, 1);
    });
  });
});
