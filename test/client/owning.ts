interface Closable {
  close?(): Promise<unknown>;
  stop?(): Promise<unknown>;
}

/** Closes what a test of this describe() opens after the test, the last one first. */
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
