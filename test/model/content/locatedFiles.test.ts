import assert from "node:assert/strict";
import { mediaTypeOf } from "../../../src/client/upload.ts";
import { filesIn } from "../../../src/model/content/references.ts";
import { extensionsOf, isAllowed } from "../../../src/model/media/mediaKinds.ts";
import { kitchen, recipes } from "../kitchen.ts";

const describeFiles = (content: Parameters<typeof filesIn>[0]): string[] =>
  filesIn(content, { type: recipes, catalog: kitchen }).map(
    ({ path, documentId }) => `${path.join(".")}: ${documentId}`,
  );

describe("filesIn", () => {
  const attributes = [...recipes.attributes];
  const [singleName = ""] =
    attributes.find(([, { type, multiple }]) => type === "media" && !multiple) ?? [];
  const [multipleName = ""] =
    attributes.find(([, { type, multiple }]) => type === "media" && multiple) ?? [];

  it("filesIn finds files in single and multiple fields, as objects and as bare documentIds", () => {
    const content = {
      [singleName]: { documentId: "a" },
      [multipleName]: [{ documentId: "b", name: "B" }, "c"],
    };

    assert.deepEqual(describeFiles(content), [
      `${singleName}: a`,
      `${multipleName}.0: b`,
      `${multipleName}.1: c`,
    ]);
  });

  it("filesIn finds files in components, and omits relations", () => {
    const content = {
      seo: { shareImage: { documentId: "a" } },
      cook: { documentId: "b" },
      sections: [{ __component: "sections.quote", author: { documentId: "c" } }],
    };

    assert.deepEqual(describeFiles(content), ["seo.shareImage: a"]);
  });

  it("filesIn returns nothing when the fields are empty or hold other values", () => {
    assert.deepEqual(
      describeFiles({ [singleName]: null, [multipleName]: [7, null, {}], seo: "text" }),
      [],
    );
  });
});

describe("isAllowed", () => {
  const allowedFor = (allowed: readonly string[] | null | undefined) =>
    ["tea.PNG", "tea.mp4", "tea.flac", "tea.pdf", "tea"].filter((name) => isAllowed(allowed, name));

  it("isAllowed allows the types of the field, where files means neither image, video nor audio", () => {
    assert.deepEqual(
      [allowedFor(["images"]), allowedFor(["videos", "audios"]), allowedFor(["files"])],
      [["tea.PNG"], ["tea.mp4", "tea.flac"], ["tea.pdf", "tea"]],
    );
  });

  it("isAllowed allows every file when the field allows any type or an unknown one", () => {
    const any = allowedFor(null);

    assert.deepEqual(
      [any.length, allowedFor(undefined), allowedFor([]), allowedFor(["holograms"])],
      [5, any, any, any],
    );
  });

  it("isAllowed matches the media type that an upload sends for each offered extension", () => {
    const kinds = { images: "image", videos: "video", audios: "audio" };

    const otherwise = Object.entries(kinds).flatMap(([kind, begins]) =>
      extensionsOf([kind]).filter((ending) => !mediaTypeOf(`a.${ending}`).startsWith(`${begins}/`)),
    );

    assert.deepEqual(otherwise, []);
  });
});

describe("extensionsOf", () => {
  it("extensionsOf returns the extensions of the allowed types, and none when any type is allowed", () => {
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
