import { attributeWords } from "../host/words/attributeWords.ts";
import { userUid } from "../model/address.ts";
import { isStructured } from "../model/schemas/catalog.ts";
import type { ContentType } from "../model/schemas/catalog.ts";
import type { TypedService } from "../model/schemas/catalogs.ts";
import { toJsonSchema } from "../model/schemas/jsonSchema.ts";

/** The JSON schema of a type's documents, as text. */
export const schemaText = ({ type, catalog }: TypedService): string =>
  JSON.stringify(
    toJsonSchema(
      type.uid === userUid ? written(type) : type,
      catalog,
      attributeWords(!type.draftAndPublish),
    ),
  );

/** What is written in the text of a user: no password, and of what is linked the role alone. */
const written = (type: ContentType): ContentType => ({
  ...type,
  attributes: new Map(
    [...type.attributes].filter(
      ([name, one]) => name === "role" || !(isStructured(one) || one.type === "password"),
    ),
  ),
});
