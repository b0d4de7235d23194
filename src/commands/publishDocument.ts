import * as vscode from "vscode";
import { openDocuments } from "../files/openDocuments.ts";
import { must } from "../host/failed.ts";
import { tell, tellDone } from "../host/notices.ts";
import { withProgress } from "../host/progress.ts";
import { unlocked } from "../host/unlocking.ts";
import type { Address } from "../model/address.ts";
import type { TypedService } from "../model/schemas/catalogs.ts";
import { fromText, toText } from "../model/documents/documentText.ts";
import type { JsonObject } from "../model/json.ts";
import { merge } from "../model/saving/merge.ts";
import { differing } from "../model/lifecycle/versionDifferences.ts";
import type { Publishing } from "../model/lifecycle/publishing.ts";
import { look, seenBy } from "./looked.ts";
import type { Argument, Looked, Seen, Showing } from "./looked.ts";
import { askWithNews, newsOf } from "./news.ts";
import { publishable, showRefusal } from "./publishing.ts";
import { whatGoesLive, whatStays, whyNotPublished } from "./publishWords.ts";

/** A publish that can be asked about. */
interface Wanted {
  readonly looked: Looked;
  /** What the draft holds once unsaved changes are saved. */
  readonly content: JsonObject;
  readonly unsaved: vscode.TextDocument | undefined;
  readonly publishing: Publishing;
}

/** Publishes after one question; unsaved changes are saved first. */
export async function publishDocument(
  showing: Showing,
  address: Address,
  on?: Argument,
): Promise<void> {
  const service = await publishable(showing, address);
  if (!service) return;
  await unlocked(showing.locks, address.connection);
  await showing.texts.takeOver(address);
  let seen = seenBy(showing, address, on);
  // What changes while a question stands open is asked about again.
  for (;;) {
    const wanted = await prepare(showing, address, service);
    if (!wanted) return;
    await ask(showing, wanted, { seen, service });
    if (await carryOut(showing, wanted, service)) return;
    const { looked, content } = wanted;
    seen = { ...looked.snapshot, content, text: toText(content) };
  }
}

/** Undefined where there is nothing to publish, and the person was told. */
async function prepare(
  showing: Showing,
  address: Address,
  service: TypedService,
): Promise<Wanted | undefined> {
  const looked = await look(showing, address);
  const { snapshot, name } = looked;
  const unsaved = openDocuments(address).find(({ isDirty }) => isDirty);
  if (snapshot.state === "published" && !unsaved) {
    tell(vscode.l10n.t("{0} is published, and nothing has changed since.", name));
    return undefined;
  }
  const content = unsaved ? withUnsaved(showing, looked, unsaved, service) : snapshot.content;
  const reading = vscode.l10n.t("Looking at what goes live");
  const publishing = must(
    await withProgress(reading, (signal) =>
      showing.lifecycle.publishing(address, { ...snapshot, content }, signal),
    ),
  );
  return { looked, content, unsaved, publishing };
}

/** What a save makes of the draft. */
function withUnsaved(
  { documents }: Showing,
  { address, snapshot, name }: Looked,
  unsaved: vscode.TextDocument,
  service: TypedService,
): JsonObject {
  const mine = must(fromText(unsaved.getText()), vscode.l10n.t("{0} was not published.", name));
  const base = fromText(documents.baseText(address) ?? "")[1] ?? snapshot.content;
  return merge({ base, mine, theirs: snapshot.content }, service).merged;
}

async function ask(
  showing: Showing,
  { looked, unsaved, publishing }: Wanted,
  { seen, service }: { readonly seen: Seen | undefined; readonly service: TypedService },
): Promise<void> {
  const news = newsOf(looked, seen, service);
  const detail = [
    ...(unsaved ? [vscode.l10n.t("Your changes are saved first.")] : []),
    ...(news ? [news.words] : []),
    whatGoesLive(publishing),
    ...whatStays(publishing),
  ];
  const question = vscode.l10n.t("Publish {0} on {1}?", looked.name, looked.connection);
  const action = unsaved ? vscode.l10n.t("Save and Publish") : vscode.l10n.t("Publish");
  await askWithNews(showing, { question, detail, action }, news ? [news] : []);
}

/** False where it is to be asked again: something else would go live than the person was told. */
async function carryOut(
  showing: Showing,
  { looked, content, unsaved, publishing }: Wanted,
  service: TypedService,
): Promise<boolean> {
  const { address, name, connection } = looked;
  // VS Code says itself why a save was refused.
  if (unsaved && !(await unsaved.save())) return true;
  const { snapshot } = unsaved ? await look(showing, address) : looked;
  if (differing({ before: content, after: snapshot.content }, service).length > 0) return false;
  const title = vscode.l10n.t("Publishing {0}", name);
  const [failure] = await withProgress(title, (signal) =>
    showing.lifecycle.publish(address, { ...snapshot, publishing }, signal),
  );
  if (failure?.code === "changed-meanwhile") return false;
  if (failure) {
    await showRefusal(showing, address, failure);
    must([failure, null], whyNotPublished(failure, name));
  }
  const done = vscode.l10n.t("Published {0} on {1}", name, connection);
  tellDone(done);
  return true;
}
