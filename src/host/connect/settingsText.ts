import { findNodeAtLocation, parseTree, type Node } from "jsonc-parser";
import { settingKey } from "../../model/connect/connectionSettings.ts";

/** The value of the setting in a settings file or a workspace file. */
export function settingNodeIn(text: string): Node | undefined {
  const root = parseTree(text);
  return (
    root &&
    (findNodeAtLocation(root, [settingKey]) ?? findNodeAtLocation(root, ["settings", settingKey]))
  );
}
