import assert from "node:assert/strict";
import { mediaTypeOf } from "../../../src/client/upload.ts";
import { filesIn } from "../../../src/model/documents/references/locatedFiles.ts";
import { extensionsOf, isAllowed } from "../../../src/model/documents/media/mediaKinds.ts";
import { kitchen, recipes } from "../kitchen.ts";

const found = (content: Parameters<typeof filesIn>[0]): string[] =>
  filesIn(content, recipes.attributes, kitchen).map(
    ({ path, documentId }) => `${path.join(".")}: ${documentId}`,
  );

describe("The files that a document names", () => {
  const attributes = [...recipes.attributes];
  const [one = ""] =
    attributes.find(([, { type, multiple }]) => type === "media" && !multiple) ?? [];
  const [many = ""] =
    attributes.find(([, { type, multiple }]) => type === "media" && multiple) ?? [];

  it("are found in fields of one and of several, as objects and as bare documentIds", () => {
    const content = { [one]: { documentId: "a" }, [many]: [{ documentId: "b", name: "B" }, "c"] };

    assert.deepEqual(found(content), [`${one}: a`, `${many}.0: b`, `${many}.1: c`]);
  });

  it("are found in components, and relations are none", () => {
    const content = {
      seo: { shareImage: { documentId: "a" } },
      cook: { documentId: "b" },
      sections: [{ __component: "sections.quote", author: { documentId: "c" } }],
    };

    assert.deepEqual(found(content), ["seo.shareImage: a"]);
  });

  it("are none where nothing, or something else, stands", () => {
    assert.deepEqual(found({ [one]: null, [many]: [7, null, {}], seo: "text" }), []);
  });
});

describe("A file of the disk", () => {
  const allowedFor = (allowed: readonly string[] | null | undefined) =>
    ["tea.PNG", "tea.mp4", "tea.flac", "tea.pdf", "tea"].filter((name) => isAllowed(allowed, name));

  it("is taken where the field allows its kind: files are all that is no image, video or audio", () => {
    assert.deepEqual(
      [allowedFor(["images"]), allowedFor(["videos", "audios"]), allowedFor(["files"])],
      [["tea.PNG"], ["tea.mp4", "tea.flac"], ["tea.pdf", "tea"]],
    );
  });

  it("is taken where the field allows any, or what nobody knows", () => {
    const any = allowedFor(null);

    assert.deepEqual(
      [any.length, allowedFor(undefined), allowedFor([]), allowedFor(["holograms"])],
      [5, any, any, any],
    );
  });

  it("is sent as what it is, if it is of those to choose from", () => {
    const kinds = { images: "image", videos: "video", audios: "audio" };

    const otherwise = Object.entries(kinds).flatMap(([kind, begins]) =>
      extensionsOf([kind]).filter((ending) => !mediaTypeOf(`a.${ending}`).startsWith(`${begins}/`)),
    );

    assert.deepEqual(otherwise, []);
  });
});

describe("The endings of files to choose from", () => {
  it("are those of the kinds that a field allows, and any where it allows any", () => {
    assert.deepEqual(
      [
        extensionsOf(["audios"]),
        extensionsOf(["images", "files"]),
        extensionsOf(null),
        extensionsOf(),
      ],
      [["mp3", "m4a", "ogg", "wav", "flac"], [], [], []],
    );
  });
});
