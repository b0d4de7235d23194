import { Database, differences } from "./database.ts";
import { magazine } from "./magazine.ts";

/** The attributes that a step changes in the whole database, by document version. */
export async function changesIn(step: () => Promise<unknown>): Promise<Record<string, string[]>> {
  const database = await Database.open(magazine());
  try {
    const before = await database.read();
    await step();
    return differences(before, await database.read());
  } finally {
    await database.close();
  }
}
