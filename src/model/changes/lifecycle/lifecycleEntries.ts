import type { Address } from "../../foundation/address.ts";
import type { TypedService } from "../../schemas/catalogs.ts";
import type { Inbound } from "../../query/finding/inbound.ts";
import type { Contents, NewEntry } from "../journal/journal.ts";
import { groupOf, noLocale } from "../journal/journalEntry.ts";
import type { Grouped, Withdrawal } from "../journal/journalEntry.ts";
import type { JsonObject } from "../../foundation/json.ts";
import { differing } from "./versionDifferences.ts";
import type { Publishing } from "./publishing.ts";
import type { LookedAt } from "../../documents/snapshot/reader.ts";
import { contentsOf } from "./wholeDocument.ts";
import type { WholeDocument } from "./wholeDocument.ts";

/** What a person had before their eyes when they decided, with what they were told would go live. */
export type Agreed = LookedAt & Grouped & { readonly publishing?: Publishing };

/** The same of a delete, with what they were told points to the document. */
export type LookedAtWhole = LookedAt & Grouped & { readonly inbound?: Inbound };

/** What the journal has of a publish. */
export function publishEntry(
  address: Address,
  now: LookedAt,
  { publishing: { published, live }, ...looked }: Agreed & { readonly publishing: Publishing },
): NewEntry {
  const { locale = noLocale } = address;
  const before: Contents = published ? { [locale]: published } : {};
  const after = { [locale]: now.content };
  const facts = { action: "publish", address, title: now.title } as const;
  return { ...facts, paths: live, before, after, ...groupOf(looked) };
}

/** What the journal has of it: nothing that was there is lost. */
export function withdrawalEntry(
  action: Withdrawal,
  address: Address,
  { now, live, ...looked }: Grouped & { readonly now: LookedAt; readonly live: JsonObject },
  service: TypedService,
): NewEntry {
  const about = { action, address, title: now.title, ...groupOf(looked) } as const;
  if (action === "unpublish") {
    return { ...about, paths: [], before: contentIn(address, live), after: {} };
  }
  const paths = differing({ before: now.content, after: live }, service);
  const before = contentIn(address, now.content);
  return { ...about, paths, before, after: contentIn(address, live) };
}

export const contentIn = ({ locale = noLocale }: Address, content: JsonObject): Contents => ({
  [locale]: content,
});

/** What the journal has of a delete. Without a locale: it is about all of them. */
export function deleteEntry(
  { connection, type, id }: Address,
  { now, drafts, published }: WholeDocument,
  { inbound, ...looked }: LookedAtWhole,
): NewEntry {
  return {
    action: "delete",
    address: { connection, type, id },
    title: now.title,
    paths: [],
    before: contentsOf(drafts),
    after: {},
    ...groupOf(looked),
    live: liveIn(looked),
    ...(published.length > 0 && { published: contentsOf(published) }),
    ...(inbound && { inbound: inbound.pointers }),
  };
}

/** The locales of which a version is published. */
const liveIn = ({ states, publishedAt }: LookedAt): string[] =>
  states
    ? Object.keys(states).filter((locale) => states[locale] !== "draft")
    : publishedAt === null
      ? []
      : [noLocale];
