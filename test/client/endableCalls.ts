import { createAdmin } from "../../src/client/admin/index.ts";
import type { CallOptions, Cms, CmsError } from "../../src/client/index.ts";
import type { Article } from "./loopbackCms.ts";

type Call = (
  cms: Cms,
  options: CallOptions,
) => Promise<readonly [CmsError | null, unknown, unknown]>;

const documentId = "tea1";
const payload = { data: { title: "Tea" } };
const filters = { title: { $eq: "Tea" } };
export const articles = (cms: Cms) => cms.collection<Article>("articles");

export const calls: Readonly<Record<string, Call>> = {
  "collection().findMany": (cms, options) => articles(cms).findMany(options),
  "collection().findMany with all": (cms, options) =>
    articles(cms).findMany({ all: true, ...options }),
  "collection().find": (cms, options) => articles(cms).find({ documentId, ...options }),
  "collection().findFirst": (cms, options) => articles(cms).findFirst(options),
  "collection().count": (cms, options) => articles(cms).count(options),
  "collection().create": (cms, options) => articles(cms).create({ payload, ...options }),
  "collection().create with a locale": (cms, options) =>
    articles(cms).create({ payload, params: { locale: "fr" }, ...options }),
  "collection().createLocalization": (cms, options) =>
    articles(cms).createLocalization({ filters, payload, params: { locale: "fr" }, ...options }),
  "collection().update": (cms, options) =>
    articles(cms).update({ documentId, payload, ...options }),
  "collection().publish": (cms, options) => articles(cms).publish({ documentId, ...options }),
  "collection().delete": (cms, options) => articles(cms).delete({ documentId, ...options }),
  "collection().upsert": (cms, options) => articles(cms).upsert({ payload, filters, ...options }),
  "single().find": (cms, options) => cms.single("homepage").find(options),
  "single().update": (cms, options) => cms.single("homepage").update({ payload, ...options }),
  "single().publish": (cms, options) => cms.single("homepage").publish(options),
  "single().delete": (cms, options) => cms.single("homepage").delete(options),
  "users().findMany": (cms, options) => cms.users().findMany(options),
  "users().find": (cms, options) => cms.users().find({ id: 1, ...options }),
  "users().me": (cms, options) => cms.users().me(options),
  "users().count": (cms, options) => cms.users().count(options),
  "users().create": (cms, options) => cms.users().create({ data: {} as never, ...options }),
  "users().update": (cms, options) => cms.users().update({ id: 1, data: {}, ...options }),
  "users().delete": (cms, options) => cms.users().delete({ id: 1, ...options }),
  "schema().contentTypes": (cms, options) => cms.schema().contentTypes(options),
  "schema().components": (cms, options) => cms.schema().components(options),
  "schema().locales": (cms, options) => cms.schema().locales(options),
  "upload().findMany": (cms, options) => cms.upload().findMany(options),
  "upload().find": (cms, options) => cms.upload().find({ documentId, ...options }),
  "upload().delete": (cms, options) => cms.upload().delete({ id: 7, ...options }),
  "upload().content": (cms, options) => cms.upload().content({ url: "/tea.png", ...options }),
  "createAdmin().unpublish": (cms, options) =>
    createAdmin(cms).unpublish({ uid: "articles", ...options }),
};
