import type { CommandTable } from "../../host/failures/commandRegistry.ts";
import type { ResultNode, ResultsTree } from "../../tree/resultsTree.ts";

export const resultCommands = (results: ResultsTree): CommandTable => ({
  "cms.results.openItem": (node: ResultNode) => node.open?.(),
  "cms.results.refresh": (node: ResultNode) => results.refresh(node),
  "cms.results.close": (node: ResultNode) => results.close(node),
  "cms.results.closeAll": () => results.close(),
});
