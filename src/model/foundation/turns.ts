/** Steps that run one after the other, in the order in which they were asked for. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(step: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(step);
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}
