import * as vscode from "vscode";
import { must } from "../host/failed.ts";
import { withProgress } from "../host/progress.ts";
import { confirm } from "../host/prompts.ts";
import { numeral } from "../host/words/words.ts";
import type { Listing } from "../model/query/listing/listing.ts";
import { load as loadRows } from "../model/query/listing/loading.ts";

/** How many rows are loaded without a question. */
const many = 10_000;

/** Loads what is left of a collection, with progress. What came stays when it is cancelled. */
export async function loadAll(listing: Listing): Promise<void> {
  const reading = vscode.l10n.t("Load More");
  const { total = 0 } = await withProgress(reading, () => listing.open());
  if (total <= many) {
    await load(listing, many);
    // Where the service does not count, only now is it known that there are so many.
    const { hasMore, rows } = listing.view;
    if (!hasMore || rows.length < many) return;
  }
  await confirm(
    vscode.l10n.t("Load more than {0} rows?", numeral(many)),
    vscode.l10n.t(
      "It takes a while, and memory. A filter asks the service for the documents that you mean, without loading the others.",
    ),
    vscode.l10n.t("Load All"),
  );
  await load(listing, Infinity);
}

async function load(listing: Listing, upTo: number): Promise<void> {
  const title = vscode.l10n.t("Load All");
  const loaded = await withProgress(title, async (signal, say) => {
    const tell = (count: number, total?: number) => {
      const counted = numeral(count);
      say(total === undefined ? counted : vscode.l10n.t("{0} of {1}", counted, numeral(total)));
    };
    const outcome = await loadRows(listing, { upTo, signal, tell });
    if (signal.aborted) throw new vscode.CancellationError();
    return outcome;
  });
  must(loaded);
}
