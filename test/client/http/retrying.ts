import type { CallOptions, Cms, CmsError } from "../../../src/client/index.ts";
import { json } from "../../support/loopback.ts";
import type { Reply } from "../../support/loopback.ts";
import type { Article } from "../loopbackCms.ts";

export const tea = { documentId: "tea1", title: "Tea" };
export const documentId = "tea1";
export const payload = { data: { title: "Tea" } };
export const good = json({ data: tea, meta: {} });
export const articles = (cms: Cms) => cms.collection<Article>("articles");

type Call = (
  cms: Cms,
  options?: CallOptions,
) => Promise<readonly [CmsError | null, unknown, unknown]>;

export const get: Call = (cms, options) => articles(cms).find({ documentId, ...options });
export const writes: Readonly<Record<string, Call>> = {
  POST: (cms, options) => articles(cms).create({ payload, ...options }),
  PUT: (cms, options) => articles(cms).update({ documentId, payload, ...options }),
  DELETE: (cms, options) => articles(cms).delete({ documentId, ...options }),
};

/** An error of a busy service, with headers that can say how long to wait. */
export const busy = (status: number, headers: Readonly<Record<string, string>> = {}): Reply =>
  json(
    { data: null, error: { status, name: "Busy", message: "Busy", details: {} } },
    status,
    headers,
  );

export const later =
  (milliseconds: number, reply: Reply): Reply =>
  (response, received) => {
    setTimeout(reply, milliseconds, response, received);
  };

/** Records the arrival time of each request with a monotonic clock. */
export function timed(times: number[], ...replies: readonly Reply[]): [Reply, ...Reply[]] {
  return replies.map((reply): Reply => (response, received) => {
    times.push(performance.now());
    reply(response, received);
  }) as [Reply, ...Reply[]];
}
