import type { AdminApi } from "../../client/admin/index.ts";
import { documentTarget, isMediaFile, isNew, isUser, keyOf } from "../foundation/address.ts";
import type { Address } from "../foundation/address.ts";
import type { Administrators } from "../connect/administrators.ts";
import type { Catalogs } from "../schemas/catalogs.ts";
import { Emitter, ResourceOwner } from "../foundation/events.ts";

/**
 * The administrators who last changed documents in the admin panel. Only an administrator can read
 * them. Writes through `/api` have no editor.
 */
export class LastEditors extends ResourceOwner {
  readonly #learned = this.own(new Emitter<Address>());
  readonly onDidLearn = this.#learned.event;
  readonly #administrators: Administrators;
  readonly #catalogs: Catalogs;
  /** The version that was asked about, by address; without a name until the answer arrives. */
  readonly #known = new Map<string, { address: Address; version: number; name?: string }>();

  constructor(administrators: Administrators, catalogs: Catalogs) {
    super();
    this.#administrators = administrators;
    this.#catalogs = catalogs;
    this.own(
      administrators.onDidSignIn((connection) => {
        // The views of editors that aren't known are told, so that they ask again.
        for (const [key, { address, name }] of [...this.#known]) {
          if (address.connection !== connection || name !== undefined) continue;
          this.#known.delete(key);
          this.#learned.fire(address);
        }
      }),
    );
  }

  /** The administrator who wrote that version, if known. Requested once, without notifications. */
  of(address: Address, version: number): string | undefined {
    const isAsked = this.#administrators.isSignedIn(address.connection);
    if (!isAsked || isUser(address) || isMediaFile(address) || isNew(address)) return undefined;
    const knownEditor = this.#known.get(keyOf(address));
    if (knownEditor?.version === version) return knownEditor.name;
    this.#known.set(keyOf(address), { address, version });
    void this.#ask(address, version);
    return undefined;
  }

  async #ask(address: Address, version: number): Promise<void> {
    const { connection, type } = address;
    const [, service] = await this.#catalogs.type(connection, type);
    if (!service) return;
    const target = { uid: service.type.uid, ...documentTarget(address) };
    const request = (admin: AdminApi) => admin.lastEditor(target);
    const [, editor] = await this.#administrators.call(connection, request, true);
    const { firstname, lastname, username, email } = editor ?? {};
    // On one line, because the names of administrators can contain line breaks.
    const names = [[firstname, lastname], [username], [email]].map((parts) =>
      parts
        .filter((part) => typeof part === "string")
        .join(" ")
        .trim(),
    );
    const name = names.find(Boolean);
    if (!name || this.#known.get(keyOf(address))?.version !== version) return;
    this.#known.set(keyOf(address), { address, version, name });
    this.#learned.fire(address);
  }
}
