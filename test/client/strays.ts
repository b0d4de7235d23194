const events = ["uncaughtException", "unhandledRejection"] as const;

/** What nobody caught, while it is watched. */
export interface Strays {
  /** What came since the last time it was asked. */
  take(): unknown[];
  /** Gives the errors back to whoever listened before. */
  stop(): void;
}

/**
 * Takes errors that nobody catches away from mocha, which would end the test at once and not know
 * which case it was. Warnings of listeners that pile up, and of times that no
 * timer can count, are such errors too.
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
      const taken = strays;
      strays = [];
      return taken;
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
