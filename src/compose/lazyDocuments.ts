import type { Address } from "../model/foundation/address.ts";
import { Emitter, ResourceOwner, type Disposable, type Event } from "../model/foundation/events.ts";
import type { Snapshot } from "../model/documents/snapshotReader.ts";
import type { DocumentEvents } from "../model/save/openDocuments.ts";

type EventOf<Name extends "onDidChange" | "onDidSave" | "onDidDelete" | "onDidReadSnapshot"> =
  DocumentEvents[Name] extends Event<infer T> ? T : never;

/** The events of the documents in editors. The code that opens documents loads with the first one. */
export class LazyDocuments extends ResourceOwner implements DocumentEvents {
  readonly #changed = this.own(new Emitter<EventOf<"onDidChange">>());
  readonly onDidChange = this.#changed.event;
  readonly #saved = this.own(new Emitter<EventOf<"onDidSave">>());
  readonly onDidSave = this.#saved.event;
  readonly #deleted = this.own(new Emitter<EventOf<"onDidDelete">>());
  readonly onDidDelete = this.#deleted.event;
  readonly #snapshots = this.own(new Emitter<EventOf<"onDidReadSnapshot">>());
  readonly onDidReadSnapshot = this.#snapshots.event;
  #documents: DocumentEvents | undefined;

  latestSnapshot(address: Address): Snapshot | undefined {
    return this.#documents?.latestSnapshot(address);
  }

  /** Reports the events of the loaded documents. */
  follow(documents: DocumentEvents): Disposable {
    this.#documents = documents;
    const ends = [
      documents.onDidChange((event) => this.#changed.fire(event)),
      documents.onDidSave((event) => this.#saved.fire(event)),
      documents.onDidDelete((event) => this.#deleted.fire(event)),
      documents.onDidReadSnapshot((event) => this.#snapshots.fire(event)),
    ];
    return {
      dispose: () => {
        this.#documents = undefined;
        ends.forEach((end) => end.dispose());
      },
    };
  }
}
