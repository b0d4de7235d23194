import type { Address } from "../../foundation/address.ts";
import { Emitter } from "../../foundation/events.ts";
import type { Snapshot } from "../../documents/reader.ts";
import type { Session, SnapshotReading } from "./session.ts";

/** A change of an open document. */
export interface DocumentChange {
  readonly address: Address;
  readonly kind: "changed" | "deleted";
}

/** Reports new snapshots of documents to their views. */
export class SnapshotEvents extends Emitter<{
  readonly address: Address;
  readonly snapshot: Snapshot;
}> {
  /** Reads a snapshot and reports it if it is new. */
  async read(session: Session, read: () => SnapshotReading): SnapshotReading {
    const { address, latest: before } = session;
    const outcome = await read();
    const [, snapshot] = outcome;
    if (!snapshot) return outcome;
    const isUnmoved =
      before?.version === snapshot.version && before.localeVersions === snapshot.localeVersions;
    // Until the publication status is known, keeps the previous one if no version has changed.
    if (isUnmoved) snapshot.publication.meanwhile(before.publication.now);
    if (!isUnmoved || publicationStateOf(before) !== publicationStateOf(snapshot))
      this.fire({ address, snapshot });
    void this.reportStatus(session);
    return outcome;
  }

  /** Reports the publication status when it becomes known. */
  async reportStatus(session: Session): Promise<void> {
    const { address, latest: snapshot } = session;
    if (!snapshot) return;
    const before = publicationStateOf(snapshot);
    await snapshot.publication.wait();
    const isNew = session.latest === snapshot && publicationStateOf(snapshot) !== before;
    if (isNew) this.fire({ address, snapshot });
  }
}

const publicationStateOf = ({ publication }: Snapshot) => publication.now?.state;
