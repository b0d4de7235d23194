import type { Side } from "../../../src/model/documents/content/merge.ts";
import type { Conflict } from "../../../src/model/changes/changeFailure.ts";
import { edited } from "../desk.ts";
import { changeElsewhere, draft, makeArticle, openDesk } from "../magazine.ts";
import { must } from "../outcomes.ts";

export const own = async (id: string, ...names: string[]): Promise<unknown[]> => {
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
  const desk = openDesk();
  const id = await makeArticle({ title: "Tea", kicker: "Old", summary: "Old" }, "status=draft");
  const address = desk.article(id);
  const snapshot = await desk.open(address);
  const opened = must(await desk.documents.stat(address));
  await desk.documents.edits.begin(address, snapshot.text);
  await changeElsewhere(id, theirs);
  const text = edited(snapshot, mine);
  /**
   * Saves as Ctrl+S does, and answers the conflict question with the given side. Without a side, it expects no
   * question.
   */
  const press = async (side?: Side | "nothing", asked: Conflict[] = []) => {
    const answer = (conflict: Conflict) => {
      asked.push(conflict);
      return Promise.resolve(side === "nothing" ? undefined : side);
    };
    return desk.press(address, text, { opened, ...(side && { ask: answer }) });
  };
  return { desk, id, address, snapshot, text, opened, press };
}
