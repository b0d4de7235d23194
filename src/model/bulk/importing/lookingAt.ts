import type { Sides } from "../batch/deed.ts";
import { comparableText } from "../../changes/lifecycle/comparing.ts";
import type { JsonObject } from "../../foundation/json.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, failed } from "../../foundation/outcome.ts";
import type { Draft, Reader } from "../../documents/snapshot/reader.ts";
import { Cursor } from "./cursor.ts";
import { addressOf, beginningOf, editOf, localizationOf, sayable } from "./deciding.ts";
import type { Plan } from "./plan.ts";
import type { Resolved } from "./resolving.ts";
import type { Source } from "./record.ts";
import type { Listed } from "./listed.ts";

/** Where a record is looked at: in its file, and on the service. */
interface Looking {
  readonly source: Source;
  readonly plan: Plan;
  readonly reader: Reader;
}

/** Both sides of one planned record, as they are now. */
export async function sidesOf(line: number, looking: Looking): Promise<Outcome<Sides>> {
  const { register } = looking.plan;
  const listed = register.at(line);
  if (!listed) return failed({ code: "gone" });
  const { service } = register;
  const [unknown, said] = await saidBy(listed, looking);
  if (unknown) return failed(unknown);
  const [unread, now] = await draftOf(listed, looking);
  if (unread) return failed(unread);
  const isNew = listed.kin.documentId === undefined;
  const { content } = isNew ? said : sayable(said, listed, { service, adds: !now });
  const [flaw, after] = now
    ? await editOf(now, content, service)
    : contentOf(await (isNew ? beginningOf : localizationOf)(content, service));
  if (flaw) return failed(flaw);
  const text = (content: JsonObject) => comparableText(content, service);
  return done({ before: textOr(now, text), after: text(after.content) });
}

const textOr = (now: Draft | undefined, text: (content: JsonObject) => string): string =>
  now ? text(now.content) : "";

const contentOf = ([failure, content]: Outcome<JsonObject>): Outcome<{ content: JsonObject }> =>
  failure ? failed(failure) : done({ content });

async function saidBy(
  listed: Listed,
  { source, plan: { register, resolver } }: Looking,
): Promise<Outcome<Resolved>> {
  const cursor = new Cursor(source, register);
  const record = await cursor.at(listed);
  await cursor.close();
  if (!record) return failed({ code: "changed-meanwhile" });
  const [unseen] = await resolver.learn([{ listed, record }]);
  if (unseen) return failed(unseen);
  return resolver.resolve({ listed, record });
}

/** Undefined where it is still to be made. */
async function draftOf(
  { kin: { documentId }, locale }: Listed,
  { plan: { target }, reader }: Looking,
): Promise<Outcome<Draft | undefined>> {
  if (documentId === undefined) return done(undefined);
  const [failure, now] = await reader.read(addressOf(target, { id: documentId, locale }));
  if (failure?.code === "gone") return done(undefined);
  return failure ? failed(failure) : done(now);
}
