import type { MergeSide } from "../../../src/model/content/merge.ts";
import type { Conflict } from "../../../src/model/journal/changeFailure.ts";
import { edited } from "../testModel.ts";
import { changeElsewhere, draft, makeArticle, openModel } from "../magazine.ts";
import { must } from "../outcomes.ts";

export const readAttributes = async (id: string, ...names: string[]): Promise<unknown[]> => {
  const version = await draft(`articles/${id}`);
  return names.map((name) => version?.[name]);
};

type Change = Readonly<Record<string, string>>;

/** An open article with an unsaved change in the editor and another client's change on the service. */
export async function changedByBoth({
  mine,
  theirs,
}: {
  readonly mine: Change;
  readonly theirs: Change;
}) {
  const model = openModel();
  const id = await makeArticle({ title: "Tea", kicker: "Old", summary: "Old" }, "status=draft");
  const address = model.article(id);
  const snapshot = await model.open(address);
  const opened = must(await model.documents.stat(address));
  await model.documents.edits.begin(address, snapshot.text);
  await changeElsewhere(id, theirs);
  const text = edited(snapshot, mine);
  /**
   * Saves as Ctrl+S does, and answers the conflict question with the given side. Without a side, it expects no
   * question.
   */
  const press = async (side?: MergeSide | "nothing", conflicts: Conflict[] = []) => {
    const answer = (conflict: Conflict) => {
      conflicts.push(conflict);
      return Promise.resolve(side === "nothing" ? undefined : side);
    };
    return model.press(address, text, { opened, ...(side && { ask: answer }) });
  };
  return { model, id, address, snapshot, text, opened, press };
}
