import type { Catalogs } from "../../schemas/catalogs.ts";
import type { Connection } from "../../connections/connection.ts";
import type { Connections } from "../../connections/connections.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import type { ReadFailure } from "../../reading/readFailure.ts";
import type { SearchResults } from "./typeSearch.ts";
import { findReferenced, findReferencedUser } from "./findReferenced.ts";
import { parseReference } from "./pastedReference.ts";
import { searchInner, searchOwn, searchUsers } from "./search.ts";
import { searchZones } from "./zones.ts";
import { TypeSearch } from "./typeSearch.ts";

interface FindOptions {
  /** The connection to search. A pasted reference is resolved on this connection first. */
  readonly connection: Connection;
  readonly text: string;
  /** Whether to read dynamic zones page by page, because the service can't search them. */
  readonly inZones: boolean;
  readonly signal: AbortSignal;
  /** Called whenever there are more results, and never after the signal is aborted. */
  readonly show: (found: SearchResults) => void;
}

/**
 * Finds the document that a text identifies: by documentId, user number, or a URL of a service, its
 * admin panel or its website. If there is none, searches for the text. Resolves after the last
 * request.
 */
export async function findContent(
  { catalogs, connections }: { readonly catalogs: Catalogs; readonly connections: Connections },
  { connection, text, inZones, signal, show }: FindOptions,
): Promise<Outcome<SearchResults, ReadFailure>> {
  const others = connections.all.filter(({ id }) => id !== connection.id);
  const pasted = parseReference(text, [connection, ...others]);
  const options = { signal };
  if (pasted) {
    const at = "connection" in pasted ? pasted.connection : connection.id;
    const naming = { connection: at, pasted, options };
    const outcome = await new TypeSearch(catalogs, at, { signal, show }).run({
      types: [(typed) => findReferenced(typed, naming)],
      users: (service) => findReferencedUser(service, naming),
      slow: [],
    });
    const [failure, found] = outcome;
    if (failure || found.groups.length > 0 || signal.aborted) return outcome;
  }
  const asked = { connection: connection.id, text, inZones, options };
  return new TypeSearch(catalogs, connection.id, { signal, show }).run({
    types: [(typed) => searchOwn(typed, asked), (typed) => searchInner(typed, asked)],
    users: (service) => searchUsers(service, asked),
    slow: inZones ? [(typed, tell) => searchZones(typed, asked, tell)] : [],
  });
}
