import { createHash } from "node:crypto";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { mediaType } from "../../src/model/foundation/address.ts";
import { describeService } from "../services/descriptions.ts";
import { fingerprintOf } from "../services/projects.ts";
import { copyChangedProject } from "./changedProject.ts";
import type { SchemaChanges } from "./changedProject.ts";
import type { Defect, Defective, LimitedTokens } from "./defects.ts";
import { plainList } from "./plainHttp.ts";
import { keepTexts } from "./secretsInUse.ts";
import { make } from "./seeding.ts";
import { startService } from "./service.ts";
import type { Service } from "./service.ts";
import { changeSqlite, openSqlite } from "./sqlite.ts";
import {
  plainChange,
  plainDelete,
  plainMake,
  plainMakeDraft,
  plainPublish,
  plainUploadImage,
} from "./plainWrites.ts";

/** The magazine with one defect of each rule. */
export type DefectiveService = Service & Defective;

/** A developer changes the content types after the content was saved, and restarts the service. */
const schemaChanges: SchemaChanges = {
  author: { basedIn: { maxLength: 40 } },
  article: { category: { required: true } },
  category: { description: { private: true } },
};

/**
 * Starts a service on the content of the magazine, with one defect of each rule. The defects are made once on a
 * machine.
 */
export async function startDefectiveService(): Promise<DefectiveService> {
  const files = await make(`defects-${await fingerprint()}`, saveDefects);
  const defectiveContent = JSON.parse(readFileSync(join(files, madeFile), "utf8")) as Defective;
  keepTexts(Object.values(defectiveContent.limitedTokens));
  const service = await startService({ files, from: copyChangedProject(schemaChanges) });
  return { ...service, ...defectiveContent };
}

const madeFile = "made.json";

/** A hash of everything that determines the files. */
async function fingerprint(): Promise<string> {
  const sources = ["defectiveService.ts", "plainWrites.ts"].map((name) =>
    readFileSync(fileURLToPath(new URL(name, import.meta.url))),
  );
  const hash = createHash("sha256").update(await fingerprintOf(describeService()));
  for (const source of sources) hash.update(source);
  return hash.digest("hex").slice(0, 16);
}

/** Makes the defects on a service of its own, and saves its files. */
async function saveDefects(folder: string): Promise<void> {
  const service = await startService();
  try {
    const limitedTokens = await createTokens(service);
    const defects = await makeDefects(service);
    await mkdir(folder, { recursive: true });
    const sqlite = openSqlite(databaseOf(service));
    await sqlite.backup(join(folder, "content.db"));
    sqlite.close();
    cpSync(join(service.folder, "public"), join(folder, "public"), { recursive: true });
    writeFileSync(join(folder, madeFile), JSON.stringify({ defects, limitedTokens }));
  } finally {
    await service.stop();
  }
}

function databaseOf({ database }: Service): string {
  if (database.kind === "sqlite") return database.file;
  throw new Error("Some defects can be made only in an SQLite database.");
}

/** Makes one defect of each rule. Every other rule accepts the documents of a defect. */
async function makeDefects(service: Service): Promise<Defect[]> {
  const [category] = await plainList(service, "categories?pagination[pageSize]=1");
  const parts: DefectParts = { service, file: databaseOf(service), category: category?.documentId };
  const defects: Defect[] = [];
  for (const maker of makers) defects.push(...(await maker(parts)));
  return defects;
}

interface DefectParts {
  readonly service: Service;
  /** The file of the database. */
  readonly file: string;
  /** A category for articles. */
  readonly category: string | undefined;
}

type Maker = (parts: DefectParts) => Promise<readonly Defect[]>;

/** Creates an article in all locales. Only the English one has this content. */
async function makeArticle(
  { service, category }: DefectParts,
  title: string,
  { content = {}, locales = ["fr", "de"] }: { content?: object; locales?: readonly string[] } = {},
): Promise<string> {
  const id = await plainMake(service, "articles", { title, category, ...content });
  for (const locale of locales) {
    await plainChange(service, `articles/${id}?locale=${locale}`, {
      title: `${title} (${locale})`,
      category,
    });
  }
  return id;
}

const makers: readonly Maker[] = [
  // The schema changes after this author was saved.
  async ({ service }) => {
    const basedIn = "A town whose name is longer than the developer expected";
    const documentId = await plainMake(service, "authors", {
      name: "Defect Invalid Value",
      basedIn,
    });
    const location = { type: "authors", documentId, path: ["basedIn"] };
    return [{ rule: "invalid-value", severity: "error", ...location }];
  },

  // The category of an article is deleted. Articles require one since the schema changed.
  async (parts) => {
    const { service } = parts;
    const category = await plainMake(service, "categories", { name: "Defect Deleted Category" });
    const documentId = await makeArticle(parts, "Defect Missing Target", { content: { category } });
    await plainDelete(service, `categories/${category}`);
    const location = { type: "articles", documentId, locale: "en", path: ["category"] };
    return [{ rule: "missing-target", severity: "error", ...location }];
  },

  // An import into the database runs twice. The API never creates a documentId again.
  async ({ service, file }) => {
    const documentId = await plainMake(service, "tags", { name: "Defect Duplicate Document" });
    const columns = "document_id, name, created_at, updated_at, published_at, locale";
    changeSqlite(
      file,
      `INSERT INTO tags (${columns}) SELECT ${columns} FROM tags
       WHERE document_id = ? AND published_at IS NULL`,
      documentId,
    );
    return [{ rule: "duplicate-document", severity: "error", type: "tags", documentId, path: [] }];
  },

  // Two drafts get the same name. The service compares names only when it publishes.
  async ({ service }) => {
    const ids: string[] = [];
    for (const slug of ["defect-one", "defect-two"]) {
      ids.push(await plainMakeDraft(service, "tags", { name: "Defect Duplicate Value", slug }));
    }
    return ids.map((documentId) => ({
      rule: "duplicate-value",
      severity: "error",
      type: "tags",
      documentId,
      path: ["name"],
    }));
  },

  // An article is published before the author that it quotes.
  async (parts) => {
    const { service } = parts;
    const author = await plainMakeDraft(service, "authors", { name: "Defect Late Author" });
    const quote = { __component: "sections.quote", text: "Later.", speaker: "She", author };
    const content = { sections: [quote] };
    const documentId = await makeArticle(parts, "Defect Lost Relation", { content });
    await plainPublish(service, `authors/${author}`);
    const path = ["sections", 0, "author"];
    const location = { type: "articles", documentId, locale: "en", path };
    return [{ rule: "lost-relation", severity: "error", ...location }];
  },

  // The author of a published article stays a draft.
  async (parts) => {
    const author = await plainMakeDraft(parts.service, "authors", { name: "Defect Draft Author" });
    const documentId = await makeArticle(parts, "Defect Hidden Author", { content: { author } });
    const location = { type: "articles", documentId, locale: "en", path: ["author"] };
    return [{ rule: "unpublished-target", severity: "warning", ...location }];
  },

  // Only older versions of Strapi lose the order when they publish, so a script changes it.
  async (parts) => {
    const { service, file } = parts;
    const tags = [
      await plainMake(service, "tags", { name: "Defect First Tag" }),
      await plainMake(service, "tags", { name: "Defect Second Tag" }),
    ];
    const documentId = await makeArticle(parts, "Defect Different Order", { content: { tags } });
    changeSqlite(
      file,
      `UPDATE articles_tags_lnk SET tag_ord = 10 - tag_ord WHERE article_id =
       (SELECT id FROM articles WHERE document_id = ? AND locale = 'en' AND published_at NOT NULL)`,
      documentId,
    );
    const location = { type: "articles", documentId, locale: "en", path: ["tags"] };
    return [{ rule: "different-order", severity: "warning", ...location }];
  },

  // A translation stays as it is while the English text changes. The service takes times from the clock, so the
  // database gets the time of a translation that is a month old.
  async (parts) => {
    const documentId = await makeArticle(parts, "Defect Stale Translation");
    changeSqlite(
      parts.file,
      "UPDATE articles SET updated_at = updated_at - ? WHERE document_id = ? AND locale = 'fr'",
      30 * 24 * 3_600_000,
      documentId,
    );
    const location = { type: "articles", documentId, locale: "fr", path: [] };
    return [{ rule: "stale-translation", severity: "warning", ...location }];
  },

  // An article is not translated into German.
  async (parts) => {
    const documentId = await makeArticle(parts, "Defect Missing Translation", { locales: ["fr"] });
    const location = { type: "articles", documentId, locale: "en", path: [] };
    return [{ rule: "missing-translation", severity: "warning", ...location }];
  },

  // An image of a text is deleted from the media library.
  async ({ service }) => {
    const image = await plainUploadImage(service, "defect-deleted.svg", "A black square");
    const bio = `She draws.\n\n![A black square](${image.url})`;
    const documentId = await plainMake(service, "authors", { name: "Defect Broken Link", bio });
    await plainDelete(service, `upload/files/${image.id}`);
    const location = { type: "authors", documentId, path: ["bio"] };
    return [{ rule: "broken-link", severity: "warning", ...location }];
  },

  // A portrait is uploaded without an alternative text.
  async ({ service }) => {
    const portrait = await plainUploadImage(service, "defect-without-text.svg");
    await plainMake(service, "authors", { name: "Defect Portrait", portrait: portrait.id });
    const { documentId } = portrait;
    const location = { type: mediaType, documentId, path: ["alternativeText"] };
    return [{ rule: "missing-alternative-text", severity: "warning", ...location }];
  },

  // A required name consists of spaces.
  async ({ service }) => {
    const data = { name: "   ", slug: "defect-empty-text" };
    const documentId = await plainMake(service, "categories", data);
    const location = { type: "categories", documentId, path: ["name"] };
    return [{ rule: "empty-text", severity: "warning", ...location }];
  },

  // An uploaded image is never used.
  async ({ service }) => {
    const { documentId } = await plainUploadImage(service, "defect-unused.svg", "A black square");
    return [{ rule: "unused-file", severity: "warning", type: mediaType, documentId, path: [] }];
  },

  // A published text contains an email address.
  async ({ service }) => {
    const data = { name: "Defect Exposed Data", bio: "Write to her at ada@example.com." };
    const documentId = await plainMake(service, "authors", data);
    const location = { type: "authors", documentId, path: ["bio"] };
    return [{ rule: "exposed-data", severity: "warning", ...location }];
  },
];

/** Creates API tokens as an administrator does, with some permissions each. */
async function createTokens({ url, admin }: Service): Promise<LimitedTokens> {
  const ask = async (route: string, body: object, token = ""): Promise<unknown> => {
    const answer = await fetch(`${url}/admin/${route}`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${route}: ${await answer.text()}`);
    return ((await answer.json()) as { readonly data: unknown }).data;
  };
  const { token } = (await ask("login", admin)) as { readonly token: string };
  const create = async (name: string, permissions: readonly string[]): Promise<string> => {
    const data = { name, description: "", type: "custom", lifespan: null, permissions };
    const { accessKey } = (await ask("api-tokens", data, token)) as { readonly accessKey: string };
    return accessKey;
  };
  return {
    withoutAuthors: await create("Without authors", [
      ...reads.filter((action) => !action.startsWith("api::author.")),
      ...[files, locales],
    ]),
    withoutFiles: await create("Without files", reads),
  };
}

const files = "plugin::upload.content-api.find";
const locales = "plugin::i18n.locales.listLocales";
const reads: readonly string[] = [
  ...["article", "author", "category", "page", "tag"].flatMap((type) => [
    `api::${type}.${type}.find`,
    `api::${type}.${type}.findOne`,
  ]),
  ...["homepage", "site-setting"].map((type) => `api::${type}.${type}.find`),
  "plugin::users-permissions.user.find",
  ...["getContentTypes", "getContentType"].map(
    (action) => `plugin::content-type-builder.content-types.${action}`,
  ),
  ...["getComponents", "getComponent"].map(
    (action) => `plugin::content-type-builder.components.${action}`,
  ),
];
