/** A step that is taken once: whoever asks for it meanwhile waits for the one under way. */
export class SingleFlight {
  #underWay: Promise<void> | undefined;

  async run(step: () => Promise<void>): Promise<void> {
    if (!this.#underWay) {
      const underWay = step().finally(() => {
        if (this.#underWay === underWay) this.#underWay = undefined;
      });
      this.#underWay = underWay;
    }
    await this.#underWay;
  }

  /** Lets go of what is under way: who asks next begins anew. */
  abandon(): void {
    this.#underWay = undefined;
  }
}
