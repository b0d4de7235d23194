import { deepEqual, equal } from "node:assert/strict";
import { FolderReferences } from "../../../src/model/folder/folderReferences.ts";

const toPages = { type: "relation", relation: "manyToOne", target: "api::page.page" };
const toAny = { type: "relation", relation: "morphToOne" };
const media = { type: "media" };

describe("Names of relations and media files in a folder", () => {
  const references = new FolderReferences();
  references.addType({ uid: "api::page.page", name: "pages" });
  references.addDocument("api::page.page", "p1", { type: "pages", name: "about" });
  references.addFile({ name: "kettle.jpg", documentId: "old" });
  references.addFile({ name: "kettle.jpg", documentId: "new" });

  it("a document that the folder has is named by its files, and found by that name", () => {
    equal(references.target("api::page.page", "p1"), "pages/about");
    equal(references.documentIdOf(toPages, "pages/about"), "p1");
    equal(references.documentIdOf(toAny, "pages/about"), "p1");
    equal(references.documentIdOf(toPages, "pages/other"), undefined);
  });

  it("a document that the folder lacks is named by its documentId, also in a relation to any type", () => {
    const name = references.target("api::page.page", "p2");
    equal(name, "page/#p2");
    deepEqual(references.reference(toPages, name), { documentId: "p2" });
    deepEqual(references.reference(toAny, name), { __type: "api::page.page", documentId: "p2" });
  });

  it("a media file has its name, and a newer one of the same name its documentId, too", () => {
    const names = ["old", "new"].map((id) => references.file(id, "kettle.jpg"));
    deepEqual(names, ["kettle.jpg", "kettle.jpg#new"]);
    deepEqual(
      names.map((name) => references.reference(media, name)),
      [
        { documentId: "old", name: "kettle.jpg" },
        { documentId: "new", name: "kettle.jpg" },
      ],
    );
  });

  it("a name with a documentId stays when the service doesn't list files", () => {
    const unlisted = new FolderReferences();
    equal(unlisted.file("new", "kettle.jpg"), "kettle.jpg");
    unlisted.keepFileName("kettle.jpg#new");
    equal(unlisted.file("new", "kettle.jpg"), "kettle.jpg#new");
  });
});
