import { differences } from "./database.ts";
import { openMagazine } from "./magazine.ts";

/** The attributes that a step changes in the whole database, by document version. */
export async function changesIn(step: () => Promise<unknown>): Promise<Record<string, string[]>> {
  const database = await openMagazine();
  const before = await database.read();
  await step();
  return differences(before, await database.read());
}
