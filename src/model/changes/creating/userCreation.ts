import type { Address } from "../../foundation/address.ts";
import type { Catalogs, TypedService } from "../../schemas/catalogs.ts";
import type { Journal } from "../journal/journal.ts";
import type { JsonObject } from "../../foundation/json.ts";
import { textIn } from "../../foundation/json.ts";
import { noLocale } from "../journal/journalEntry.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, failed, refused, withoutDetails } from "../../foundation/outcome.ts";
import type { ChangeFailure } from "../changeFailure.ts";
import type { Snapshot } from "../../documents/snapshot/reader.ts";
import { writeRecorded } from "../journal/recorded.ts";
import { serviceFor } from "../../schemas/userType.ts";
import { verify } from "../writing/verification.ts";
import type { Deviation } from "../writing/verification.ts";
import { userChanges } from "../writing/userChanges.ts";
import { userSnapshot } from "../../documents/snapshot/userSnapshot.ts";
import { mayHaveArrived } from "../writing/writer.ts";

export interface CreateDependencies {
  readonly catalogs: Catalogs;
  readonly journal: Journal;
}

/** A document that is to be made of a text. */
export interface CreateRequest {
  readonly address: Address;
  readonly content: JsonObject;
  /** Asks for what a new user signs in with; undefined where the person gives up. */
  readonly askPassword?: () => Promise<string | undefined>;
  /** What it has in common with other writes of the same action. */
  readonly group?: string;
}

/** A document that was made, and where it stands. */
export interface CreateResult {
  readonly address: Address;
  readonly snapshot: Snapshot;
  /** Where the service holds something else than it was given. */
  readonly deviations: readonly Deviation[];
}

/** Makes a user, who can sign in at once. The password is asked for, and goes to the service alone. */
export async function createUser(
  { address, content, askPassword }: CreateRequest,
  { catalogs, journal }: CreateDependencies,
): Promise<Outcome<CreateResult, ChangeFailure>> {
  const [unknown, service] = await serviceFor(address, content, catalogs);
  if (unknown) return failed(unknown);
  const [unsendable, changes] = userChanges({}, content, service);
  if (unsendable) return failed(unsendable);
  const password = await askPassword?.();
  if (password === undefined) return failed({ code: "declined" });
  const at = ({ content: { id = null } }: Snapshot) => ({ ...address, id: JSON.stringify(id) });
  const entry = {
    action: "create",
    address,
    title: textIn(content, "username"),
    paths: [],
    before: {},
    after: { [noLocale]: content },
  } as const;
  const [failure, snapshot] = await writeRecorded(journal, entry, service, {
    send: () => sendUser(service, address.connection, { ...changes.data, password }),
    after: (made) => ({ [noLocale]: made.content }),
    at,
  });
  if (failure) return failed(withoutDetails(failure));
  const { deviations } = verify(content, snapshot.content, { ...service, isNew: true });
  return done({ address: at(snapshot), snapshot, deviations });
}

/** Where no answer came, it looks whether there is such a user who was not there before. */
async function sendUser(
  { cms }: TypedService,
  connection: string,
  data: JsonObject,
): Promise<Outcome<Snapshot, ChangeFailure>> {
  const params = {
    filters: { email: { $eqi: textIn(data, "email") } },
    populate: ["role"],
  } as const;
  const [blind, earlier] = await cms.users().findMany({ params });
  if (blind) return refused(blind);
  const [error, user] = await cms.users().create({ data });
  if (!error) return done(userSnapshot(user, connection));
  if (!mayHaveArrived(error)) return refused(error);
  const [unseen, users] = await cms.users().findMany({ params });
  if (unseen) return failed({ code: "service", error, arrived: "unknown" });
  const made = users.find(({ id }) => earlier.every((one) => one.id !== id));
  return made
    ? done(userSnapshot(made, connection))
    : failed({ code: "service", error, arrived: "no" });
}
