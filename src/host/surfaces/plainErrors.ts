import * as vscode from "vscode";
import { plainText } from "./plainText.ts";

export type ErrorLink = Pick<vscode.Command, "title" | "command">;

/** An error that VS Code shows, such as that of a save. Its message may end with a link. */
export class LinkedError extends Error {
  /** VS Code prefixes a message with the name of the error, and its own names contain a code. */
  override readonly name = "";
  readonly link: ErrorLink | undefined;

  constructor(message: string, link: ErrorLink | undefined) {
    super(message);
    this.link = link;
  }
}

/** A provider with plain messages in the errors of its methods, which VS Code shows with links. */
export const withPlainErrors = <Provider extends object>(provider: Provider): Provider =>
  new Proxy(provider, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== "function") return member;
      return (...args: unknown[]): unknown => {
        try {
          const result: unknown = member.apply(target, args);
          return result instanceof Promise ? result.catch(throwPlain) : result;
        } catch (error) {
          return throwPlain(error);
        }
      };
    },
  });

function throwPlain(error: unknown): never {
  if (!(error instanceof Error)) throw error;
  const link = error instanceof LinkedError ? error.link : undefined;
  const linkText = link ? ` [${plainText(link.title)}](command:${link.command})` : "";
  // The error itself may be thrown again.
  throw Object.create(error, { message: { value: plainText(error.message) + linkText } });
}

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
