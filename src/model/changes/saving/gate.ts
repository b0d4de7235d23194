import { fromText } from "../../content/documentText.ts";
import type { MergeSide } from "../../content/merge.ts";
import type { Conflict } from "../changeFailure.ts";
import type { Snapshot } from "../../documents/reader.ts";
import { reconcile } from "./saving.ts";
import { serviceFor } from "../../schemas/userType.ts";
import type { SaveDependencies } from "./saver.ts";
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

interface GateDependencies extends Pick<SaveDependencies, "catalogs"> {
  /** Called before a question is shown. */
  readonly show: () => void;
}

/** Decides whether a save may overwrite the current content of the service. Writes nothing. */
export async function decideSave(
  session: Session,
  now: Snapshot,
  { text, ask }: AnnouncedSave,
  { catalogs, show }: GateDependencies,
): Promise<GateDecision> {
  const { saveConflict } = session;
  const conflict = await conflictIn(session, now, { text, catalogs });
  if (conflict === undefined) saveConflict.clear();
  if (!conflict || saveConflict.chosenSide(conflict)) return "pass";
  saveConflict.report(conflict);
  if (!ask || !saveConflict.shouldAsk(conflict)) return "stop";
  show();
  const side = await ask(conflict);
  return side && saveConflict.choose(side) ? "look" : "stop";
}

/**
 * Undefined if there is no conflict; null if the text can't be sent. The write then reports the
 * reason.
 */
async function conflictIn(
  session: Session,
  now: Snapshot,
  { text, catalogs }: Pick<AnnouncedSave, "text"> & Pick<SaveDependencies, "catalogs">,
): Promise<Conflict | undefined | null> {
  const [, content] = fromText(text);
  const [, service] = await serviceFor(session.address, now.content, catalogs);
  const [, reconciled] = content && service ? reconcile(session, { content, now }, service) : [];
  return reconciled ? reconciled.conflict : null;
}
