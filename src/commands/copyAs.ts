import * as vscode from "vscode";
import { FailureError, must } from "../host/failed.ts";
import { tellCopied } from "../host/notices.ts";
import { choose } from "../host/prompts.ts";
import { isUser } from "../model/foundation/address.ts";
import type { Address } from "../model/foundation/address.ts";
import { apiUrlOf } from "../model/connections/connection.ts";
import { callText } from "../model/schemas/types/calls.ts";
import type { CallForm } from "../model/schemas/types/calls.ts";
import type { TargetDependencies } from "./targets.ts";

/** Copies the call that reads a document or a user; asks for its form unless one is given. */
export async function copyAs(
  { connections, catalogs }: TargetDependencies,
  address: Address,
  given: CallForm | undefined,
): Promise<void> {
  const { connection, type: name } = address;
  const known = connections.get(connection);
  if (!known) throw new FailureError({ code: "no-connection" });
  const type = isUser(address) ? undefined : must(await catalogs.type(connection, name)).type;
  const form = given ?? (await askForm());
  const text = callText(form, { address, apiUrl: apiUrlOf(known), ...(type && { type }) });
  await vscode.env.clipboard.writeText(text);
  tellCopied(vscode.l10n.t("Copied"));
}

const askForm = (): Promise<CallForm> =>
  choose<CallForm>(
    [
      { label: "TypeScript", description: vscode.l10n.t("A call of the client"), value: "client" },
      { label: "curl", description: "$CMS_TOKEN", value: "curl" },
      { label: "curl (cmd.exe)", description: "%CMS_TOKEN%", value: "curl-cmd" },
      { label: "fetch", description: "process.env.CMS_TOKEN", value: "fetch" },
    ],
    { title: vscode.l10n.t("Copy As") },
  );
