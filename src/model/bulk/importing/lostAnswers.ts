import type { JsonObject } from "../../foundation/json.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, failed } from "../../foundation/outcome.ts";
import type { Draft } from "../../documents/snapshot/reader.ts";
import { hasAll } from "./deciding.ts";
import { findAlike } from "./drafts.ts";
import type { Alike } from "./drafts.ts";
import type { Listed } from "./listed.ts";
import type { Register } from "./register.ts";

/**
 * Whether an earlier run has made a record's document, and got no answer: then one that was made since says
 * what the record says. Where it can't be told, the record is not to be made again: nor where one is alike that
 * says something else, since the service may have written it in a form of its own.
 */
export async function findMade(
  listed: Listed,
  content: JsonObject,
  { register, signal }: { readonly register: Register; readonly signal?: AbortSignal | undefined },
): Promise<Outcome<boolean>> {
  if (!isSought(listed, register)) return done(false);
  const { kin, locale = "", earlier } = listed;
  const { service, target } = register;
  const since = earlier?.since;
  const place = { locale: listed.locale, since };
  const [failure, alike] = await findAlike(content, place, { target, service, signal });
  if (failure) return failed(failure);
  const free = freeIn(alike, register);
  if (free.length === 0 && alike.isAll) return done(false);
  const isSame = (draft: Draft) => hasAll(draft, content, service);
  const made = madeIn(free, isSame, since);
  if (made === undefined) return failed({ code: "may-be-made" });
  kin.documentId = made;
  kin.made.add(locale);
  return done(true);
}

/** Those that are no other record's. */
const freeIn = ({ drafts }: Alike, { documentIds }: Register) =>
  [...drafts].filter(([id]) => !documentIds.has(id));

const madeIn = (free: ReturnType<typeof freeIn>, isSame: (draft: Draft) => boolean, since = "") =>
  free.find(([, draft]) => draft.created >= Date.parse(since) && isSame(draft))?.[0];

/** Whether nobody knows if it was made, and no key finds it. */
const isSought = (listed: Listed, register: Register): boolean =>
  listed.earlier?.isDone === false &&
  listed.kin.documentId === undefined &&
  !register.isFoundByKey(listed);
