/** Each item after its targets, otherwise in order. A cycle is broken where it closes. */
export function sortTargetsFirst<T>(
  items: readonly T[],
  targetsOf: (item: T) => readonly T[],
): T[] {
  const ordered: T[] = [];
  const entered = new Set<T>();
  for (const item of items) visit(item);
  return ordered;

  // Uses an explicit stack, because a chain may exceed the call stack.
  function visit(start: T): void {
    if (entered.has(start)) return;
    entered.add(start);
    const stack = [{ item: start, targets: [...targetsOf(start)] }];
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const next = top.targets.shift();
      if (next === undefined) {
        ordered.push(top.item);
        stack.pop();
      } else if (!entered.has(next)) {
        entered.add(next);
        stack.push({ item: next, targets: [...targetsOf(next)] });
      }
    }
  }
}
