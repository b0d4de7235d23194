import type { Catalogs } from "../../schemas/catalogs.ts";
import type { Connection } from "../../connections/connection.ts";
import type { Connections } from "../../connections/connections.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import type { QueryFailure } from "../queryFailure.ts";
import type { SearchResults } from "./searchResults.ts";
import { findReferenced, findReferencedUser } from "./findReferenced.ts";
import { parseReference } from "./pastedReference.ts";
import { searchInner, searchOwn, searchUsers } from "./search.ts";
import { searchZones } from "./zones.ts";
import { TypeSearch } from "./typeSearch.ts";

interface FindOptions {
  /** Where a text is searched for, and what was pasted is looked for first. */
  readonly connection: Connection;
  readonly text: string;
  /** Whether zones are read page by page to search them, which the service can't do. */
  readonly inZones: boolean;
  readonly signal: AbortSignal;
  /** Is told whenever more was found, and never once the signal has fired. */
  readonly show: (found: SearchResults) => void;
}

/**
 * Finds what a text names: a documentId, a user's number, a URL of a service, of its admin panel or of its
 * web site. Where it names nothing that is there, what has it in its text. Resolves when all was asked.
 */
export async function findContent(
  { catalogs, connections }: { readonly catalogs: Catalogs; readonly connections: Connections },
  { connection, text, inZones, signal, show }: FindOptions,
): Promise<Outcome<SearchResults, QueryFailure>> {
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
