import type { Address } from "./address.ts";
import { isSingle } from "./address.ts";
import type { TypedService } from "./catalogs.ts";
import type { JsonObject } from "./json.ts";
import type { Outcome } from "./outcome.ts";
import { done, failed, refused } from "./outcome.ts";
import { localeOf, shapeOf, snapshotOf } from "./reader.ts";
import type { Snapshot } from "./reader.ts";

/** Writes attributes to the draft, never to the published version, and answers with the new draft. */
export async function writeDraft(
  service: TypedService,
  address: Address,
  { data, now }: { readonly data: JsonObject; readonly now: Snapshot },
): Promise<Outcome<Snapshot>> {
  const { cms, type } = service;
  const params = { ...shapeOf(service), ...localeOf(address), status: "draft" } as const;
  const payload = { data };
  const [error, draft] = isSingle(address)
    ? await cms.single<JsonObject>(type.name).update({ payload, params })
    : await cms
        .collection<JsonObject>(type.name)
        .update({ documentId: address.id, payload, params });
  if (!error) return done(snapshotOf(address, service, { draft, published: now.published }));
  return error.name === "NotFoundError" ? failed({ code: "gone" }) : refused(error);
}
