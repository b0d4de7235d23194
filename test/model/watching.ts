import { Database, differences } from "./database.ts";
import { magazine } from "./magazine.ts";

/** What differs in the whole database after a step: the attributes, by document version. */
export async function changesIn(step: () => Promise<unknown>): Promise<Record<string, string[]>> {
  const database = new Database(magazine().database);
  try {
    const before = database.read();
    await step();
    return differences(before, database.read());
  } finally {
    database.close();
  }
}
