import assert from "node:assert/strict";
import * as vscode from "vscode";
import { fromUri } from "../../../src/files/shared/documentUri.ts";
import type { RuleCode } from "../../../src/model/check/checkFinding.ts";
import { keyOf } from "../../../src/model/foundation/address.ts";
import type { Address } from "../../../src/model/foundation/address.ts";

export interface ShownFinding {
  readonly address: Address;
  readonly uri: vscode.Uri;
  readonly range: vscode.Range;
  readonly rule: unknown;
}

/** The findings that the Problems panel shows. */
export const readFindings = (): ShownFinding[] =>
  vscode.languages.getDiagnostics().flatMap(([uri, all]) => {
    const address = fromUri(uri);
    return all.flatMap(({ code, range }) =>
      address && typeof code === "object" ? [{ address, uri, range, rule: code.value }] : [],
    );
  });

export const isIn = (finding: ShownFinding, address: Address, rule: RuleCode) =>
  finding.rule === rule && keyOf(finding.address) === keyOf(address);

export const plain = ({ address, rule }: ShownFinding) => `${String(rule)} in ${keyOf(address)}`;

/** The quick fixes of a finding, as the lightbulb in the Problems panel requests them. */
export async function fixesOf(finding: ShownFinding): Promise<vscode.CodeAction[]> {
  await vscode.commands.executeCommand("vscode.open", finding.uri);
  // A finding of a document that no check has read is located when the document opens.
  const now = readFindings().filter((other) => plain(other) === plain(finding));
  const isThere = now.some(({ range }) => range.isEqual(finding.range));
  const { uri, range } = isThere ? finding : (now[0] ?? finding);
  return vscode.commands.executeCommand<vscode.CodeAction[]>(
    "vscode.executeCodeActionProvider",
    uri,
    range,
    vscode.CodeActionKind.QuickFix.value,
  );
}

export async function apply(action: vscode.CodeAction | undefined): Promise<void> {
  assert.ok(action);
  if (action.edit) assert.ok(await vscode.workspace.applyEdit(action.edit));
  const given: readonly unknown[] = action.command?.arguments ?? [];
  if (action.command) await vscode.commands.executeCommand(action.command.command, ...given);
}

/** Applies the quick fix with this title in a document, and returns the titles of all for its finding. */
export async function fix(address: Address, rule: RuleCode, title: string): Promise<string[]> {
  const offered: string[] = [];
  for (const finding of readFindings().filter((candidate) => isIn(candidate, address, rule))) {
    const actions = await fixesOf(finding);
    const titles = actions.map((action) => action.title);
    const action = actions.find((candidate) => candidate.title === title);
    if (action) {
      await apply(action);
      return titles;
    }
    offered.push(...titles);
  }
  throw new Error(
    `No ${title} in ${offered.join(", ")} of ${readFindings().map(plain).join(", ")}`,
  );
}
