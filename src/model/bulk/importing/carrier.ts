import { newId } from "../../foundation/address.ts";
import type { Address } from "../../foundation/address.ts";
import type { Catalogs } from "../../schemas/catalogs.ts";
import type { Content } from "../../query/listing/content.ts";
import { saveContent } from "../../changes/saving/contentSaver.ts";
import { differs } from "../../documents/content/differing.ts";
import type { Documents } from "../../changes/saving/documents.ts";
import type { Journal } from "../../changes/journal/journal.ts";
import type { JsonObject } from "../../foundation/json.ts";
import { pick } from "../../foundation/json.ts";
import { createNew } from "../../changes/creating/newDocument.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, failed } from "../../foundation/outcome.ts";
import type { Reader, Snapshot } from "../../documents/snapshot/reader.ts";
import type { Made } from "../../changes/creating/userCreation.ts";
import { withoutReferences } from "../../documents/references/references.ts";
import { unlessLost } from "../../changes/writing/verification.ts";
import { takenIn } from "../../changes/writing/taken.ts";
import { addressOf, beginningOf, editOf, isAsLookedAt, localizationOf } from "./deciding.ts";
import type { Edit } from "./deciding.ts";
import { isStillMissing } from "./matching.ts";
import type { Listed } from "./listed.ts";
import type { Register } from "./register.ts";

/** The model's parts that imports are done with. */
export interface Parts {
  readonly catalogs: Catalogs;
  readonly content: Content;
  readonly documents: Documents;
  readonly journal: Journal;
  readonly reader: Reader;
}

/** Writes what records say, in the ways that single documents go. */
export class Carrier {
  readonly #register: Register;
  readonly #parts: Parts;
  readonly #group: string;
  /** The documents of all records, once relations between them are added. */
  #own: ReadonlySet<string> | undefined;

  constructor(register: Register, parts: Parts, group: string) {
    this.#register = register;
    this.#parts = parts;
    this.#group = group;
  }

  /** Changes a draft, where what that overwrites is what was looked at. */
  async change(listed: Listed, said: JsonObject): Promise<Outcome<unknown>> {
    const [failure, found] = await this.#edit(listed, said);
    if (failure) return failed(failure);
    const { service } = this.#register;
    const { now, edit } = found;
    const isSame = isAsLookedAt(now, edit, { overwrites: listed.overwrites, service });
    return isSame ? this.#save(found) : failed({ code: "changed-meanwhile" });
  }

  /** Makes a document, or the localization that the record's document lacks. */
  async make(listed: Listed, said: JsonObject): Promise<Outcome<unknown>> {
    const { service } = this.#register;
    if (listed.kin.documentId === undefined) {
      const [flaw, content] = await beginningOf(said, service);
      if (flaw) return failed(flaw);
      const [there] = await isStillMissing(listed, this.#register);
      if (there) return failed(there);
      const [failure] = await this.#create(listed, newId(), content);
      return failure ? failed(failure) : done(null);
    }
    const [flaw, content] = await localizationOf(said, service);
    if (flaw) return failed(flaw);
    const [failure] = await this.#create(listed, listed.kin.documentId, content);
    return failure ? failed(failure) : done(null);
  }

  /** Adds the relations that came later, where nobody has changed these attributes since. */
  async link(
    listed: Listed,
    said: JsonObject,
    names: readonly string[],
  ): Promise<Outcome<unknown>> {
    const [failure, found] = await this.#edit(listed, pick(said, names));
    if (failure) return failed(failure);
    const { overwrites } = listed;
    const { service } = this.#register;
    const isSame = overwrites
      ? isAsLookedAt(found.now, { names }, { overwrites, service })
      : this.#addsOwnAlone(found, names);
    return isSame ? this.#save(found) : failed({ code: "changed-meanwhile" });
  }

  /** Whether nothing but relations to documents of the file comes or goes. */
  #addsOwnAlone({ now, edit }: Found, names: readonly string[]): boolean {
    const { type, catalog } = this.#register.service;
    this.#own ??= this.#register.documentIds;
    const own = this.#own;
    const [before, after] = [now.content, edit.content].map((content) =>
      withoutReferences(content, type.attributes, catalog, (id) => own.has(id)),
    );
    return names.every(
      (name) => !differs(type.attributes.get(name), before?.[name], after?.[name], catalog),
    );
  }

  async #create(listed: Listed, id: string, content: JsonObject): Promise<Outcome<Made>> {
    const { kin, locale = "" } = listed;
    const address = this.#addressOf(listed, id);
    const [taken] = await this.#isFree(address, content);
    if (taken) return failed(taken);
    const wanted = { address, content, group: this.#group };
    const [failure, made] = await createNew(wanted, this.#parts);
    if (failure) return failed(failure);
    kin.documentId = made.address.id;
    kin.made.add(locale);
    this.#parts.documents.adopt(made.address, made.snapshot);
    return unlessLost(made);
  }

  async #edit(listed: Listed, said: JsonObject): Promise<Outcome<Found>> {
    const { documents, reader } = this.#parts;
    const address = this.#addressOf(listed, listed.kin.documentId ?? "");
    if (documents.edits.isOpen(address, false)) return failed({ code: "unsaved" });
    const [gone, now] = await reader.read(address);
    if (gone) return failed(gone);
    const [flaw, edit] = await editOf(now, said, this.#register.service);
    return flaw ? failed(flaw) : done({ address, now, edit });
  }

  async #save({ address, now, edit }: Found): Promise<Outcome<unknown>> {
    if (edit.names.length === 0) return done(null);
    const [taken] = await this.#isFree(address, pick(edit.content, edit.names), now.content);
    if (taken) return failed(taken);
    const change = { address, now, content: edit.content, group: this.#group };
    const [failure, written] = await saveContent(change, this.#parts);
    if (failure) return failed(failure);
    this.#parts.documents.adopt(address, written.snapshot);
    return unlessLost(written);
  }

  /** The service would take a relation away from another document without a word. */
  async #isFree(
    address: Address,
    content: JsonObject,
    now: JsonObject = {},
  ): Promise<Outcome<unknown>> {
    const [failure, paths] = await takenIn(this.#register.service, address, { content, now });
    if (failure) return failed(failure);
    return paths.length > 0 ? failed({ code: "taken-target", paths }) : done(null);
  }

  #addressOf({ locale }: Listed, id: string): Address {
    return addressOf(this.#register.target, { id, locale });
  }
}

/** A change of a draft that was just read. */
interface Found {
  readonly address: Address;
  readonly now: Snapshot;
  readonly edit: Edit;
}
