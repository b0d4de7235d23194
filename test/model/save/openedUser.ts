import type { Json } from "../../../src/model/foundation/json.ts";
import { makeUser, moved, userNow } from "../accounts.ts";
import { edited } from "../testModel.ts";
import type { TestModel } from "../testModel.ts";
import { openModel } from "../magazine.ts";

export type Change = Readonly<Record<string, Json | undefined>>;

/** A new user, opened in an editor. */
export async function opened(model: TestModel = openModel(), data: object = {}) {
  const { id, username } = await makeUser(data);
  const address = model.at("users", String(id));
  const snapshot = await model.open(address);
  const before = await userNow(id);
  /** Saves as VS Code does, which reads the stat first. */
  const save = async (change: Change, agreed = true) => {
    const text = edited(snapshot, change);
    await model.documents.stat(address, { text });
    return model.save(address, text, agreed);
  };
  /** The attributes that changed since the user was opened, except for the times that each write updates. */
  const changes = async () => {
    const after = { ...(await userNow(id)), ...moved };
    const was: Readonly<Record<string, Json>> = { ...before, ...moved };
    return Object.fromEntries(Object.entries(after).filter(([name, value]) => value !== was[name]));
  };
  return { model, id, username, address, snapshot, save, changes };
}
