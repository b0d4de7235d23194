import { attributeWords } from "../../texts/schemas/attributeWords.ts";
import { isUser, type Address } from "../../model/foundation/address.ts";
import { userTemplate } from "../../model/create/documentTemplate.ts";
import { serviceFor } from "../../model/schemas/userType.ts";
import { isUnread } from "../../model/schemas/catalog.ts";
import type { Catalogs } from "../../model/schemas/catalogs.ts";
import { toJsonSchema } from "../../model/edit/jsonSchema.ts";
import { toJson } from "../../model/foundation/json.ts";

/** The JSON schema of a document, as text; an empty schema where the type can't be read. */
export async function schemaText(address: Address, catalogs: Catalogs): Promise<string> {
  const [failure, service] = await serviceFor(address, userTemplate, catalogs);
  // VS Code would not request the schema again after an error.
  if (failure) return "{}";
  // The text of a user contains no password and nothing else that is never shown.
  const attributes = [...service.type.attributes].filter(
    ([, attribute]) => !isUser(address) || !isUnread(attribute),
  );
  const type = { ...service.type, attributes: new Map(attributes) };
  const words = attributeWords(!type.draftAndPublish);
  return toJson(toJsonSchema(type, service.catalog, words));
}
