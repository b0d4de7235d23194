import { singleId, usersType } from "../../model/foundation/address.ts";
import type { Address, CollectionAddress } from "../../model/foundation/address.ts";
import type { Catalog, ContentType } from "../../model/schemas/catalog.ts";
import { nameHint } from "./nameHint.ts";
import { CliError } from "./cliError.ts";
import type { CliModel } from "./cliModel.ts";

/** The content type that an argument names, or the users. */
export interface ChosenType {
  readonly collection: CollectionAddress;
  readonly catalog: Catalog;
  /** Absent for users. */
  readonly type?: ContentType;
}

/** Throws a CliError if the type is a single type. `remedy` says what to do instead. */
export function requireCollection({ type }: ChosenType, remedy: string): void {
  if (type?.kind === "single") throw new CliError(`${type.name} is a single type. ${remedy}`);
}

/**
 * The content type of a connection with the name in its URL, such as `articles`, or with a uid, such
 * as `api::article.article`. `users` are the users. Without a connection, it is the one that the command
 * acts on. Throws a CliError if the service has no such type.
 */
export async function chooseType(
  { connection, readService }: CliModel,
  name: string,
  id = connection.id,
): Promise<ChosenType> {
  const { catalog } = await readService(id);
  if (name === usersType) return { collection: { connection: id, type: usersType }, catalog };
  const { types } = catalog;
  const type = types.get(name) ?? [...types.values()].find(({ uid }) => uid === name);
  if (!type) {
    const hint = nameHint(name, [...types.keys(), usersType]);
    throw new CliError(`The service has no content type named ${name}. ${hint}`);
  }
  return { collection: { connection: id, type: type.name }, catalog, type };
}

/** The address of a document in the chosen locale. Throws a CliError without the id that it needs. */
export function chooseAddress(
  { collection, type, catalog }: ChosenType,
  id: string | undefined,
  { lists }: Pick<CliModel, "lists">,
): Address {
  const locale = type && lists.locale(collection, type, catalog.defaultLocale);
  const base = { ...collection, ...(locale && { locale }) };
  if (type?.kind === "single") {
    if (id === undefined) return { ...base, id: singleId };
    throw new CliError(`${collection.type} is a single type. Leave out ${id}.`);
  }
  if (id !== undefined) return { ...base, id };
  const idWords = collection.type === usersType ? "the numeric id of a user" : "a documentId";
  throw new CliError(`${collection.type} needs ${idWords}.`);
}
