import { createCms, NotFoundError } from "cms-content";
import { createAdmin, diagnose } from "cms-content/admin";
import type { AdminApi, Diagnosis } from "cms-content/admin";
import type { Cms, CmsError, CmsOptions, Filters, Meta, Result } from "cms-content";
import type { Article } from "./registry.js";

const options: CmsOptions = { baseUrl: "https://cms.example.com", token: "an API token" };
const cms: Cms = createCms(options);
const articles = cms.collection("articles");

// @ts-expect-error -- there is no such option
createCms({ baseUrl: "https://cms.example.com", tokn: "an API token" });

export const newest = (
  filters: Filters<Article>,
): Promise<Result<{ title: string } | null, Meta>> =>
  articles.findFirst({ params: { fields: ["title"], filters, sort: ["createdAt:desc"] } });

export async function titles(): Promise<readonly string[]> {
  const [error, list, meta] = await articles.findMany({
    params: {
      fields: ["title"],
      filters: { slug: { $startsWith: "tea" }, author: { name: { $eq: "Ada" } } },
      sort: ["readingMinutes:desc"],
    },
  });
  if (error) return [describe(error)];
  const total: number | undefined = meta.pagination?.total;
  // @ts-expect-error -- the request selects only the title
  const slugs = list.map(({ slug }) => slug as string);
  return [...list.map(({ title }) => title), ...slugs, String(total)];
}

export async function write(): Promise<void> {
  await articles.create({ payload: { data: { title: "Tea", slug: "tea" } } });
  // @ts-expect-error -- a title is a text
  await articles.update({ documentId: "a1", payload: { data: { title: 5 } } });
  // @ts-expect-error -- an article has no such attribute
  await articles.findMany({ params: { fields: ["titel"] } });
  // @ts-expect-error -- an article has no such attribute
  await articles.findMany({ params: { filters: { titel: { $eq: "Tea" } } } });
}

/** Both forms of augmentation extend the same registry. */
export async function registered(): Promise<string | undefined> {
  const [, tag] = await cms.collection("tags").find({ documentId: "t1" });
  // @ts-expect-error -- a tag has no title
  const wrong = tag?.title as unknown;
  return tag?.name ?? String(wrong);
}

// @ts-expect-error -- the registry does not contain the name, so it needs a type argument
cms.collection("pages");

const admin: AdminApi = createAdmin(cms);

export async function administrate(): Promise<Diagnosis> {
  const [error, information] = await admin.information();
  // @ts-expect-error -- the service information has no such property
  if (!error) console.log(information.strapiVersion, information.strapi);
  return diagnose(cms);
}

// @ts-expect-error -- there is no such method
export const method: keyof AdminApi = "informations";

function describe(error: CmsError): string {
  if (error instanceof NotFoundError) return error.url;
  return error.name === "ValidationError"
    ? error.issues.map(({ message }) => message).join()
    : error.message;
}
