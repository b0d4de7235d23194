import { attributeWords } from "../host/words/attributeWords.ts";
import type { TypedService } from "../model/schemas/catalogs.ts";
import { toJsonSchema } from "../model/schemas/jsonSchema.ts";

/** The JSON schema of a type's documents, as text. */
export const schemaText = ({ type, catalog }: TypedService): string =>
  JSON.stringify(toJsonSchema(type, catalog, attributeWords()));
