interface Closable {
  close?(): Promise<unknown>;
  stop?(): Promise<unknown>;
}

/** After each test of this describe(), closes what the test opened, in reverse order. */
export function owning(): <T extends Closable>(thing: T) => T {
  const owned: Closable[] = [];
  afterEach(async () => {
    for (const thing of owned.splice(0).reverse()) {
      await thing.close?.();
      await thing.stop?.();
    }
  });
  return (thing) => {
    owned.push(thing);
    return thing;
  };
}
