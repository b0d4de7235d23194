import type { CmsFile } from "../../src/client/index.ts";
import { realCms } from "./realCms.ts";

export const upload = () => realCms().upload();

/** The only media file with this name. */
export async function fileNamed(name: string): Promise<CmsFile> {
  const [error, files] = await upload().findMany({ params: { filters: { name: { $eq: name } } } });
  if (error) throw error;
  const [file] = files;
  if (!file || files.length > 1) throw new Error(`${files.length} files are called ${name}.`);
  return file;
}

export async function contentOf({ url }: { readonly url: string }): Promise<Buffer> {
  const [error, content] = await upload().content({ url });
  if (error) throw error;
  return Buffer.from(content.bytes);
}
