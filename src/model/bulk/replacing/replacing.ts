import type { Address } from "../../foundation/address.ts";
import type { Change, Deed, Known, Marks } from "../batch/deed.ts";
import { saveAs, sidesOf } from "../batch/deeds.ts";
import type { Parts } from "../batch/deeds.ts";
import type { TypedService } from "../../schemas/catalogs.ts";
import type { JsonObject } from "../../foundation/json.ts";
import type { Failure, Outcome } from "../../foundation/outcome.ts";
import { done, failed } from "../../foundation/outcome.ts";
import { changesOf } from "../../changes/saving/saving.ts";
import { serviceFor } from "../../schemas/userType.ts";
import { isShared } from "../../schemas/shared.ts";
import { validate } from "../../changes/validation/validate.ts";
import { attributesIn, editsIn, marksOf, mostPlaces, withEdits } from "./edits.ts";
import type { Edit, Replacing } from "./edits.ts";

/**
 * Replaces a text in chosen fields. Where the service copies a field to the other locales of a document, it
 * is replaced in one of them. Nothing is replaced in what it has been replaced in, however often it is tried.
 */
export const replacing = (parts: Parts, wanted: Replacing): Deed => ({
  looksAt: attributesIn(wanted),
  isWhole: false,
  // A save of one locale gives the others a new version, though nothing of theirs has changed.
  comparesItself: true,
  plan: async (address, { content, isReadonly }, service, known) => {
    if (isReadonly) return failed({ code: "read-only" });
    const [failure, edits] = await editsIn(content, wanted, service);
    if (failure) return failed(failure);
    const [moved, left] = leftOf(edits, known, service);
    if (moved) return failed(moved);
    const flaw = await flawIn(
      address,
      { before: content, after: withEdits(content, left) },
      service,
    );
    return flaw ? failed(flaw) : done(changeOf(left));
  },
  sides: async (_, { content }, service, change) => {
    const [failure, edits] = await editsIn(content, wanted, service);
    if (failure) return failed(failure);
    const shown = edits.filter(({ name }) => !change || textsIn(change).has(name));
    return done(sidesOf(content, withEdits(content, shown), service));
  },
  carryOut: async (address, now, { group }, change) => {
    const [unknown, service] = await serviceFor(address, now.content, parts.catalogs);
    if (unknown) return failed(unknown);
    const [failure, edits] = await editsIn(now.content, wanted, service);
    if (failure) return failed(failure);
    const [moved, left] = asLookedAt(edits, textsIn(change));
    if (moved) return failed(moved);
    return saveAs(parts, { address, now, content: withEdits(now.content, left), group });
  },
});

const textsIn = (change: Change): ReadonlyMap<string, Marks> =>
  change.kind === "replaced" ? change.texts : new Map();

/** What is to be done of it: not what was done by an earlier try, or is to be done in another locale. */
function leftOf(
  edits: readonly Edit[],
  { tried, elsewhere }: Known,
  { type }: TypedService,
): Outcome<readonly Edit[]> {
  const inOthers = elsewhere.flatMap((change) => [...textsIn(change).keys()]);
  const open = edits.filter(({ name, count }) => {
    const attribute = type.attributes.get(name);
    const isDoneThere = inOthers.includes(name) && attribute && isShared(attribute, type);
    return count > 0 && !isDoneThere;
  });
  if (!tried) return open.length > 0 ? done(open) : failed({ code: "no-match" });
  const texts = textsIn(tried.change);
  const left = open.filter((edit) => texts.has(edit.name) && !isDone(edit, texts));
  if (left.length === 0) return failed({ code: "unchanged" });
  // What is in it may be what was written then, with changes of somebody else.
  const isDoubtful = tried.isUnsure && left.some((edit) => !isAsSeen(edit, texts));
  return isDoubtful ? failed({ code: "changed-meanwhile" }) : done(left);
}

const isDone = (edit: Edit, texts: ReadonlyMap<string, Marks>): boolean =>
  texts.get(edit.name)?.after === marksOf(edit).before;

const isAsSeen = (edit: Edit, texts: ReadonlyMap<string, Marks>): boolean =>
  texts.get(edit.name)?.before === marksOf(edit).before;

/** The edits that were shown, where their texts are as they were then or as they are to be. */
function asLookedAt(
  edits: readonly Edit[],
  texts: ReadonlyMap<string, Marks>,
): Outcome<readonly Edit[]> {
  const shown = edits.filter(({ name }) => texts.has(name));
  const left = shown.filter((edit) => !isDone(edit, texts));
  const isKnown = shown.length === texts.size && left.every((edit) => isAsSeen(edit, texts));
  if (!isKnown) return failed({ code: "changed-meanwhile" });
  return left.length > 0 ? done(left) : failed({ code: "unchanged" });
}

/** Why a content can't be sent, or should not. */
async function flawIn(
  address: Address,
  { before, after }: { readonly before: JsonObject; readonly after: JsonObject },
  service: TypedService,
): Promise<Failure | undefined> {
  const over = { base: before, now: after, read: before };
  const [unsendable] = changesOf(address, over, service);
  if (unsendable) return unsendable;
  const former = await validate(before, service, before);
  const known = new Set(former.map((one) => JSON.stringify(one)));
  const all = await validate(after, service, before);
  const findings = all.filter((one) => !known.has(JSON.stringify(one)));
  return findings.length > 0 ? { code: "not-valid", findings } : undefined;
}

const changeOf = (edits: readonly Edit[]): Change => ({
  kind: "replaced",
  count: edits.reduce((sum, { count }) => sum + count, 0),
  places: edits.flatMap(({ places }) => places).slice(0, mostPlaces),
  texts: new Map(edits.map((edit) => [edit.name, marksOf(edit)])),
});
