// The other client of the same service, in a process of its own: publishes one document and deletes the next, in an
// order that has nothing to do with anybody's reading, until it is told to stop.
import { answer, readInput } from "../child.ts";
import type { Server } from "./servers.ts";

export interface Changes {
  readonly changes: number;
}

interface Task extends Server {
  readonly documentIds: readonly string[];
}

const { url, token, documentIds } = await readInput<Task>();
let changes = 0;
process.once("message", () => {
  answer({ changes });
  process.disconnect();
});

for (const documentId of documentIds) {
  await change(documentId, changes % 2 === 0 ? "PUT" : "DELETE");
  changes += 1;
  // The first word says that it is at work.
  if (changes === 1) answer({ changes });
}
throw new Error("There is nothing left to change.");

async function change(documentId: string, method: "PUT" | "DELETE"): Promise<void> {
  const response = await fetch(`${url}/api/articles/${documentId}`, {
    method,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    // Published as it is: a write without a status publishes.
    ...(method === "PUT" && { body: JSON.stringify({ data: {} }) }),
  });
  await response.arrayBuffer();
  if (!response.ok)
    throw new Error(`${method} ${documentId} was answered with ${response.status}.`);
}
