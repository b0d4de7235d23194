/** Each item after its targets, otherwise in order. A cycle is broken where it closes. */
export function sortTargetsFirst<T>(items: readonly T[], targetsOf: (item: T) => readonly T[]) {
  const ordered: T[] = [];
  const entered = new Set<T>();
  // An explicit stack, because a chain of targets may exceed the call stack.
  const stack: { readonly item: T; readonly targets: T[] }[] = [];
  const enter = (item: T): void => {
    if (entered.has(item)) return;
    entered.add(item);
    stack.push({ item, targets: [...targetsOf(item)] });
  };
  for (const start of items) {
    enter(start);
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const next = top.targets.shift();
      if (next !== undefined) {
        enter(next);
        continue;
      }
      ordered.push(top.item);
      stack.pop();
    }
  }
  return ordered;
}
