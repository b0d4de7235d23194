/** Counts how often each event occurred. Sequences without events prove nothing. */
class EventCounts {
  readonly #counts = new Map<string, number>();

  count(what: string): void {
    this.#counts.set(what, this.of(what) + 1);
  }

  of(what: string): number {
    return this.#counts.get(what) ?? 0;
  }

  /** All counts, the highest first. */
  toString(): string {
    return [...this.#counts]
      .sort(([, a], [, b]) => b - a)
      .map(([what, count]) => `${what} ${count}`)
      .join(", ");
  }
}

export const counts = new EventCounts();
