import type { Address } from "./address.ts";
import type { Catalogs, TypedService } from "./catalogs.ts";
import { changesBetween } from "./changes.ts";
import type { Changes } from "./changes.ts";
import type { JsonObject } from "./json.ts";
import type { Outcome } from "./outcome.ts";
import { done, failed } from "./outcome.ts";
import type { Reader, Snapshot } from "./reader.ts";
import type { Session } from "./session.ts";

/** A text to save. `agree` is asked before keys that were taken out of it are cleared. */
export interface Save {
  readonly text: string;
  readonly agree: (changes: Changes) => Promise<boolean>;
}

/** A save that may go: nothing has been sent yet. */
export interface Ready {
  readonly service: TypedService;
  readonly now: Snapshot;
  readonly changes: Changes;
}

/** Everything that must hold before a write, in the order in which a person would want to hear it. */
export async function prepareSave(
  session: Session,
  content: JsonObject,
  { catalogs, reader }: { readonly catalogs: Catalogs; readonly reader: Reader },
): Promise<Outcome<Ready>> {
  const { address, seen } = session;
  if (seen === undefined) return failed({ code: "never-opened" });
  const [unknown, service] = await catalogs.type(address.connection, address.type);
  if (unknown) return failed(unknown);
  // Whatever becomes of it, the next stat tells what the service holds then, and VS Code asks the person.
  session.expire();
  const [moved, now] = await readUnmoved(reader, address, seen);
  if (moved) return failed(moved);
  const base = session.base ?? session.read?.content ?? now.content;
  const [unsendable, changes] = changesBetween(base, content, service);
  return unsendable ? failed(unsendable) : done({ service, now, changes });
}

/** A question stands open for as long as a person thinks: the draft is looked at once more after it. */
export async function agreeOn(
  changes: Changes,
  { address, seen }: Session,
  { reader, save }: { readonly reader: Reader; readonly save: Save },
): Promise<Outcome<unknown>> {
  if (changes.cleared.length === 0) return done(null);
  if (!(await save.agree(changes))) return failed({ code: "declined" });
  return readUnmoved(reader, address, seen);
}

/** The draft, if it still is the version that VS Code's own check let pass. */
async function readUnmoved(
  reader: Reader,
  address: Address,
  seen: number | undefined,
): Promise<Outcome<Snapshot>> {
  const [gone, now] = await reader.read(address);
  if (gone) return failed(gone);
  if (now.isReadonly) return failed({ code: "read-only" });
  return now.version === seen ? done(now) : failed({ code: "changed-meanwhile" });
}
