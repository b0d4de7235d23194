import { usersType } from "../foundation/address.ts";
import { schemaOf, shapeAttributes, toText } from "./documentText.ts";
import { asJson, isObject, pick, textIn, type JsonObject } from "../foundation/json.ts";
import { isStructured, type TypeInCatalog } from "../schemas/catalog.ts";
import type { Service } from "../schemas/catalogs.ts";
import { userTypeOf } from "../schemas/userType.ts";
import { emptySnapshot } from "./baseline.ts";
import { unreadIn, type UnreadAttributes } from "./unreadAttributes.ts";
import { rowTimes } from "./publicationStatus.ts";

/** The role has its id, which a write requires. */
export function userSnapshot(
  answer: object,
  { connection, catalog }: Pick<Service, "connection" | "catalog">,
) {
  const user = asJson(answer);
  // Secrets are not shown, even if a service sends them: VS Code keeps the text, also in backups.
  const shownNames = Object.keys(user).filter((name) => !/^password$|Token$/.test(name));
  const { role = null, ...fields } = pick(user, shownNames);
  const type = userTypeOf(catalog, user);
  const attributes = new Map(
    [...type.attributes].filter(([, attribute]) => isStructured(attribute)),
  );
  const content: JsonObject = {
    ...fields,
    ...shapeAttributes(fields, { type: { attributes }, catalog }),
    ...(isObject(role) && { role: { id: role["id"] ?? null, name: role["name"] ?? null } }),
    $schema: schemaOf(connection, usersType),
  };
  return {
    ...emptySnapshot,
    ...rowTimes(user),
    content,
    text: toText(content),
    title: textIn(user, "username"),
    unread: unreadInUser(content, { type, catalog }),
  };
}

/** The role has rules of its own. */
export function unreadInUser(content: JsonObject, shape: TypeInCatalog): UnreadAttributes {
  const names = [...shape.type.attributes.keys()].filter((name) => name !== "role");
  return unreadIn({ ...content, $: {} }, shape, names);
}
