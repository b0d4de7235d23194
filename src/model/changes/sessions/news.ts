import type { Address } from "../../foundation/address.ts";
import { Emitter } from "../../foundation/events.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import type { Snapshot } from "../../documents/snapshot/reader.ts";
import type { Session } from "./session.ts";

/** Something happened to a document that is open. */
export interface DocumentChange {
  readonly address: Address;
  readonly kind: "changed" | "deleted";
}

/** What was read of a document, to whoever shows it: where something is new. */
export class News extends Emitter<{ readonly address: Address; readonly snapshot: Snapshot }> {
  /** Reads, and tells what is new. */
  async from(session: Session, read: () => Promise<Outcome<Snapshot>>): Promise<Outcome<Snapshot>> {
    const { address, known: before } = session;
    const outcome = await read();
    const [, snapshot] = outcome;
    if (!snapshot) return outcome;
    const isUnmoved = before?.version === snapshot.version && before.family === snapshot.family;
    // Until it is known how it stands now, it stands as before, where none of it has moved.
    if (isUnmoved) snapshot.standing.meanwhile(before.standing.now);
    if (!isUnmoved || stateIn(before) !== stateIn(snapshot)) this.fire({ address, snapshot });
    void this.follow(session);
    return outcome;
  }

  /** Tells how a document stands once that is known, where it was not known before. */
  async follow(session: Session): Promise<void> {
    const { address, known: snapshot } = session;
    if (!snapshot) return;
    const before = stateIn(snapshot);
    await snapshot.standing.wait();
    const isNew = session.known === snapshot && stateIn(snapshot) !== before;
    if (isNew) this.fire({ address, snapshot });
  }
}

const stateIn = ({ standing }: Snapshot) => standing.now?.state;
