import type { Sides } from "../batch/deed.ts";
import { comparableText } from "../../changes/lifecycle/comparing.ts";
import type { JsonObject } from "../../foundation/json.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, failed } from "../../foundation/outcome.ts";
import type { Draft, Reader } from "../../documents/snapshot/reader.ts";
import { RecordCursor } from "./cursor.ts";
import {
  recordAddress,
  newDocumentContent,
  editOf,
  newLocalizationContent,
  applicable,
} from "./deciding.ts";
import type { ImportPlan } from "./plan.ts";
import type { ResolvedRecord } from "./resolving.ts";
import type { RecordSource } from "./record.ts";
import type { RecordEntry } from "./listed.ts";

/** Where a record is looked at: in its file, and on the service. */
interface SidesContext {
  readonly source: RecordSource;
  readonly plan: ImportPlan;
  readonly reader: Reader;
}

/** Both sides of one planned record, as they are now. */
export async function recordSides(line: number, context: SidesContext): Promise<Outcome<Sides>> {
  const { index } = context.plan;
  const entry = index.at(line);
  if (!entry) return failed({ code: "gone" });
  const { service } = index;
  const [unknown, resolved] = await resolvedRecordOf(entry, context);
  if (unknown) return failed(unknown);
  const [unread, now] = await readCurrentDraft(entry, context);
  if (unread) return failed(unread);
  const isNew = entry.group.documentId === undefined;
  const { content } = isNew ? resolved : applicable(resolved, entry, { service, adds: !now });
  const [flaw, after] = now
    ? await editOf(now, content, service)
    : wrapContent(await (isNew ? newDocumentContent : newLocalizationContent)(content, service));
  if (flaw) return failed(flaw);
  const text = (content: JsonObject) => comparableText(content, service);
  return done({ before: textOrEmpty(now, text), after: text(after.content) });
}

const textOrEmpty = (now: Draft | undefined, text: (content: JsonObject) => string): string =>
  now ? text(now.content) : "";

const wrapContent = ([failure, content]: Outcome<JsonObject>): Outcome<{ content: JsonObject }> =>
  failure ? failed(failure) : done({ content });

async function resolvedRecordOf(
  entry: RecordEntry,
  { source, plan: { index, resolver } }: SidesContext,
): Promise<Outcome<ResolvedRecord>> {
  const cursor = new RecordCursor(source, index);
  const record = await cursor.at(entry);
  await cursor.close();
  if (!record) return failed({ code: "changed-meanwhile" });
  const [unseen] = await resolver.learn([{ entry, record }]);
  if (unseen) return failed(unseen);
  return resolver.resolve({ entry, record });
}

/** Undefined where it is still to be made. */
async function readCurrentDraft(
  { group: { documentId }, locale }: RecordEntry,
  { plan: { target }, reader }: SidesContext,
): Promise<Outcome<Draft | undefined>> {
  if (documentId === undefined) return done(undefined);
  const [failure, now] = await reader.read(recordAddress(target, { id: documentId, locale }));
  if (failure?.code === "gone") return done(undefined);
  return failure ? failed(failure) : done(now);
}
