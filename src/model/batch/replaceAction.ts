import type {
  BatchChange,
  BatchAction,
  BatchItemContext,
  TextFingerprints,
} from "../runs/batchAction.ts";
import { comparableSides, saveAndReport } from "./documentActions.ts";
import type { TypedService } from "../schemas/catalogs.ts";
import { done, failed, type Outcome } from "../foundation/outcome.ts";
import type { BulkFailure } from "../runs/bulkFailure.ts";
import { changesOf } from "../writing/documentChange.ts";
import { serviceFor } from "../schemas/userType.ts";
import { isShared } from "../schemas/catalog.ts";
import { validate } from "../edit/validation.ts";
import {
  searchedAttributes,
  editsIn,
  fingerprintsOf,
  maxOccurrences,
  withEdits,
} from "./replacementEdits.ts";
import type { AttributeEdit, FieldReplacement } from "./replacementEdits.ts";
import type { BatchDependencies } from "../publish/publication.ts";

/**
 * Replaces a text in the chosen fields. If the service copies a field to all locales of a document,
 * it is replaced in only one of them. A retry doesn't replace the text again where an earlier
 * attempt replaced it.
 */
export const replaceAction = (
  dependencies: BatchDependencies,
  replacement: FieldReplacement,
): BatchAction => ({
  attributesToRead: searchedAttributes(replacement),
  affectsAllLocales: false,
  // Saving one locale gives the other locales a new version, although their content is unchanged.
  checksForConflicts: true,
  plan: async (address, { content, isReadonly }, service, context) => {
    if (isReadonly) return failed({ code: "read-only" });
    const [failure, edits] = await editsIn(content, replacement, service);
    if (failure) return failed(failure);
    const [moved, remaining] = remainingEdits(edits, context, service);
    if (moved) return failed(moved);
    const edited = withEdits(content, remaining);
    const versions = { base: content, now: edited, lastRead: content };
    const [unsendable] = changesOf(address, versions, service);
    if (unsendable) return failed(unsendable);
    const formerFindings = await validate(content, service, content);
    const knownKeys = new Set(formerFindings.map((finding) => JSON.stringify(finding)));
    const allFindings = await validate(edited, service, content);
    const findings = allFindings.filter((finding) => !knownKeys.has(JSON.stringify(finding)));
    if (findings.length > 0) return failed({ code: "not-valid", findings });
    return done({
      kind: "replaced",
      count: remaining.reduce((sum, { count }) => sum + count, 0),
      occurrences: remaining.flatMap(({ occurrences }) => occurrences).slice(0, maxOccurrences),
      fingerprints: new Map(remaining.map((edit) => [edit.name, fingerprintsOf(edit)])),
    });
  },
  sides: async (_, { content }, service, change) => {
    const [failure, edits] = await editsIn(content, replacement, service);
    if (failure) return failed(failure);
    const listedEdits = edits.filter(({ name }) => !change || fingerprintsIn(change).has(name));
    return done(comparableSides(content, withEdits(content, listedEdits), service));
  },
  carryOut: async (address, now, { group }, change) => {
    const [unknown, service] = await serviceFor(address, now.content, dependencies.catalogs);
    if (unknown) return failed(unknown);
    const [failure, edits] = await editsIn(now.content, replacement, service);
    if (failure) return failed(failure);
    // Each text must equal its preview, before or after the edit.
    const fingerprints = fingerprintsIn(change);
    const previewedEdits = edits.filter(({ name }) => fingerprints.has(name));
    const remaining = previewedEdits.filter((edit) => !isReplaced(edit, fingerprints));
    const isAsPreviewed =
      previewedEdits.length === fingerprints.size &&
      remaining.every((edit) => isUnchanged(edit, fingerprints));
    if (!isAsPreviewed) return failed({ code: "changed-meanwhile" });
    if (remaining.length === 0) return failed({ code: "unchanged" });
    const content = withEdits(now.content, remaining);
    return saveAndReport(dependencies, { address, now, content, group });
  },
});

const fingerprintsIn = (change: BatchChange): TextFingerprints =>
  change.kind === "replaced" ? change.fingerprints : new Map();

/** Excludes edits that an earlier attempt made, or that another locale makes. */
function remainingEdits(
  edits: readonly AttributeEdit[],
  { previousAttempt, inOtherLocales }: BatchItemContext,
  { type }: TypedService,
): Outcome<readonly AttributeEdit[], BulkFailure> {
  const inOthers = inOtherLocales.flatMap((change) => [...fingerprintsIn(change).keys()]);
  const pending = edits.filter(({ name, count }) => {
    const attribute = type.attributes.get(name);
    const isDoneThere = inOthers.includes(name) && attribute && isShared(attribute, type);
    return count > 0 && !isDoneThere;
  });
  if (!previousAttempt) return pending.length > 0 ? done(pending) : failed({ code: "no-match" });
  const fingerprints = fingerprintsIn(previousAttempt.change);
  const remaining = pending.filter(
    (edit) => fingerprints.has(edit.name) && !isReplaced(edit, fingerprints),
  );
  if (remaining.length === 0) return failed({ code: "unchanged" });
  // The text may be the result of the earlier attempt with another client's changes.
  const isDoubtful =
    previousAttempt.isUncertain && remaining.some((edit) => !isUnchanged(edit, fingerprints));
  return isDoubtful ? failed({ code: "changed-meanwhile" }) : done(remaining);
}

const isReplaced = (edit: AttributeEdit, fingerprints: TextFingerprints): boolean =>
  fingerprints.get(edit.name)?.after === fingerprintsOf(edit).before;

const isUnchanged = (edit: AttributeEdit, fingerprints: TextFingerprints): boolean =>
  fingerprints.get(edit.name)?.before === fingerprintsOf(edit).before;
