import { request } from "undici";
import { startChild } from "../child.ts";
import type { Changes } from "./otherClient.ts";
import type { Reader, Row } from "./readers.ts";
import type { Server } from "./servers.ts";

const readings = 3;
const fewestChanges = 10;

/**
 * The number of documents that three reads of a client miss, although they are published before and after each read.
 */
export async function countMissed(service: Server, reader: Reader): Promise<number> {
  let missed = 0;
  for (let reading = 0; reading < readings; reading += 1) {
    const before = await idsAtRest(service);
    const readIds = idsOf(await readDisturbed(service, reader, [...before]));
    const after = await idsAtRest(service);
    missed += [...before].filter((id) => after.has(id) && !readIds.has(id)).length;
  }
  return missed;
}

/** The ids of all published documents, read without a client while nothing changes. */
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
  // Every seventh document, in an order unlike that of the read, so that changes affect all parts of the list.
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

/** Sorts by the end of the ids. Ids are random, so this order is unrelated to that of the whole ids. */
const byTail = (id: string, other: string): number => (id.slice(-8) < other.slice(-8) ? -1 : 1);
