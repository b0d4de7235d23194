import { deepEqual, equal, match } from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { plainList } from "../../support/plainHttp.ts";
import type { PlainDocument } from "../../support/plainHttp.ts";
import { between, differencesOf, outcomesOf, useCopies, write } from "./copies.ts";
import {
  plainChange,
  plainMake,
  plainMakeDraft,
  plainUploadImage,
  plainUploadPicture,
} from "../../support/plainWrites.ts";
import type { Side } from "../../../src/model/compare/documentPairs.ts";

describe("cms-content copy › decisions", function () {
  this.timeout(120_000);
  const { services, folder, run, copy, authors, authorsOn } = useCopies();

  describe("--map", () => {
    const mapFile = "matches.json";
    const writeMap = (matches: object) => {
      writeFileSync(join(folder.path, mapFile), JSON.stringify(matches));
    };
    const makeAuthor = (side: Side, name: string, slug: string) =>
      plainMakeDraft(services()[side], "authors", { name, slug, bio: side });

    it("cms-content copy --map decides which document is meant, and is remembered for both connections", async () => {
      const name = "Meant by a Map";
      const from = await makeAuthor("from", name, "mapped-0");
      const ids = [
        await makeAuthor("to", name, "mapped-1"),
        await makeAuthor("to", name, "mapped-2"),
      ];
      const words = [...authors(name), "--key", "authors=name"];
      writeMap({ authors: { [from]: ids[1] } });

      const unclear = await run(["diff", ...between, ...words, "--json"]);
      const dry = await copy(
        ...words,
        "--map",
        mapFile,
        "--overwrite-newer",
        "--dry-run",
        "--json",
      );
      const undecided = await run(["diff", ...between, ...words, "--json"]);
      const decided = await run(["diff", ...between, ...words, "--json", "--map", mapFile]);
      const copied = await copy(...words, "--overwrite-newer", ...write);

      deepEqual(differencesOf(unclear), [`unclear ${name}`]);
      deepEqual(outcomesOf(dry), [`update ${name}`]);
      match(
        dry.stderr,
        /In this dry run, Staging and Production match 1 document of matches\.json\./,
      );
      deepEqual(differencesOf(undecided), [`unclear ${name}`]);
      match(
        decided.stderr,
        /From now on, Staging and Production match 1 document of matches\.json/,
      );
      deepEqual([copied.code, outcomesOf(copied)], [0, [`updated ${name}`]]);
      const targetAuthors = await authorsOn("to", name);
      deepEqual(
        ids.map((id) => targetAuthors.find(({ documentId }) => documentId === id)?.["bio"]),
        ["to", "from"],
      );
    });

    it("cms-content copy --map decides which file is meant", async () => {
      const slug = "file-by-a-map";
      const file = await plainUploadImage(services().from, `${slug}.svg`);
      const meant = await plainUploadImage(services().to, `${slug}-there.svg`);
      const title = "File by a Map";
      const gallery = [file.id];
      await plainMake(services().from, "articles?locale=en&status=draft", { title, slug, gallery });
      writeMap({ files: { [file.documentId]: meant.documentId } });

      const filter = JSON.stringify({ slug });
      const copied = await copy(
        "--type",
        "articles",
        "--filter",
        filter,
        "--map",
        mapFile,
        ...write,
      );

      match(copied.stderr, /match 1 file of matches\.json\./);
      deepEqual([copied.code, outcomesOf(copied)], [0, [`created ${title}`]]);
      const [article] = await plainList(
        services().to,
        `articles?status=draft&filters[slug]=${slug}&populate=gallery`,
      );
      deepEqual(
        (article?.["gallery"] as PlainDocument[] | undefined)?.map(({ documentId }) => documentId),
        [meant.documentId],
      );
    });

    it("cms-content copy --map rejects what it can't match, and nothing of the file is remembered", async () => {
      const name = "Rejected in a Map";
      const from = await makeAuthor("from", name, "rejected-0");
      const to = await makeAuthor("to", name, "rejected-1");
      for (const [matches, message] of [
        [{ autors: {} }, /matches\.json: The service has no content type named autors\./],
        [{ homepage: {} }, /matches\.json: homepage is a single type, so it needs no match\./],
        [{ authors: [] }, /matches\.json: Line 1, column 12: authors must be an object\./],
        [{ authors: { gone: to } }, /matches\.json: authors\/gone doesn't exist on Staging\./],
        [
          { authors: { [from]: "gone" } },
          /matches\.json: authors\/gone doesn't exist on Production\./,
        ],
        [{ files: { gone: "gone" } }, /matches\.json: files\/gone doesn't exist on Staging\./],
      ] as const) {
        writeMap(matches);
        const { code, stdout, stderr } = await copy(...authors(name), "--map", mapFile, ...write);

        deepEqual([code, stdout], [2, ""]);
        match(stderr, message);
      }
      const other = await makeAuthor("from", "Other", "rejected-2");
      writeMap({ authors: { [from]: to, [other]: to } });
      const twice = await copy(...authors(name), "--map", mapFile, ...write);

      match(twice.stderr, new RegExp(`authors/${to} is the match of two documents`));
      const diff = await run(["diff", ...between, ...authors(name), "--json"]);
      deepEqual(differencesOf(diff).includes(`different ${name}`), false);
    });
  });

  describe("--upload-again", () => {
    const makeArticle = async (name: string, slug: string) => {
      const file = await plainUploadPicture(services().from, name);
      const targetFile = await plainUploadPicture(services().to, name);
      const gallery = [file.id];
      await plainMake(services().from, "articles?locale=en&status=draft", {
        ...{ title: slug, slug, gallery },
      });
      return targetFile.documentId;
    };
    const filter = (slug: string) => ["--type", "articles", "--filter", JSON.stringify({ slug })];
    const galleryOf = async (slug: string) => {
      const path = `articles?status=draft&filters[slug]=${slug}&populate=gallery`;
      const [article] = await plainList(services().to, path);
      const gallery = article?.["gallery"] as PlainDocument[] | undefined;
      return gallery?.map(({ documentId }) => documentId);
    };

    it("cms-content copy --upload-again uploads files that only probably match, or those with a name, once per copy", async () => {
      const [slug, name] = ["uploaded-again", "uploaded-again.png"];
      const first = await makeArticle(name, slug);

      const all = await copy(...filter(slug), "--upload-again", ...write);
      const [second = ""] = (await galleryOf(slug)) ?? [];
      const next = await copy(...filter(slug), "--upload-again", ...write);
      const named = await copy(...filter(slug), "--upload-again", name, ...write);
      const [third = ""] = (await galleryOf(slug)) ?? [];
      const unknown = await copy(...filter(slug), "--upload-again", "gone.png", name, ...write);

      match(all.stderr, /1 created\. 1 file uploaded\./);
      deepEqual([all.code, next.code, next.stdout], [0, 0, ""]);
      match(named.stderr, /1 updated\. 1 file uploaded\./);
      equal(new Set([first, second, third]).size, 3);
      equal(unknown.code, 2);
      match(unknown.stderr, /--upload-again: no document to copy uses gone\.png\./);
      deepEqual(await galleryOf(slug), [third]);
    });

    it("a plan decides for each file whether it is uploaded again", async () => {
      const [slug, name] = ["uploaded-by-plan", "uploaded-by-plan.png"];
      const targetFile = await makeArticle(name, slug);
      const path = join(folder.path, "plan.json");
      await copy(...filter(slug), "--plan", "plan.json");
      const text = readFileSync(path, "utf8");
      writeFileSync(path, text.replace('"match": "probably"', '"match": "upload"'));

      const applied = await copy("--apply", "plan.json", ...write);
      const gallery = await galleryOf(slug);
      const again = await copy("--apply", "plan.json", ...write);

      match(applied.stderr, /1 created\. 1 file uploaded\./);
      deepEqual([applied.code, again.code, again.stdout], [0, 0, ""]);
      deepEqual([gallery?.length, gallery?.includes(targetFile)], [1, false]);
      deepEqual(await galleryOf(slug), gallery);
    });
  });

  describe("plan", () => {
    interface Part {
      locale?: string;
      names?: string[];
      kept?: string[];
    }
    interface Undecided {
      title: string;
      why: string;
      toId?: string;
      parts: Part[];
      candidates?: { id: string; title: string; parts: Part[] }[];
    }
    interface Plan {
      documents: { title: string; parts: Part[] }[];
      undecided?: Undecided[];
      keys?: Record<string, string>;
    }
    const path = () => join(folder.path, "plan.json");
    const planOf = async (...words: readonly string[]): Promise<Plan> => {
      await copy(...words, "--plan", "plan.json");
      return JSON.parse(readFileSync(path(), "utf8")) as Plan;
    };
    const apply = (plan: Plan, ...words: readonly string[]) => {
      writeFileSync(path(), JSON.stringify(plan));
      return copy("--apply", "plan.json", ...write, ...words);
    };
    const slugOf = (name: string) => name.toLowerCase().replaceAll(" ", "-");
    const makeAuthor = (side: Side, name: string, more: object = {}) =>
      plainMakeDraft(services()[side], "authors", { name, slug: slugOf(name), ...more });
    /** Two authors who were copied, and whose biography and email both sides have changed since. */
    const makeConflict = async (name: string): Promise<string> => {
      const id = await makeAuthor("from", name, { bio: "Old", email: "old@example.com" });
      await copy(...authors(name), "--leave-empty", "none", ...write);
      const [{ documentId } = { documentId: "" }] = await authorsOn("to", name);
      const targetFields = { bio: "There", email: "there@example.com" };
      await plainChange(services().from, `authors/${id}?status=draft`, {
        ...{ bio: "Here", email: "here@example.com" },
      });
      await plainChange(services().to, `authors/${documentId}?status=draft`, targetFields);
      return documentId;
    };
    const textsOn = async (name: string) =>
      (await authorsOn("to", name)).map(({ bio, email }) => [bio, email]);

    it("a plan copies the fields in conflict that a person moves to names, once", async () => {
      const name = "Decided Field";
      await makeConflict(name);
      const plan = await planOf(...authors(name));
      const [undecided] = plan.undecided ?? [];
      const originalParts = structuredClone(undecided?.parts);
      const [part] = undecided?.parts ?? [];
      Object.assign(part ?? {}, { names: ["bio"], kept: ["email"] });

      const applied = await apply(plan);
      const again = await copy("--apply", "plan.json", ...write);
      const diff = await run(["diff", ...between, ...authors(name)]);

      deepEqual([plan.documents, undecided?.why], [[], "conflict"]);
      deepEqual(
        originalParts?.map(({ names, kept }) => [names, kept]),
        [[[], ["bio", "email"]]],
      );
      deepEqual([applied.code, outcomesOf(applied)], [0, [`updated ${name}`]]);
      deepEqual([again.code, again.stdout], [0, ""]);
      deepEqual(await textsOn(name), [["Here", "there@example.com"]]);
      match(diff.stdout, /^conflict\t.*\temail \(Staging, Production\)$/m);
    });

    it("a plan leaves a field unchanged that a person removes from names", async () => {
      const [name, email] = ["Removed Field", "removed@example.com"];
      const id = await makeAuthor("from", name, { bio: "Old", email: "old@example.com" });
      await copy(...authors(name), "--leave-empty", "none", ...write);
      await plainChange(services().from, `authors/${id}?status=draft`, { bio: "New", email });
      const plan = await planOf(...authors(name));
      const [part] = plan.documents[0]?.parts ?? [];
      const names = part?.names;
      Object.assign(part ?? {}, { names: ["bio"] });

      const applied = await apply(plan);
      const diff = await run(["diff", ...between, ...authors(name)]);

      deepEqual(names, ["bio", "email"]);
      deepEqual([applied.code, outcomesOf(applied)], [0, [`updated ${name}`]]);
      deepEqual(await textsOn(name), [["New", "old@example.com"]]);
      match(diff.stdout, /^different\t.*\temail \(Staging\)$/m);
    });

    it("decisions in a plan are refused if the document changed since the plan was written", async () => {
      const name = "Changed since the Plan";
      const targetId = await makeConflict(name);
      const plan = await planOf(...authors(name));
      Object.assign(plan.undecided?.[0]?.parts[0] ?? {}, { names: ["bio"], kept: ["email"] });
      await plainChange(services().to, `authors/${targetId}?status=draft`, { bio: "Later" });

      const applied = await apply(plan);

      deepEqual([applied.code, outcomesOf(applied)], [1, [`failed ${name}`]]);
      deepEqual(await textsOn(name), [["Later", "there@example.com"]]);
    });

    it("decisions in a plan match an unclear document, and copy what differs from the chosen one", async () => {
      const name = "Chosen Match";
      await makeAuthor("from", name, { slug: "chosen-0", bio: "Here" });
      const ids = [
        await makeAuthor("to", name, { slug: "chosen-1", bio: "One" }),
        await makeAuthor("to", name, { slug: "chosen-2", bio: "Two" }),
      ];
      const plan = await planOf(...authors(name), "--key", "authors=name");
      const [undecided] = plan.undecided ?? [];
      const candidates = undecided?.candidates?.map(({ id, title, parts }) => [
        ...[id, title, parts.flatMap(({ names }) => names ?? [])],
      ]);
      Object.assign(undecided ?? {}, { toId: ids[1] });

      const applied = await apply(plan);
      const again = await copy("--apply", "plan.json", ...write);

      equal(undecided?.why, "unclear");
      deepEqual(candidates?.sort(), ids.map((id) => [id, name, ["bio", "slug"]]).sort());
      deepEqual([applied.code, outcomesOf(applied)], [0, [`updated ${name}`]]);
      deepEqual([again.code, again.stdout], [0, ""]);
      const targetAuthors = await authorsOn("to", name);
      deepEqual(
        ids.map((id) => targetAuthors.find(({ documentId }) => documentId === id)?.["bio"]),
        ["One", "Here"],
      );
    });

    it("decisions in a plan match a document whose title is there, or create it", async () => {
      const [known, other] = ["Title There", "Title of Another"];
      for (const name of [known, other]) {
        await makeAuthor("from", name, { slug: `${slugOf(name)}-here`, bio: "Here" });
        await makeAuthor("to", name, { slug: `${slugOf(name)}-there`, bio: "There" });
      }
      // Without its key, only documentIds and earlier copies match the documents of the type.
      await makeAuthor("from", "Without a Slug");
      await copy(...authors("Without a Slug"), "--leave-empty", "authors.slug", ...write);
      const plan = await planOf(...authors(known, other));
      const { undecided = [] } = plan;
      for (const document of undecided) {
        document.toId = document.title === known ? (document.candidates?.[0]?.id ?? "") : "new";
      }

      const applied = await apply(plan);
      const again = await copy("--apply", "plan.json", ...write);

      deepEqual(
        undecided.map(({ why, candidates }) => [why, candidates?.length]),
        Array(2).fill(["title-there", 1]),
      );
      deepEqual(
        [applied.code, outcomesOf(applied).sort()],
        [0, [`created ${other}`, `updated ${known}`]],
      );
      deepEqual([again.code, again.stdout], [0, ""]);
      deepEqual(
        [await textsOn(known), (await textsOn(other)).sort()],
        [
          [["Here", null]],
          [
            ["Here", null],
            ["There", null],
          ],
        ],
      );
    });

    it("decisions in a plan are rejected if they name no candidate or no field that differs", async () => {
      const name = "Wrong Decision";
      await makeAuthor("from", name, { slug: "wrong-0" });
      for (const slug of ["wrong-1", "wrong-2"]) await makeAuthor("to", name, { slug });
      const plan = await planOf(...authors(name), "--key", "authors=name");
      const [undecided] = plan.undecided ?? [];
      Object.assign(undecided ?? {}, { toId: "gone" });
      const noCandidate = await apply(plan);
      const [candidate] = undecided?.candidates ?? [];
      Object.assign(undecided ?? {}, { toId: candidate?.id });
      Object.assign(candidate?.parts[0] ?? {}, { names: ["slugg"] });
      const noField = await apply(plan);

      deepEqual([noCandidate.code, noField.code], [2, 2]);
      match(
        noCandidate.stderr,
        /plan\.json: 'Wrong Decision' \(api::author\.author\): gone is not one of the candidates\./,
      );
      match(
        noField.stderr,
        /plan\.json: 'Wrong Decision' \(api::author\.author\): slugg is not a field that differs\./,
      );
    });

    it("decisions in a plan choose the key of a type", async () => {
      const name = "Key in a Plan";
      await makeAuthor("from", name, { slug: "key-in-a-plan" });
      const plan = await planOf(...authors(name), "--key", "authors=name");
      const uid = "api::author.author";
      const keys = { ...plan.keys };

      const applied = await apply({ ...plan, keys: { [uid]: "email" } });
      const back = await run(["diff", ...between, ...authors(name), "--key", "authors=name"]);

      deepEqual(keys, { [uid]: "name" });
      match(
        applied.stderr,
        /From now on, Staging and Production match documents of authors by email/,
      );
      equal(back.code, 0);
    });
  });
});
