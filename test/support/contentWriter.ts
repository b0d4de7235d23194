import type { PlainDocument, Target } from "./plainHttp.ts";
import { plainRequest } from "./plainHttp.ts";

/** An uploaded media file. */
export interface UploadedFile {
  readonly id: number;
  readonly documentId: string;
  readonly url: string;
}

/** Writes content as a user does, without the project's client. Fails if the service rejects a write. */
export class ContentWriter {
  readonly #service: Target;

  constructor(service: Target) {
    this.#service = service;
  }

  /** Creates a document and returns its documentId. It is published unless the path's query says otherwise. */
  async make(path: string, data: object): Promise<string> {
    const { data: document } = (await this.#send("POST", path, { data })) as {
      readonly data: PlainDocument;
    };
    return document.documentId;
  }

  /** Changes a document, and publishes it unless the path's query says otherwise. */
  async change(path: string, data: object): Promise<void> {
    await this.#send("PUT", path, { data });
  }

  /** Publishes the draft of a document as it is. */
  async publish(path: string): Promise<void> {
    await this.#send("PUT", `${path}?status=published`, { data: {} });
  }

  async delete(path: string): Promise<void> {
    await this.#send("DELETE", path);
  }

  /** Uploads a small image. Without an alternative text, it has none. */
  upload(name: string, alternativeText?: string): Promise<UploadedFile> {
    return this.#upload(new Blob([square], { type: "image/svg+xml" }), name, alternativeText);
  }

  /** Uploads a black picture of one pixel, which the service may encode again. */
  uploadPicture(name: string): Promise<UploadedFile> {
    return this.#upload(new Blob([blackPng], { type: "image/png" }), name);
  }

  async #upload(content: Blob, name: string, alternativeText?: string): Promise<UploadedFile> {
    const { url, apiPrefix = "api", tokens } = this.#service;
    const form = new FormData();
    form.append("files", content, name);
    form.append("fileInfo", JSON.stringify({ name, alternativeText }));
    const answer = await fetch(`${url}/${apiPrefix}/upload`, {
      method: "POST",
      headers: { authorization: `Bearer ${tokens.full}` },
      body: form,
    });
    if (!answer.ok) throw new Error(`Upload of ${name}: ${await answer.text()}`);
    const [file] = (await answer.json()) as readonly [UploadedFile];
    return file;
  }

  async #send(method: "POST" | "PUT" | "DELETE", path: string, data?: object): Promise<unknown> {
    const { status, body } = await plainRequest(this.#service, method, path, data);
    if (status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(body)}`);
    return body;
  }
}

const blackPng = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==",
  "base64",
);

const square =
  '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8"/></svg>';
