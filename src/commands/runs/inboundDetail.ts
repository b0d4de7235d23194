import * as vscode from "vscode";
import { must } from "../../host/shared/commandFailure.ts";
import { withProgress } from "../../host/shared/progressNotification.ts";
import { inboundRelationsWords } from "../../texts/find/inboundRelationWords.ts";
import type { TitledAddress } from "../../model/batch/batches.ts";
import { joinInboundRelations } from "../../model/find/inboundRelations.ts";
import type { ChangeContext } from "../shared/commandContexts.ts";

/** Looking up more documents takes longer than a question may. */
const maxLookups = 5;

/** For the question before a delete of several documents or users: what refers to them. */
export async function inboundDetail(
  { catalogs, publication }: ChangeContext,
  items: readonly TitledAddress[],
): Promise<readonly string[]> {
  const addresses = items.map(({ address }) => address);
  const [first] = addresses;
  if (!first) return [];
  if (addresses.length > maxLookups)
    return [vscode.l10n.t("Relations from other documents to them are also removed.")];
  const title = vscode.l10n.t("Looking up documents that reference them");
  const outcomes = await withProgress(title, (signal) =>
    Promise.all(addresses.map((address) => publication.inbound(address, { signal }))),
  );
  const inbound = joinInboundRelations(
    outcomes.map((outcome) => must(outcome)),
    addresses,
  );
  return inboundRelationsWords(inbound, must(await catalogs.service(first.connection)));
}
