import * as vscode from "vscode";
import { openDocuments } from "../files/openDocuments.ts";
import { isCancelled, must } from "../host/failed.ts";
import { tell, tellDone } from "../host/notices.ts";
import { withProgress } from "../host/progress.ts";
import { confirm } from "../host/prompts.ts";
import { unlocked } from "../host/unlocking.ts";
import { plain } from "../host/words/words.ts";
import type { Address } from "../model/address.ts";
import type { TypedService } from "../model/schemas/catalogs.ts";
import type { Failure } from "../model/outcome.ts";
import type { Publishing } from "../model/lifecycle/publishing.ts";
import type { Lifecycle } from "../model/lifecycle/lifecycle.ts";
import { look, named, seenBy } from "./looked.ts";
import type { Argument, Looked, Showing } from "./looked.ts";
import { askWithNews, newsOf } from "./news.ts";
import { publishable, showRefusal } from "./publishing.ts";
import { publishDocument } from "./publishDocument.ts";
import { whatBecame, whatGoesLiveIn, whatIsLeftOut } from "./publishWords.ts";
import type { Result } from "./publishWords.ts";

/** A locale whose draft is not what is published. */
interface Localization {
  readonly looked: Looked;
  readonly publishing: Publishing;
}

/** Publishes every locale whose draft is not what is published, one by one, after a question that lists them. */
export async function publishAllLocales(
  showing: Showing,
  address: Address,
  on?: Argument,
): Promise<void> {
  const service = await publishable(showing, address);
  if (service && !service.type.localized) await publishDocument(showing, address, on);
  if (!service?.type.localized) return;
  await unlocked(showing.locks, address.connection);
  const { snapshot, title, connection } = await look(showing, address);
  const all = (snapshot.facts.locales ?? []).map((locale) => ({ ...address, locale }));
  if (!(await saveFirst(showing, all, title))) return;
  const wanted = await lookAtAll(showing, all);
  if (wanted.length === 0) {
    tell(vscode.l10n.t("{0} is published in every locale, and nothing has changed since.", title));
    return;
  }
  const question = vscode.l10n.t("Publish every locale of {0} on {1}?", title, connection);
  await ask(showing, { question, wanted, on }, service);
  await report(showing, title, await publishEach(showing.lifecycle, title, wanted));
}

/** One text at a time: a field that locales share moves the others' drafts. False where one was not saved. */
async function saveFirst(
  { texts }: Showing,
  all: readonly Address[],
  title: string,
): Promise<boolean> {
  for (const address of all) await texts.takeOver(address);
  const unsaved = () => all.flatMap(openDocuments).filter(({ isDirty }) => isDirty);
  if (unsaved().length === 0) return true;
  await confirm(
    vscode.l10n.t("Save your changes to {0} first?", title),
    vscode.l10n.t("After that you are asked what to publish."),
    vscode.l10n.t("Save"),
  );
  // VS Code says itself why a save was refused.
  for (const document of unsaved()) if (!(await document.save())) return false;
  return true;
}

async function lookAtAll(
  showing: Showing,
  all: readonly Address[],
): Promise<readonly Localization[]> {
  const { lifecycle } = showing;
  const reading = vscode.l10n.t("Looking at what goes live");
  return withProgress(reading, async (signal) => {
    const wanted: Localization[] = [];
    for (const address of all) {
      const snapshot = must(await lifecycle.look(address, signal));
      if (snapshot.state === "published") continue;
      const publishing = must(await lifecycle.publishing(address, snapshot, signal));
      wanted.push({ looked: named(showing, address, snapshot), publishing });
    }
    return wanted;
  });
}

interface Asking {
  readonly question: string;
  readonly wanted: readonly Localization[];
  readonly on: Argument | undefined;
}

async function ask(
  showing: Showing,
  { question, wanted, on }: Asking,
  service: TypedService,
): Promise<void> {
  const row = on && "address" in on ? on : undefined;
  const news = wanted.flatMap(({ looked }) => {
    // The row shows one of the locales.
    const shown = row?.address?.locale === looked.address.locale ? row : undefined;
    return newsOf(looked, seenBy(showing, looked.address, shown), service) ?? [];
  });
  const detail = [
    ...wanted.map(({ looked, publishing }) => whatGoesLiveIn(looked.address, publishing)),
    ...news.map(({ looked, words }) => `${looked.address.locale ?? ""}: ${words}`),
    ...whatIsLeftOut(wanted.flatMap(({ publishing }) => publishing.leftOut)),
  ];
  const action = vscode.l10n.t("Publish");
  await askWithNews(showing, { question, detail, action }, news);
}

async function publishEach(
  lifecycle: Lifecycle,
  title: string,
  wanted: readonly Localization[],
): Promise<readonly Result[]> {
  return withProgress(vscode.l10n.t("Publishing {0}", title), async (signal, say) => {
    const results: Result[] = [];
    for (const [index, { looked, publishing }] of wanted.entries()) {
      const { address, snapshot } = looked;
      say(`${address.locale ?? ""} (${index + 1}/${wanted.length})`);
      const [failure] = signal.aborted
        ? ([{ code: "declined" }] as const)
        : await lifecycle.publish(address, { ...snapshot, publishing }, signal);
      results.push({ address, ...outcomeOf(failure) });
    }
    return results;
  });
}

function outcomeOf(failure: Failure | null): Pick<Result, "outcome" | "failure"> {
  if (!failure) return { outcome: "published" };
  return isCancelled(failure) ? { outcome: "cancelled" } : { outcome: "failed", failure };
}

async function report(showing: Showing, title: string, results: readonly Result[]): Promise<void> {
  const words = whatBecame(title, results);
  if (results.every(({ outcome }) => outcome === "published")) {
    tellDone(words);
    return;
  }
  for (const { address, failure } of results) {
    if (failure) await showRefusal(showing, address, failure);
  }
  if (results.every(({ outcome }) => outcome !== "failed")) tell(words);
  else void vscode.window.showErrorMessage(plain(words));
}
