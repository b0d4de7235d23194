// Another client of the same service, in its own process. It publishes and deletes documents in turn until it gets a
// message. The order is unrelated to that of the read.
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
  // The first message reports that the changes have started.
  if (changes === 1) answer({ changes });
}
throw new Error("There is nothing left to change.");

async function change(documentId: string, method: "PUT" | "DELETE"): Promise<void> {
  const response = await fetch(`${url}/api/articles/${documentId}`, {
    method,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    // A write without a status publishes, so an empty one publishes the document unchanged.
    ...(method === "PUT" && { body: JSON.stringify({ data: {} }) }),
  });
  await response.arrayBuffer();
  if (!response.ok)
    throw new Error(`${method} ${documentId} was answered with ${response.status}.`);
}
