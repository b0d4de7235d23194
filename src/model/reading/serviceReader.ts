import type { CallOptions, Cms, CmsError, CmsUser, Result } from "../../client/index.ts";

// These requests need no schema. What connects to a service gets them as parameters, because the
// groups below this one send no request for content.

export const readMe = (cms: Cms): Promise<Result<CmsUser>> => cms.users().me();

export async function requestFile(cms: Cms, options: CallOptions): Promise<CmsError | null> {
  const params = { pagination: { pageSize: 1 } } as const;
  const [error] = await cms.upload().findMany({ params, ...options });
  return error;
}
