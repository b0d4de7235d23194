import * as vscode from "vscode";
import type { Plain } from "./editorTexts.ts";

// VS Code accepts any object with the right properties. These functions accept only results that
// editorTexts.ts has created.

/** A provider whose method returns plain objects. */
type PlainProvider<Provider, Method extends keyof Provider, Result> = Omit<Provider, Method> &
  Record<
    Method,
    Provider[Method] extends (...args: infer Args) => unknown
      ? (...args: Args) => vscode.ProviderResult<Result>
      : never
  >;

/** A function of VS Code that registers a provider, for plain objects only. */
type Register<Provider, Method extends keyof Provider, Result, Metadata extends unknown[] = []> = (
  selector: vscode.DocumentSelector,
  provider: PlainProvider<Provider, Method, Result>,
  ...metadata: Metadata
) => vscode.Disposable;

const { languages } = vscode;

export const registerHovers: Register<
  vscode.HoverProvider,
  "provideHover",
  Plain<vscode.Hover>
> = languages.registerHoverProvider;

export const registerCodeLenses: Register<
  vscode.CodeLensProvider,
  "provideCodeLenses",
  Plain<vscode.CodeLens>[]
> = languages.registerCodeLensProvider;

export const registerDocumentLinks: Register<
  vscode.DocumentLinkProvider,
  "provideDocumentLinks",
  Plain<vscode.DocumentLink>[]
> = languages.registerDocumentLinkProvider;

export const registerCodeActions: Register<
  vscode.CodeActionProvider,
  "provideCodeActions",
  Plain<vscode.CodeAction>[],
  [vscode.CodeActionProviderMetadata]
> = languages.registerCodeActionsProvider;

export const registerDropEdits: Register<
  vscode.DocumentDropEditProvider,
  "provideDocumentDropEdits",
  Plain<vscode.DocumentDropEdit>,
  [vscode.DocumentDropEditProviderMetadata]
> = languages.registerDocumentDropEditProvider;

/** Suggestions for the typed text. A search that goes on while the user types has others later. */
type Suggestions = Pick<vscode.CompletionList, "isIncomplete"> & {
  readonly items: readonly Plain<vscode.CompletionItem>[];
};

export interface SuggestionProvider extends Pick<
  vscode.CompletionItemProvider,
  "resolveCompletionItem"
> {
  provideCompletionItems(
    document: vscode.TextDocument,
    position: vscode.Position,
    token: vscode.CancellationToken,
  ): Promise<Suggestions | undefined>;
}

export const registerCompletion = (
  selector: vscode.DocumentSelector,
  provider: SuggestionProvider,
  ...triggers: string[]
): vscode.Disposable =>
  languages.registerCompletionItemProvider(
    selector,
    {
      ...(provider.resolveCompletionItem && {
        resolveCompletionItem: provider.resolveCompletionItem.bind(provider),
      }),
      provideCompletionItems: async (document, position, token) => {
        const suggestions = await provider.provideCompletionItems(document, position, token);
        if (!suggestions) return undefined;
        return new vscode.CompletionList([...suggestions.items], suggestions.isIncomplete);
      },
    },
    ...triggers,
  );

export const registerFileMarks = (
  provider: PlainProvider<
    vscode.FileDecorationProvider,
    "provideFileDecoration",
    Plain<vscode.FileDecoration>
  >,
): vscode.Disposable => vscode.window.registerFileDecorationProvider(provider);

type Problems = readonly Plain<vscode.Diagnostic>[];

export const createDiagnostics = (
  name: string,
): Pick<vscode.DiagnosticCollection, "delete" | "clear" | "dispose" | "forEach"> & {
  set(uri: vscode.Uri, problems: Problems | undefined): void;
  set(entries: readonly [vscode.Uri, Problems][]): void;
} => languages.createDiagnosticCollection(name);

/** A source control without files, for marks beside the lines of a text. */
export function createQuickDiff(id: string, provider: vscode.QuickDiffProvider): vscode.Disposable {
  const control = vscode.scm.createSourceControl(id, "CMS");
  control.inputBox.visible = false;
  control.quickDiffProvider = provider;
  return control;
}
