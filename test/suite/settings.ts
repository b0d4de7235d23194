import * as vscode from "vscode";

/** Lets the tests of a describe() change user settings. Each setting is restored after its test. */
export function useSettings(): (name: string, value: unknown) => Promise<void> {
  const { Global } = vscode.ConfigurationTarget;
  const before = new Map<string, unknown>();
  afterEach(async () => {
    for (const [name, value] of before) {
      await vscode.workspace.getConfiguration().update(name, value, Global);
    }
    before.clear();
  });
  return async (name, value) => {
    const configuration = vscode.workspace.getConfiguration();
    if (!before.has(name)) before.set(name, configuration.inspect(name)?.globalValue);
    await configuration.update(name, value, Global);
  };
}
