const events = ["uncaughtException", "unhandledRejection"] as const;

/** Collects errors that no code handles. */
export interface Strays {
  /** The errors since the last call. */
  take(): unknown[];
  /** Restores the previous listeners. */
  stop(): void;
}

/**
 * Watches for uncaught errors instead of mocha, which would end the test without naming the case that caused them.
 * Warnings about too many listeners or timers that overflow also count as errors.
 */
export function watchStrays(): Strays {
  let strays: unknown[] = [];
  const note = (error: unknown): void => {
    strays.push(error);
  };
  const noteWarning = (warning: Error): void => {
    if (/^(MaxListeners|Timeout)/.test(warning.name)) note(warning);
  };
  const listeners = events.map((event) => [event, process.rawListeners(event)] as const);
  for (const event of events) {
    process.removeAllListeners(event);
    process.on(event, note);
  }
  process.on("warning", noteWarning);

  return {
    take: () => {
      const previousStrays = strays;
      strays = [];
      return previousStrays;
    },
    stop: () => {
      process.off("warning", noteWarning);
      for (const [event, before] of listeners) {
        process.off(event, note);
        for (const listener of before) process.on(event, listener as () => void);
      }
    },
  };
}
