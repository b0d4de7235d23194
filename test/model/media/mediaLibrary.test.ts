import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { MediaLibrary, toFileReference } from "../../../src/model/media/mediaLibrary.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";
import type { TestModel } from "../testModel.ts";
import { magazine, openModel, unique } from "../magazine.ts";
import { must, why } from "../outcomes.ts";

const folder = temporaryFolder();

after(() => folder.remove());

function fileOf(content: string, name = `${unique("file").replaceAll(" ", "-")}.txt`): string {
  const path = join(folder.path, name);
  writeFileSync(path, content);
  return path;
}

/** A separate media library, as each window has. */
function open(token = magazine().tokens.full) {
  const model = openModel({ token });
  return { model, library: new MediaLibrary(model.catalogs), at: model.connection.id };
}

const countListRequests = (model: TestModel): number =>
  model.sent("GET").filter((path) => path === "upload/files").length;

describe("MediaLibrary", () => {
  it("MediaLibrary finds files by name or alternative text, and lists the newest first without a search", async () => {
    const { library, at } = open();

    const { rows: matches } = must(await library.search(at, { search: "MILKY way" }));
    const { rows: newest } = must(await library.search(at, { search: "" }));

    assert.deepEqual(
      matches.map(({ name }) => name),
      ["night-sky.png"],
    );
    const times = newest.map(({ updatedAt }) => updatedAt);
    assert.deepEqual(times, times.toSorted().reverse());
    assert.ok(times.length > 10);
  });

  it("MediaLibrary offers only the file types that the field allows", async () => {
    const { library, at } = open();
    const word = unique("kind").replaceAll(" ", "-");
    for (const ending of ["txt", "mp3", "mp4"]) {
      must(await library.upload(at, { path: fileOf("Tea", `${word}.${ending}`) }));
    }
    const endings = async (...allowed: string[]) => {
      const { rows } = must(await library.search(at, { search: word, allowed }));
      return rows.map(({ ext }) => ext).sort();
    };

    assert.deepEqual(
      [
        await endings(),
        await endings("images"),
        await endings("audios"),
        await endings("files"),
        await endings("videos", "files"),
        await endings("images", "videos", "audios", "files"),
      ],
      [
        [".mp3", ".mp4", ".txt"],
        [],
        [".mp3"],
        [".txt"],
        [".mp4", ".txt"],
        [".mp3", ".mp4", ".txt"],
      ],
    );
  });

  it("MediaLibrary caches a file until the connection is forgotten", async () => {
    const { model, library, at } = open();
    const [sky] = must(await library.search(at, { search: "night-sky" })).rows;
    const before = countListRequests(model);

    const known = must(await library.find(at, sky?.documentId ?? ""));
    const afterwards = countListRequests(model);
    model.catalogs.forget(at);
    await library.find(at, sky?.documentId ?? "");

    assert.deepEqual(
      [known?.name, afterwards - before, countListRequests(model) - before],
      [sky?.name, 0, 1],
    );
  });

  it("MediaLibrary reports the missing files of a list with one request", async () => {
    const { model, library, at } = open();
    const file = must(await library.upload(at, { path: fileOf("Tea") }));
    const before = countListRequests(model);

    const missingIds = must(
      await library.missing(at, [file.documentId, "nobody", "nothing", "nobody"]),
    );
    const again = must(await library.missing(at, ["nobody", "nothing"]));

    assert.deepEqual(
      [[...missingIds], [...again]],
      [
        ["nobody", "nothing"],
        ["nobody", "nothing"],
      ],
    );
    assert.equal(countListRequests(model) - before, 1);
  });

  it("MediaLibrary knows an uploaded file without another request", async () => {
    const { model, library, at } = open();
    const path = fileOf("A pot of tea");

    const file = must(await library.upload(at, { path, alternativeText: "A pot" }));

    const match = must(await library.find(at, file.documentId));
    assert.deepEqual(
      [match && toFileReference(match), countListRequests(model)],
      [{ documentId: file.documentId, name: path.split("/").at(-1), alternativeText: "A pot" }, 0],
    );
  });

  it("MediaLibrary reports ForbiddenError when the token may not read or upload", async () => {
    const website = open(magazine().tokens.custom);
    const reader = open(magazine().tokens.readOnly);

    const outcomes = [
      await website.library.search(website.at, { search: "" }),
      await website.library.find(website.at, "nobody"),
      await reader.library.upload(reader.at, { path: fileOf("Tea") }),
    ];

    assert.deepEqual(outcomes.map(why), ["ForbiddenError", "ForbiddenError", "ForbiddenError"]);
  });
});
