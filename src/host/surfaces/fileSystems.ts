import * as vscode from "vscode";
import { withPlainErrors } from "./plainErrors.ts";

/** Registers a file system. VS Code shows the messages of its errors, with links. */
export const registerFileSystem = (
  scheme: string,
  provider: vscode.FileSystemProvider,
  options: Parameters<typeof vscode.workspace.registerFileSystemProvider>[2],
): vscode.Disposable =>
  vscode.workspace.registerFileSystemProvider(scheme, withPlainErrors(provider), options);

export const registerTexts = (
  scheme: string,
  provider: vscode.TextDocumentContentProvider,
): vscode.Disposable =>
  vscode.workspace.registerTextDocumentContentProvider(scheme, withPlainErrors(provider));
