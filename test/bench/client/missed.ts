import { request } from "undici";
import { startChild } from "../child.ts";
import type { Changes } from "./otherClient.ts";
import type { Reader, Row } from "./readers.ts";
import type { Server } from "./servers.ts";

const readings = 3;
const fewestChanges = 10;

/** How many documents a reader did not see in three readings although they were there, published, all the time. */
export async function countMissed(service: Server, reader: Reader): Promise<number> {
  let missed = 0;
  for (let reading = 0; reading < readings; reading += 1) {
    const before = await idsAtRest(service);
    const seen = idsOf(await readDisturbed(service, reader, [...before]));
    const after = await idsAtRest(service);
    missed += [...before].filter((id) => after.has(id) && !seen.has(id)).length;
  }
  return missed;
}

/** What is published while nobody changes anything, read with nobody's client. */
async function idsAtRest({ url, token }: Server): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  for (let last: string | undefined = ""; last !== undefined;) {
    const query = `sort=documentId&fields=documentId&pagination[pageSize]=100&filters[documentId][$gt]=${last}`;
    const { body } = await request(`${url}/api/articles?${query}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const { data } = (await body.json()) as { data: readonly Row[] };
    for (const { documentId } of data) ids.add(documentId);
    last = data.at(-1)?.documentId;
  }
  return ids;
}

async function readDisturbed(
  { url, token }: Server,
  reader: Reader,
  documentIds: readonly string[],
): Promise<readonly Row[]> {
  // Backwards through every seventh, so that it meets the reading everywhere.
  const scattered = documentIds.filter((_, at) => at % 7 === 3).toSorted(byTail);
  const other = startChild<Changes>("client/otherClient.ts", {
    url,
    token,
    documentIds: scattered,
  });
  try {
    await other.next();
    const rows = await reader.all();
    const done = other.next();
    other.send({});
    const { changes } = await done;
    if (changes < fewestChanges) throw new Error(`Only ${changes} changes met the reading.`);
    return rows;
  } finally {
    await other.stop();
  }
}

const idsOf = (rows: readonly Row[]) => new Set(rows.map(({ documentId }) => documentId));

/** Ids are random: their ends are in an order of their own. */
const byTail = (one: string, other: string): number => (one.slice(-8) < other.slice(-8) ? -1 : 1);
