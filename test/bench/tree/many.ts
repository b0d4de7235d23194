import { startFaults } from "../../support/faults.ts";
import type { Reply } from "../../support/loopback.ts";

/** A proxy of a service with a given number of articles. */
export interface Many {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts a proxy that answers lists of articles itself, immediately and in the same way for any number of articles. */
export async function startMany(service: string, total: number): Promise<Many> {
  const faults = await startFaults(service);
  faults.inject(/GET \/api\/articles$/, listed(total));
  return faults;
}

const listed =
  (total: number): Reply =>
  (response, { query }) => {
    const { start = "0", limit = "0" } = query["pagination"] as Record<string, string | undefined>;
    const count = Math.max(0, Math.min(Number(limit), total - Number(start)));
    const isCompanion = query["status"] === "published";
    const data = Array.from({ length: isCompanion ? 0 : count }, (_, at) =>
      documentAt(Number(start) + at),
    );
    const body = { data, meta: { pagination: { start: Number(start), limit: count, total } } };
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
  };

const documentAt = (index: number) => ({
  id: index + 1,
  documentId: `d${String(index).padStart(23, "0")}`,
  title: `A Document of the Many, the ${index}th`,
  updatedAt: new Date(Date.UTC(2026, 0, 1) - index * 60_000).toISOString(),
  localizations: [{ id: index + 1, locale: "fr" }],
});
