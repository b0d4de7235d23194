import * as vscode from "vscode";
import type { CommandTable } from "../host/commands.ts";
import type { CallForm } from "../model/schemas/types/calls.ts";
import { copyAs } from "./copyAs.ts";
import { generateTypes } from "./generateTypes.ts";
import type { GenerateTypesArguments } from "./generateTypes.ts";
import type { Argument } from "./looked.ts";
import type { HasConnection, TargetDependencies, Targets } from "./targets.ts";

/** Commands that take content into code. */
export function codeCommands(models: TargetDependencies, targets: Targets): CommandTable {
  return {
    "cms.connection.generateTypes": async (
      on?: Partial<HasConnection> & GenerateTypesArguments,
    ) => {
      await generateTypes(models.catalogs, await targets.connection(on), on ?? {});
    },

    "cms.document.copyAs": async (on?: Argument & { readonly as?: CallForm }) => {
      const address = await targets.document(on, vscode.l10n.t("Copy a Document as Code"));
      await copyAs(models, address, on?.as);
    },
  };
}
