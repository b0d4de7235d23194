import type { CallOptions, CmsFile } from "../../client/index.ts";
import type { Address } from "../foundation/address.ts";
import { fileSnapshot } from "../content/fileSnapshot.ts";
import type { JsonObject } from "../foundation/json.ts";
import type { CmsError, Outcome } from "../foundation/outcome.ts";
import { done, failed } from "../foundation/outcome.ts";
import type { DocumentFailure } from "../content/documentFailure.ts";
import type { Service } from "../schemas/catalogs.ts";

/** Reads the file of an address by its documentId. */
export async function readFile(
  { cms, capabilities }: Service,
  { id: documentId }: Address,
  options: CallOptions = {},
): Promise<Outcome<CmsFile, DocumentFailure>> {
  const [error, file] = await cms.upload().find({ documentId, ...options });
  if (error) return failed(fileFailure(error));
  capabilities.files.learn(file);
  return done(file);
}

/** Reads the file as a snapshot. */
export async function readFileSnapshot(
  service: Service,
  address: Address,
  options: CallOptions = {},
) {
  const [failure, file] = await readFile(service, address, options);
  return failure ? failed(failure) : done(fileSnapshot(address.connection, file, service.catalog));
}

/** Writes the name, alternative text or caption of a file, and returns the updated file. */
export async function writeFileInfo(
  service: Service,
  address: Address,
  { data }: { readonly data: JsonObject },
) {
  const [unknown, id] = await fileIdOf(service, address);
  if (unknown) return failed(unknown);
  const [error, file] = await service.cms.upload().update({ id, ...infoIn(data) });
  return error
    ? failed(fileFailure(error))
    : done(fileSnapshot(address.connection, file, service.catalog));
}

/** The numeric id, which the routes of one file require. */
export async function fileIdOf(
  { cms, capabilities }: Pick<Service, "cms" | "capabilities">,
  { id: documentId }: Address,
): Promise<Outcome<number, DocumentFailure>> {
  const [failure, ids] = await capabilities.files.resolve(cms, [documentId]);
  if (failure) return failed(failure);
  const id = ids.get(documentId);
  return id === undefined ? failed({ code: "gone" }) : done(id);
}

/** Replaces null with an empty text, because the service ignores null. */
export function cleared(content: JsonObject): JsonObject {
  const texts = ["alternativeText", "caption"].filter((name) => content[name] === null);
  return { ...content, ...Object.fromEntries(texts.map((name) => [name, ""])) };
}

const infoIn = (data: JsonObject) =>
  Object.fromEntries(
    Object.entries(data).filter((entry): entry is [string, string | null] =>
      ["name", "alternativeText", "caption"].includes(entry[0]),
    ),
  );

export const fileFailure = (error: CmsError): DocumentFailure =>
  error.name === "NotFoundError" ? { code: "gone" } : { code: "service", error };
