import * as vscode from "vscode";
import type { CommandTable } from "../../host/failures/commandRegistry.ts";
import type { ResultNode, ResultsTree } from "../../tree/resultsTree.ts";

export function resultCommands(results: ResultsTree): CommandTable {
  let last: { readonly id: string; readonly tab: vscode.Tab | undefined } | undefined;
  return {
    "cms.results.openItem": async ({ id, open }: ResultNode) => {
      await open?.();
      const { activeTab: tab } = vscode.window.tabGroups.activeTabGroup;
      // A double-click opens a row twice. It keeps the tab, as in the content tree.
      if (tab?.isPreview && last?.id === id && last.tab === tab)
        await vscode.commands.executeCommand("workbench.action.keepEditor");
      last = { id, tab };
    },
    "cms.results.refresh": (node: ResultNode) => results.refresh(node),
    "cms.results.close": (node: ResultNode) => results.close(node),
    "cms.results.closeAll": () => results.close(),
  };
}
