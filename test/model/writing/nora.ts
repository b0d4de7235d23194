import type { AttributeSchema } from "../../../src/client/index.ts";
import { createCatalog } from "../../../src/model/schemas/catalog.ts";
import type { Catalog } from "../../../src/model/schemas/catalog.ts";
import type { Changes } from "../../../src/model/writing/changedFields.ts";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import type { Outcome } from "../../../src/model/foundation/outcome.ts";
import type { Failure } from "../../../src/model/failure.ts";
import { userChanges } from "../../../src/model/writing/changedFields.ts";
import { userTypeOf } from "../../../src/model/schemas/userType.ts";
import { must } from "../outcomes.ts";

export const nora: JsonObject = {
  id: 7,
  documentId: "user7",
  username: "nora",
  email: "nora@example.com",
  provider: "local",
  confirmed: true,
  blocked: false,
  nickname: null,
  createdAt: "2026-03-01T08:00:00.000Z",
  updatedAt: "2026-03-02T08:00:00.000Z",
  publishedAt: "2026-03-02T08:00:00.000Z",
  role: { id: 3, name: "Editor" },
};

export const attributes: Readonly<Record<string, AttributeSchema>> = {
  username: { type: "string" },
  email: { type: "email" },
  provider: { type: "string" },
  password: { type: "password", private: true },
  confirmed: { type: "boolean" },
  blocked: { type: "boolean" },
  nickname: { type: "string" },
  motto: { type: "text" },
  avatar: { type: "media" },
  articles: { type: "relation", relation: "oneToMany", target: "api::article.article" },
  role: { type: "relation", relation: "manyToOne", target: "plugin::users-permissions.role" },
};

export const catalogOf = (users: Readonly<Record<string, AttributeSchema>>): Catalog =>
  createCatalog({
    contentTypes: [
      {
        uid: "plugin::users-permissions.user",
        schema: {
          displayName: "User",
          singularName: "user",
          pluralName: "users",
          kind: "collectionType",
          draftAndPublish: false,
          attributes: users,
        },
      },
    ],
    components: [],
    locales: [],
  });

const catalog = catalogOf(attributes);
export const untold = createCatalog({ contentTypes: [], components: [], locales: [] });

export const against = (now: JsonObject, before = nora, of = catalog): Outcome<Changes, Failure> =>
  userChanges(before, now, { type: userTypeOf(of, before), catalog: of });

export const changed = (change: JsonObject): Changes => must(against({ ...nora, ...change }));

export function without(...keys: string[]): JsonObject {
  return Object.fromEntries(Object.entries(nora).filter(([key]) => !keys.includes(key)));
}

/** The path of each value that can't be sent, with the reason. */
export function problemsOf([failure]: Outcome<Changes, Failure>): string[][] {
  const problems = failure?.code === "not-sendable" ? failure.problems : [];
  return problems.map(({ path, why }) => [path, why]);
}

export const nothing: Changes = { data: {}, cleared: [], ignored: [], factsChanged: false };
