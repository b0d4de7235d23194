import { fromText } from "../../content/documentText.ts";
import type { MergeSide } from "../../content/merge.ts";
import type { Conflict } from "../changeFailure.ts";
import type { Snapshot } from "../../documents/reader.ts";
import { reconcileSession } from "./saving.ts";
import type { Catalogs } from "../../schemas/catalogs.ts";
import { serviceFor } from "../../schemas/userType.ts";
import type { Session } from "../sessions/session.ts";

/** A text that is about to be saved. */
export interface AnnouncedSave {
  readonly text: string;
  /** Asks the user how to settle a conflict; absent if no user can answer. */
  readonly ask?: (conflict: Conflict) => Promise<MergeSide | undefined>;
}

/**
 * Whether VS Code may continue a save. `look`: the user has chosen, so read the service again
 * first.
 */
export type GateDecision = "pass" | "stop" | "look";

/**
 * Decides whether a save may overwrite the current content of the service. Writes nothing. `show`
 * is called before a question is shown.
 */
export async function decideSave(
  session: Session,
  now: Snapshot,
  { text, ask }: AnnouncedSave,
  catalogs: Catalogs,
  show: () => void,
): Promise<GateDecision> {
  const { saveConflict } = session;
  const [, content] = fromText(text);
  const [, service] = await serviceFor(session.address, now.content, catalogs);
  // If the text can't be sent, the write reports the reason.
  const [, reconciled] =
    content && service ? reconcileSession(session, { content, now }, service) : [];
  if (!reconciled) return "pass";
  const { conflict } = reconciled;
  if (!conflict) {
    saveConflict.clear();
    return "pass";
  }
  if (saveConflict.chosenSide(conflict)) return "pass";
  saveConflict.report(conflict);
  if (!ask || !saveConflict.shouldAsk(conflict)) return "stop";
  show();
  const side = await ask(conflict);
  return side && saveConflict.choose(side) ? "look" : "stop";
}
