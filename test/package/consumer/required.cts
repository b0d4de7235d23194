// A CommonJS module that requires the package: each entry point has values, classes and types.
import { createCms, NotFoundError, type Cms, type CmsError } from "cms-content";
import { createAdmin, type AdminApi } from "cms-content/admin";
import { createCms as createFetchCms, type Fetch } from "cms-content/fetch";

interface Article {
  readonly documentId: string;
  readonly title: string;
}

export const send: Fetch = (url, init) => globalThis.fetch(url, init);
export const cms: Cms = createCms({ baseUrl: "https://cms.example.com" });
export const admin: AdminApi = createAdmin(cms);
export const light: Cms = createFetchCms({ baseUrl: "https://cms.example.com", fetch: send });

export async function titleOf(documentId: string): Promise<string> {
  const [error, article] = await cms.collection<Article>("articles").find({ documentId });
  if (error instanceof NotFoundError) return `${error.name}: ${error.url}`;
  if (error) return (error satisfies CmsError).message;
  return article.title;
}

// @ts-expect-error -- a client that uses fetch has no proxy
createFetchCms({ baseUrl: "https://cms.example.com", proxy: "http://proxy.example.com" });
