import { isUser } from "../../foundation/address.ts";
import { unreadIn } from "../../content/unreadAttributes.ts";
import { dataToSend } from "../writing/changes.ts";
import type { Changes } from "../writing/changes.ts";
import { fromText } from "../../content/documentText.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, failed } from "../../foundation/outcome.ts";
import type { ChangeFailure } from "../changeFailure.ts";
import type { SaveDependencies } from "./saver.ts";
import { changesOf } from "../writing/changeDocument.ts";
import { reconcile } from "./saving.ts";
import { serviceFor } from "../../schemas/userType.ts";
import type { Session } from "../sessions/session.ts";
import { toRequestData, toUserForm } from "../writing/serviceForm.ts";
import { toRequest } from "../writing/writer.ts";
import type { WireRequest } from "../writing/writer.ts";

/** A summary of unsaved changes, made without a request to the service. */
export interface PendingSave {
  readonly changes: Changes;
  /** The size of the request body. */
  readonly bytes: number;
  /** Whether a save is live at once: for users, and for types without draft & publish. */
  readonly isLive: boolean;
}

/** The expected result of a save, if no other client changes the document meanwhile. */
export interface SavePreview {
  /** Undefined if a save would send nothing. */
  readonly request: WireRequest | undefined;
  /** Paths with remote changes that the save would merge. */
  readonly taken: readonly string[];
  /** Paths with local and remote changes: the save would ask the user. */
  readonly conflicts: readonly string[];
  readonly cleared: readonly string[];
  readonly ignored: readonly string[];
}

export async function pendingChangesOf(
  { address, editBase, editorSnapshot, remoteContent }: Session,
  text: string,
  { catalogs }: Pick<SaveDependencies, "catalogs">,
): Promise<Outcome<PendingSave, ChangeFailure>> {
  const [invalid, content] = fromText(text);
  if (invalid) return failed(invalid);
  const from = editBase?.base ?? editorSnapshot?.content ?? content;
  const [unknown, service] = await serviceFor(address, from, catalogs);
  if (unknown) return failed(unknown);
  const [unsendable, changes] = changesOf(
    address,
    { base: from, now: content, lastRead: remoteContent },
    service,
  );
  if (unsendable) return failed(unsendable);
  const before = { content: remoteContent, unread: unreadIn(remoteContent, service) };
  const data = dataToSend(service, { data: changes.data, before, expected: content });
  const bytes = Buffer.byteLength(JSON.stringify({ data }));
  return done({ changes, bytes, isLive: !service.type.draftAndPublish });
}

/**
 * Returns the request that a save of a text would send now. Sends nothing, and does not ask the
 * user.
 */
export async function previewSave(
  session: Session,
  text: string,
  { catalogs, reader }: Pick<SaveDependencies, "catalogs" | "reader">,
): Promise<Outcome<SavePreview, ChangeFailure>> {
  const { address, latest } = session;
  const [invalid, content] = fromText(text);
  if (invalid) return failed(invalid);
  const [gone, now] = await reader.reread(latest, address);
  if (gone) return failed(gone);
  const [unknown, service] = await serviceFor(address, now.content, catalogs);
  if (unknown) return failed(unknown);
  const [unsendable, reconciled] = reconcile(session, { content, now }, service);
  if (unsendable) return failed(unsendable);
  const { own, data, merged, taken, conflict } = reconciled;
  const { cleared, ignored } = own;
  const isSent = Object.keys(data).length > 0;
  const [unresolved, body] = isUser(address)
    ? await toUserForm(service, data, now.content)
    : await toRequestData(service, { data, before: now, expected: merged });
  if (unresolved) return failed(unresolved);
  const request = isSent ? toRequest(service, address, { before: now, data: body }) : undefined;
  return done({ request, taken, conflicts: conflict?.both ?? [], cleared, ignored });
}
