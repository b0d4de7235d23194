import * as vscode from "vscode";
import { plainText } from "./plainText.ts";

/** An error of a file system whose message ends with a link, such as the error of a save. */
export class LinkedError extends Error {
  /** VS Code prefixes a message with the name of the error. */
  override readonly name = "";
  readonly #link: Pick<vscode.Command, "title" | "command">;

  constructor(message: string, link: Pick<vscode.Command, "title" | "command">) {
    super(message);
    this.#link = link;
  }

  /** The plain message and the link, in the syntax of VS Code. */
  get linkedMessage(): string {
    const { title, command } = this.#link;
    return `${plainText(this.message)} [${plainText(title)}](command:${command})`;
  }
}

/** Registers a file system. VS Code shows the messages of its errors, with links. */
export const registerFileSystem = (
  scheme: string,
  provider: vscode.FileSystemProvider,
  options: Parameters<typeof vscode.workspace.registerFileSystemProvider>[2],
): vscode.Disposable =>
  vscode.workspace.registerFileSystemProvider(scheme, withPlainErrors(provider), options);

/** Registers texts that can't be edited. */
export const registerTexts = (
  scheme: string,
  provider: vscode.TextDocumentContentProvider,
): vscode.Disposable =>
  vscode.workspace.registerTextDocumentContentProvider(scheme, withPlainErrors(provider));

/** The provider, with plain messages in the errors of its methods. */
const withPlainErrors = <Provider extends object>(provider: Provider): Provider =>
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
  if (error instanceof Error) {
    error.message =
      error instanceof LinkedError ? error.linkedMessage : plainText(error.message);
  }
  throw error;
}
