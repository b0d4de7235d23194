import {
  isNew,
  isSame,
  isSameDocument,
  keyOf,
  localizationTarget,
} from "../../foundation/address.ts";
import type { Address } from "../../foundation/address.ts";
import { Session } from "./session.ts";

/** The open documents: one session per identity, whatever its URI is decorated with. */
export class Sessions {
  readonly #sessions = new Map<string, Session>();

  /** The one there is, else a new one. */
  open(address: Address): Session {
    // What locales share is written through each of them: one after the other.
    const [sibling] = this.ofDocument(localizationTarget(address) ?? address);
    const session = this.find(address) ?? new Session(address, sibling?.saveQueue);
    this.#sessions.set(keyOf(address), session);
    return session;
  }

  find(address: Address): Session | undefined {
    return this.#sessions.get(keyOf(address));
  }

  remove({ key }: Session): void {
    this.#sessions.delete(key);
  }

  /** Every locale of a document that is open. */
  ofDocument(address: Address): Session[] {
    return [...this.#sessions.values()].filter((session) =>
      isSameDocument(session.address, address),
    );
  }

  /** Where a new document stands that a first save has made, and what it is called. */
  createdDocument(
    address: Address,
  ): { readonly address: Address; readonly title: string } | undefined {
    const { address: there = address, editorSnapshot } = this.find(address) ?? {};
    const isMade = isNew(address) && !isNew(there);
    return isMade ? { address: there, title: editorSnapshot?.title ?? "" } : undefined;
  }

  /** The other locales of a document that are open. */
  siblings(address: Address): Session[] {
    return this.ofDocument(address).filter((session) => !isSame(session.address, address));
  }
}
