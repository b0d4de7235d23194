import type { Address } from "../../../src/model/foundation/address.ts";
import type { Json } from "../../../src/model/foundation/json.ts";
import { edited } from "../testModel.ts";
import type { TestModel } from "../testModel.ts";
import { bothVersions } from "../magazine.ts";
import { must } from "../outcomes.ts";

/** Saves one change after another, each as an editor does. */
export async function saveAll(
  model: TestModel,
  address: Address,
  ...changes: readonly Readonly<Record<string, Json | undefined>>[]
): Promise<void> {
  for (const change of changes) {
    const snapshot = await model.open(address);
    must(await model.save(address, edited(snapshot, change)));
  }
}

/** The values of these attributes in the draft. */
export const now = async (id: string, ...names: string[]) => (await bothVersions(id, ...names))[0];
