import { expectTypeOf } from "expect-type";
import type { Cms, CmsRole, DocumentData } from "../../../src/client/index.ts";
import type { Article, Author, Editor } from "./magazine.ts";

declare const cms: Cms;
declare const author: Author;
const articles = cms.collection("articles");
const users = cms.users<Editor>();
const documentId = "tea1";

export const allowed: DocumentData<Article>[] = [
  {},
  { title: "Tea", kind: "essay", featured: true, readingMinutes: null },
  { metadata: { any: ["thing"] }, content: null },
  // A relation to one document.
  { category: "c1", author: { documentId: "a1" }, cover: null },
  { author },
  // A relation to many documents.
  { related: ["tea2", { documentId: "tea3" }], gallery: [] },
  { related: { set: ["tea2"] }, gallery: { connect: ["p1"], disconnect: [{ documentId: "p2" }] } },
  { related: { connect: [{ documentId: "tea2", locale: "fr", position: { before: "tea3" } }] } },
  { category: { connect: ["c1"] }, author: { disconnect: ["a1"] } },
  // Components and dynamic zones, complete or in part.
  { seo: { metaTitle: "Tea", shareImage: "p1" }, links: [{ id: 1, label: "Tea" }, { url: "/" }] },
  { seo: null },
  {
    sections: [
      { __component: "sections.quote", text: "Tea", speaker: "a1" },
      { __component: "sections.gallery", id: 2, pictures: { set: ["p1"] } },
    ],
  },
];

export async function refusedFields(): Promise<void> {
  // @ts-expect-error -- the payload is wrapped in data
  await articles.create({ payload: { title: "Tea" } });
  // @ts-expect-error -- an article has no such field
  await articles.create({ payload: { data: { titel: "Tea" } } });
  // @ts-expect-error -- a title is a text
  await articles.create({ payload: { data: { title: 5 } } });
  // @ts-expect-error -- the enumeration has no such value
  await articles.create({ payload: { data: { kind: "poem" } } });
  // @ts-expect-error -- the service assigns the documentId
  await articles.create({ payload: { data: { documentId: "tea1" } } });
  // @ts-expect-error -- the service sets the times
  await articles.update({ documentId, payload: { data: { updatedAt: "2026-01-01" } } });
  // @ts-expect-error -- an article has no such field
  await articles.upsert({ payload: { data: { titel: "Tea" } }, filters: { title: "Tea" } });
  // @ts-expect-error -- a homepage has no such field
  await cms.single("homepage").update({ payload: { data: { heding: "Tea" } } });
  // @ts-expect-error -- undefined is not sent: omit a field to keep it, or set it to null to clear it
  await articles.update({ documentId, payload: { data: { kicker: undefined } } });
  // @ts-expect-error -- the payload is required
  await articles.update({ documentId });
}

export async function refusedRelations(): Promise<void> {
  // @ts-expect-error -- the id of a row doesn't identify a document: it changes with each publish
  await articles.create({ payload: { data: { category: 5 } } });
  // @ts-expect-error -- a relation names a document by its documentId
  await articles.create({ payload: { data: { category: { id: 5 } } } });
  // @ts-expect-error -- a relation to one document takes no list
  await articles.create({ payload: { data: { category: ["c1"] } } });
  // @ts-expect-error -- a relation to many documents takes a list
  await articles.create({ payload: { data: { related: "tea2" } } });
  // @ts-expect-error -- set can't be combined with connect
  await articles.create({ payload: { data: { related: { set: ["tea2"], connect: ["tea3"] } } } });
  // @ts-expect-error -- there is no such operation
  await articles.create({ payload: { data: { related: { add: ["tea2"] } } } });
  // @ts-expect-error -- a component has no such field
  await articles.create({ payload: { data: { seo: { titel: "Tea" } } } });
  // @ts-expect-error -- a component consists of fields, it is not a relation
  await articles.create({ payload: { data: { seo: "s1" } } });
  // @ts-expect-error -- an entry of a dynamic zone must name its component
  await articles.create({ payload: { data: { sections: [{ text: "Tea" }] } } });
  const gallery = { __component: "sections.gallery", text: "Tea" } as const;
  // @ts-expect-error -- a gallery has no text
  await articles.create({ payload: { data: { sections: [{ ...gallery, text: "Tea" }] } } });
}

export async function accounts(): Promise<void> {
  const [, user] = await users.create({
    data: {
      username: "ada",
      email: "ada@example.org",
      password: "secret",
      role: 1,
      motto: "Slowly",
    },
  });
  // The service populates the role in the answer to a write.
  expectTypeOf(user!.role).toEqualTypeOf<number | CmsRole | undefined>();
  await users.update({ id: 1, data: { avatar: "p1", role: { connect: [{ id: 3 }] } } });
  // @ts-expect-error -- an editor has no such field
  await users.create({ data: { nmae: "Ada" } });
  // @ts-expect-error -- the user routes ignore a payload that is wrapped in data
  await users.update({ id: 1, data: { data: { motto: "Slowly" } } });
  // @ts-expect-error -- the service would overwrite the documentId of a user
  await users.update({ id: 1, data: { documentId: "tea1" } });
}
