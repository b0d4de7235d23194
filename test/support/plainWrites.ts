import type { JsonObject } from "../../src/model/foundation/json.ts";
import type { PlainDocument, Target } from "./plainHttp.ts";
import { plainAnswer } from "./plainHttp.ts";

/** Creates a document and returns its documentId. It is published unless the path's query says otherwise. */
export async function plainMake(service: Target, path: string, data: object): Promise<string> {
  const document = (await plainAnswer(service, "POST", path, { data })) as PlainDocument;
  return document.documentId;
}

/** Creates a draft and returns its documentId. */
export const plainMakeDraft = (service: Target, type: string, data: object): Promise<string> =>
  plainMake(service, `${type}?status=draft`, data);

/** Changes a document, and publishes it unless the path's query says otherwise. */
export async function plainChange(
  service: Target,
  path: string,
  data: object,
): Promise<PlainDocument> {
  return (await plainAnswer(service, "PUT", path, { data })) as PlainDocument;
}

/** Publishes the draft of a document as it is. */
export async function plainPublish(service: Target, path: string): Promise<void> {
  await plainAnswer(service, "PUT", path, { data: {} });
}

export async function plainDelete(service: Target, path: string): Promise<void> {
  await plainAnswer(service, "DELETE", path);
}

/** An uploaded media file. */
export type UploadedFile = JsonObject & {
  readonly id: number;
  readonly documentId: string;
  readonly url: string;
};

interface FileToUpload {
  readonly content?: Blob;
  readonly info?: Readonly<Record<string, unknown>>;
  /** The file to change. Without it, a new one is uploaded. */
  readonly id?: number;
}

export const textFile = (word: string): Blob =>
  new Blob([`text of ${word}`], { type: "text/plain" });

/** Uploads a file, a text by default, or changes one. */
export async function plainUpload(
  { url, apiPrefix = "api", tokens }: Target,
  name: string,
  { content = textFile(name), info = {}, id }: FileToUpload = {},
): Promise<UploadedFile> {
  const form = new FormData();
  if (id === undefined) form.append("files", content, name);
  form.append("fileInfo", JSON.stringify(info));
  const query = id === undefined ? "" : `?id=${id}`;
  const response = await fetch(`${url}/${apiPrefix}/upload${query}`, {
    method: "POST",
    headers: { authorization: `Bearer ${tokens.full}` },
    body: form,
  });
  if (!response.ok) throw new Error(`Upload of ${name}: ${await response.text()}`);
  const [file] = [(await response.json()) as UploadedFile | readonly [UploadedFile]].flat();
  if (!file) throw new Error(`Upload of ${name}: the service returned no file.`);
  return file;
}

/** Uploads a small image. Without an alternative text, it has none. */
export const plainUploadImage = (
  service: Target,
  name: string,
  alternativeText?: string,
): Promise<UploadedFile> => {
  const content = new Blob([square], { type: "image/svg+xml" });
  return plainUpload(service, name, { content, info: { name, alternativeText } });
};

/** Uploads a black picture of one pixel, which the service may encode again. */
export const plainUploadPicture = (service: Target, name: string): Promise<UploadedFile> => {
  const content = new Blob([blackPng], { type: "image/png" });
  return plainUpload(service, name, { content, info: { name } });
};

const blackPng = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==",
  "base64",
);

const square =
  '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8"/></svg>';
