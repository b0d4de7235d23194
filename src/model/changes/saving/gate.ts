import { fromText } from "../../documents/content/documentText.ts";
import type { Side } from "../../documents/content/merge.ts";
import type { Conflict } from "../../foundation/outcome.ts";
import type { Snapshot } from "../../documents/snapshot/reader.ts";
import { reconcile } from "./saving.ts";
import { serviceFor } from "../../schemas/userType.ts";
import type { Parts } from "./saver.ts";
import type { Session } from "../sessions/session.ts";

/** A text that is about to be saved. */
export interface Edit {
  readonly text: string;
  /** Asks the person what is to become of a conflict; absent where nobody is there to answer. */
  readonly ask?: (conflict: Conflict) => Promise<Side | undefined>;
}

/** Whether VS Code may go on with a save. `look`: once the person has chosen, over what is there then. */
export type Pass = "pass" | "stop" | "look";

interface Gate extends Pick<Parts, "catalogs"> {
  /** A question is about to stand open. */
  readonly show: () => void;
}

/** Decides whether a save may go over what the service holds now. Nothing is written. */
export async function mayPass(
  session: Session,
  now: Snapshot,
  { text, ask }: Edit,
  { catalogs, show }: Gate,
): Promise<Pass> {
  const { standoff } = session;
  const conflict = await conflictIn(session, now, { text, catalogs });
  if (conflict === undefined) standoff.end();
  if (!conflict || standoff.chosen(conflict)) return "pass";
  standoff.tell(conflict);
  if (!ask || !standoff.mayAsk(conflict)) return "stop";
  show();
  const side = await ask(conflict);
  return side && standoff.choose(side) ? "look" : "stop";
}

/** Undefined for none; null where the text can't be sent: the write says why it can't. */
async function conflictIn(
  session: Session,
  now: Snapshot,
  { text, catalogs }: Pick<Edit, "text"> & Pick<Parts, "catalogs">,
): Promise<Conflict | undefined | null> {
  const [, content] = fromText(text);
  const [, service] = await serviceFor(session.address, now.content, catalogs);
  const [, reconciled] = content && service ? reconcile(session, { content, now }, service) : [];
  return reconciled ? reconciled.conflict : null;
}
