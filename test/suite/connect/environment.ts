/**
 * Unsets these environment variables of the extension host for the tests of a describe(). Restores them after each
 * test.
 */
export function useEnvironment(...names: readonly string[]): (name: string, value: string) => void {
  let before: readonly (readonly [string, string | undefined])[] = [];
  beforeEach(() => {
    before = names.map((name) => [name, process.env[name]]);
    for (const name of names) Reflect.deleteProperty(process.env, name);
  });
  afterEach(() => {
    for (const [name, value] of before) {
      if (value === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = value;
    }
  });
  return (name, value) => {
    process.env[name] = value;
  };
}
