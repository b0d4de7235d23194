import * as vscode from "vscode";
import { codeAction, type Plain } from "../../host/surfaces/editorTexts.ts";
import { fromUri } from "../../files/shared/documentUri.ts";
import { isMediaFile } from "../../model/foundation/address.ts";
import type { Catalogs } from "../../model/schemas/catalogs.ts";
import { isInverse, isPolymorphic, type TypeInCatalog } from "../../model/schemas/catalog.ts";
import { slugFieldsOf } from "../../model/schemas/slugs.ts";
import type { AttributeLocation } from "../../model/content/attributePositions.ts";
import { serviceFor } from "../../model/schemas/userType.ts";
import { contentOf, cursorAt } from "../shared/jsonLocations.ts";
import { attributeAtOffset } from "./relationField.ts";

export const offeredActions: vscode.CodeActionProviderMetadata = {
  providedCodeActionKinds: [vscode.CodeActionKind.RefactorRewrite],
};

const choosable =
  /^(?:relation|media|enumeration|boolean|date|time|datetime|timestamp|component|dynamiczone)$/;

/** The field at an offset whose value can be chosen from a list; undefined if there is none. */
export function choosableAt(
  text: string,
  offset: number,
  shape: TypeInCatalog,
): AttributeLocation | undefined {
  const location = attributeAtOffset(text, offset, shape);
  if (!location || !choosable.test(location.attribute.type)) return undefined;
  return isInverse(location.attribute) || isPolymorphic(location.attribute) ? undefined : location;
}

export const fieldActions = (catalogs: Catalogs) =>
  ({
    async provideCodeActions(document, { start }) {
      const address = fromUri(document.uri);
      if (!address || isMediaFile(address)) return [];
      const [unknown, service] = await serviceFor(address, contentOf(document), catalogs);
      if (unknown) return [];
      const [text, offset] = [document.getText(), document.offsetAt(start)];
      if (choosableAt(text, offset, service)) {
        const command = "cms.document.choose";
        return [action(vscode.l10n.t("Choose…"), command, [document.uri, start])];
      }
      const { path } = cursorAt(text, offset);
      const isSlug =
        path.length === 1 && slugFieldsOf(service.type).some(({ name }) => name === path[0]);
      const command = "cms.document.regenerateSlug";
      return isSlug ? [action(vscode.l10n.t("Regenerate Slug"), command, [document.uri])] : [];
    },
  }) satisfies vscode.CodeActionProvider;

function action(title: string, command: string, args: unknown[]): Plain<vscode.CodeAction> {
  const lightBulbAction = codeAction(title, vscode.CodeActionKind.RefactorRewrite);
  lightBulbAction.command = { title, command, arguments: args };
  return lightBulbAction;
}
