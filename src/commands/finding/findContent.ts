import * as vscode from "vscode";
import { createQuickPick } from "../../host/surfaces/inputs.ts";
import type { CommandTable } from "../../host/commands.ts";
import { reached } from "../../host/contextKeys.ts";
import { tellCopied } from "../../host/surfaces/messages.ts";
import { searchWhileTyping } from "../../host/prompts.ts";
import type { TypingSearch } from "../../host/prompts.ts";
import { toggleButton } from "../../host/toggleInput.ts";
import type { Connection } from "../../model/connections/connection.ts";
import { findContent } from "../../model/query/finding/findContent.ts";
import type { SearchHit } from "../../model/query/finding/hits.ts";
import type { SearchResults, TypeResults } from "../../model/query/finding/typeSearch.ts";
import type { DocumentActions } from "../previewedDocument.ts";
import type { Argument, CommandRow, Targets } from "../targets.ts";
import { failureItem, hitButtons, hitItems, progressItems, remarks } from "./foundItems.ts";
import type { HitItem } from "./foundItems.ts";
import { openBeside, openDocument } from "./openDocument.ts";
import { linkTo } from "./openLink.ts";
import { revealDocument } from "./revealDocument.ts";
import type { CommandDependencies } from "../dependencies.ts";

/**
 * Whether Find Content also searches in dynamic zones: off at first, and remembered while the
 * window is open.
 */
interface ZonesToggle {
  isOn: boolean;
}

/**
 * Searches a whole connection while the user types, until a document is opened or the quick pick is
 * closed.
 */
async function showFindContent(
  acting: DocumentActions,
  connection: Connection,
  text: string,
  zones: ZonesToggle,
): Promise<void> {
  const pick = createQuickPick<HitItem>();
  Object.assign(pick, {
    placeholder: vscode.l10n.t("Enter text, an ID, a URL, or a user such as: user 12"),
    value: text,
    matchOnDetail: true,
    // Not in VS Code's types yet. Without it, the headings disappear as soon as the user types.
    sortByLabel: false,
  });
  showToggle(pick, connection, zones);
  let typing: TypingSearch | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      followHit(acting, pick, (step) => void step.then(resolve, reject));
      pick.onDidHide(() => {
        resolve();
      });
      pick.onDidTriggerButton(() => {
        zones.isOn = !zones.isOn;
        showToggle(pick, connection, zones);
        typing?.again();
      });
      pick.show();
      typing = searchWhileTyping(pick, searching(acting, connection, zones), reject);
    });
  } finally {
    typing?.dispose();
    pick.dispose();
  }
}

/** The title shows the state too, because the button looks the same on and off. */
function showToggle(
  pick: vscode.QuickPick<HitItem>,
  { name }: Connection,
  { isOn }: ZonesToggle,
): void {
  pick.title = isOn
    ? vscode.l10n.t("Find Content on {connection}, Including Dynamic Zones", { connection: name })
    : vscode.l10n.t("Find Content on {connection}", { connection: name });
  const label = vscode.l10n.t("Also search in dynamic zones");
  pick.buttons = [toggleButton({ icon: "layers", label }, isOn)];
}

/** Opens the chosen item and ends the search, unless its button keeps the search open. */
function followHit(
  acting: DocumentActions,
  pick: vscode.QuickPick<HitItem>,
  end: (step: Promise<void>) => void,
): void {
  pick.onDidAccept(() => {
    const [item] = pick.selectedItems;
    if (item?.hit) end(openHit(acting, item.hit));
    else if (item?.more) end(showMore(acting, item.more));
  });
  pick.onDidTriggerItemButton(({ item: { hit }, button }) => {
    if (!hit) return;
    if (button === hitButtons.beside) {
      end(openBeside(acting, hit.address, hit.title));
      return;
    }
    // The quick pick stays open when the user looks into the editor.
    pick.ignoreFocusOut = true;
    const behind = { preserveFocus: true, preview: false };
    const opening = openDocument(acting, hit.address, hit.title, behind);
    opening.catch(() => {
      end(opening);
    });
  });
}

async function openHit(acting: DocumentActions, { address, title }: SearchHit): Promise<void> {
  await openDocument(acting, address, title);
  reached("found");
}

const searching =
  (
    acting: DocumentActions,
    connection: Connection,
    zones: ZonesToggle,
  ): Parameters<typeof searchWhileTyping<HitItem>>[1] =>
  async (typed, { signal, show }) => {
    const text = typed.trim();
    if (text === "") return;
    const itemsOf = (found: SearchResults) =>
      hitItems(found, searchElsewhere(acting, connection, found));
    const [failure, found] = await findContent(acting, {
      connection,
      text,
      inZones: zones.isOn,
      signal,
      show: (soFar) => {
        show([...itemsOf(soFar), ...progressItems(soFar)]);
      },
    });
    show(failure ? [failureItem(failure)] : [...itemsOf(found), ...remarks(found)]);
  };

/** The connection of a URL that the user searches for, where it is not the chosen one. */
function searchElsewhere(
  { connections }: DocumentActions,
  connection: Connection,
  { groups }: SearchResults,
): Connection | undefined {
  const at = groups[0]?.place.connection ?? connection.id;
  return at === connection.id ? undefined : connections.get(at);
}

/** Limits the collection's own list to the search. */
async function showMore({ content }: DocumentActions, { place, more }: TypeResults): Promise<void> {
  content.changeListQuery(place, {
    filter: undefined,
    state: undefined,
    search: undefined,
    ...more,
  });
  await vscode.commands.executeCommand("cms.content.focus");
}

/** Commands that find documents, on the service and in the tree. */
export function findingCommands(acting: CommandDependencies, targets: Targets): CommandTable {
  const zones: ZonesToggle = { isOn: false };
  return {
    // A key binding or another extension may pass the text.
    "cms.content.find": async (on?: CommandRow & { readonly text?: string }) => {
      await showFindContent(acting, await targets.connection(on), on?.text ?? "", zones);
    },

    "cms.document.copyLink": async (on?: Argument) => {
      const title = vscode.l10n.t("Copy a Link to a Document");
      const address = await targets.document(on, title);
      await vscode.env.clipboard.writeText(linkTo(acting, address, acting.extension));
      tellCopied(vscode.l10n.t("Copied the link"));
    },

    "cms.document.reveal": async (on?: Argument) => {
      await revealDocument(acting, await targets.document(on, vscode.l10n.t("Reveal in Tree")));
    },
  };
}
