/** Registers a resource that is disposed together with its owner. */
export type Owner = <T extends { dispose(): unknown }>(thing: T) => T;

/** Opens resources that are disposed together. If one can't be opened, all are disposed. */
export function together<T>(open: (own: Owner) => T): [T, { dispose(): void }] {
  const resources: { dispose(): unknown }[] = [];
  const end = (): void => {
    for (const thing of resources.splice(0)) thing.dispose();
  };
  try {
    const opened = open((thing) => {
      resources.push(thing);
      return thing;
    });
    return [opened, { dispose: end }];
  } catch (error) {
    end();
    throw error;
  }
}
