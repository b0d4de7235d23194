import type { CmsUser } from "../../../client/index.ts";
import type { Address } from "../../foundation/address.ts";
import type { Catalogs, TypedService } from "../../schemas/catalogs.ts";
import type { Journal } from "../journal/journal.ts";
import type { JsonObject } from "../../foundation/json.ts";
import { textIn } from "../../foundation/json.ts";
import { noLocale } from "../journal/journalEntry.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, failed, refused, withoutDetails } from "../../foundation/outcome.ts";
import type { TakingConsent } from "../elsewhere/takeovers.ts";
import type { ChangeFailure } from "../changeFailure.ts";
import type { Snapshot } from "../../documents/reader.ts";
import { writeRecorded } from "../writing/recorded.ts";
import { serviceFor } from "../../schemas/userType.ts";
import { verify } from "../writing/verification.ts";
import { changeReportOf } from "../writing/changeReport.ts";
import { userChanges } from "../writing/userChanges.ts";
import { userSnapshot } from "../../content/userSnapshot.ts";
import { mayHaveArrived } from "../writing/writer.ts";
import type { WriteResult } from "../writing/writer.ts";
import { findUsers, readUser } from "../../reading/userReader.ts";
import { toUserForm } from "../writing/serviceForm.ts";

export interface CreateDependencies {
  readonly catalogs: Catalogs;
  readonly journal: Journal;
}

export interface CreateRequest extends TakingConsent {
  readonly address: Address;
  readonly content: JsonObject;
  /** Asks for the password of a new user; undefined if the user cancels. */
  readonly askPassword?: () => Promise<string | undefined>;
  /** The id that all writes of one action share. */
  readonly group?: string | undefined;
}

export interface CreateResult extends WriteResult {
  readonly address: Address;
}

/**
 * Creates a user, who can sign in at once. Asks for the password and sends it only to the service.
 */
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
    after: { [noLocale]: content },
  } as const;
  const [failure, snapshot] = await writeRecorded(journal, entry, service, {
    send: () => sendUser(service, address.connection, { ...changes.data, password }),
    after: (made) => ({ [noLocale]: made.content }),
    at,
  });
  if (failure) return failed(withoutDetails(failure));
  const { deviations } = verify(content, snapshot.content, { ...service, isNew: true });
  const report = changeReportOf({ sent: Object.keys(changes.data), deviations });
  return done({ address: at(snapshot), snapshot, expected: content, report });
}

/**
 * Creates the user. If no answer arrives, checks for a user with this email who did not exist
 * before.
 */
async function sendUser(
  service: TypedService,
  connection: string,
  data: JsonObject,
): Promise<Outcome<Snapshot, ChangeFailure>> {
  const query = { filters: { email: { $eqi: textIn(data, "email") } }, populate: ["role"] };
  const [blind, earlier] = await findUsers(service, query);
  if (blind) return failed(blind);
  const [unsendable, inForm] = await toUserForm(service, data);
  if (unsendable) return failed(unsendable);
  const [error, user] = await service.cms.users().create({ data: inForm });
  if (!error) return readCreated(service, connection, user);
  if (!mayHaveArrived(error)) return refused(error);
  const [unseen, users] = await findUsers(service, query);
  if (unseen) return failed({ code: "service", error, arrived: "unknown" });
  const made = users.find(({ id }) => earlier.every((one) => one.id !== id));
  return made
    ? readCreated(service, connection, made)
    : failed({ code: "service", error, arrived: "no" });
}

/** The answer to a write has only the role of the parts that a user refers to. */
async function readCreated(
  service: TypedService,
  connection: string,
  made: CmsUser,
): Promise<Outcome<Snapshot, ChangeFailure>> {
  const [, user] = await readUser(service, { id: String(made.id) });
  return done(userSnapshot(user ?? made, connection, service.catalog));
}
