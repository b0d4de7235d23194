import { keyOf } from "../../foundation/address.ts";
import type { Address } from "../../foundation/address.ts";
import { groupedBy } from "../../foundation/chunks.ts";
import type { Json } from "../../foundation/json.ts";
import { isArray, isObject, textIn } from "../../foundation/json.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, failed } from "../../foundation/outcome.ts";
import { isList } from "../../schemas/catalog.ts";
import { serviceFor } from "../../schemas/userType.ts";
import type { ChangeDependencies } from "../changeDependencies.ts";
import type { ChangeFailure } from "../changeFailure.ts";
import { otherAddressOf, reversed } from "../elsewhere/otherChange.ts";
import type { OtherChange } from "../elsewhere/otherChange.ts";
import type { JournalEntry } from "../journal/journal.ts";
import { changeDocument, decideChange } from "../writing/changeDocument.ts";
import { changeReportOf } from "../writing/changeReport.ts";
import type { ChangeReport } from "../writing/changeReport.ts";
import { lostIn } from "../writing/verification.ts";

/**
 * Gives other documents the relations again that a write changed. A relation that changed again
 * since stays as it is, and so does a published version of a type with drafts: it can only be
 * published.
 */
export async function restoreOthers(
  { id, address, group, elsewhere = [] }: JournalEntry,
  dependencies: ChangeDependencies,
): Promise<ChangeReport> {
  const restored: OtherChange[] = [];
  const byDocument = groupedBy(elsewhere, (change) => keyOf(otherAddressOf(change, address)));
  for (const changes of byDocument.values()) {
    const [first] = changes;
    if (!first) continue;
    const other = otherAddressOf(first, address);
    const [, written] = await restoreDocument(other, changes, dependencies, { group, undoes: id });
    restored.push(...(written ?? []));
  }
  return changeReportOf({
    elsewhere: restored.map(reversed),
    unrestored: elsewhere.filter((change) => !restored.includes(change)),
  });
}

/** Restores the relations of one document, and returns the changes that it reversed. */
async function restoreDocument(
  address: Address,
  changes: readonly OtherChange[],
  dependencies: ChangeDependencies,
  options: { readonly group: string | undefined; readonly undoes: string },
): Promise<Outcome<readonly OtherChange[], ChangeFailure>> {
  const { catalogs, reader, documents } = dependencies;
  const [gone, now] = await reader.read(address);
  if (gone) return failed(gone);
  const [unknown, service] = await serviceFor(address, now.content, catalogs);
  if (unknown) return failed(unknown);
  const { type } = service;
  const possible = changes.filter(
    ({ version, path, after }) =>
      (version === "draft" || !type.draftAndPublish) &&
      type.attributes.has(path) &&
      isSameSet(targetIdsOf(now.content[path]), after),
  );
  const relations = possible.map(({ path, before }): [string, Json] => {
    const targets = before.map((documentId) => ({ documentId }));
    const attribute = type.attributes.get(path);
    return [path, attribute && isList(attribute) ? targets : (targets[0] ?? null)];
  });
  const mine = { ...now.content, ...Object.fromEntries(relations) };
  const [unsendable, change] = decideChange({ address, base: now.content, mine, now }, service);
  if (unsendable) return failed(unsendable);
  const [failure, written] = await changeDocument(change, service, dependencies, options);
  if (failure) return failed(failure);
  documents.recordWrite(address, written.snapshot);
  return done(lostIn(written.report.deviations).length === 0 ? possible : []);
}

const targetIdsOf = (value: Json | undefined): readonly string[] =>
  (isArray(value) ? value : [value]).flatMap((target) =>
    isObject(target) ? textIn(target, "documentId") : [],
  );

const isSameSet = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((id) => other.includes(id));
