import { isSame, isSameDocument, keyOf, localizationTarget } from "../foundation/address.ts";
import type { Address } from "../foundation/address.ts";
import { Session } from "./session.ts";

/** The open documents: one session for each identity, whatever decorations the URI has. */
export class Sessions {
  readonly #sessions = new Map<string, Session>();

  open(address: Address): Session {
    // Every localization can write shared attributes, so their saves run one after the other.
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

  ofDocument(address: Address): Session[] {
    return [...this.#sessions.values()].filter((session) =>
      isSameDocument(session.address, address),
    );
  }

  siblings(address: Address): Session[] {
    return this.ofDocument(address).filter((session) => !isSame(session.address, address));
  }
}
