/** Gives the tests of a describe() the extension host's environment without those variables, each back as it was after its test. */
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
