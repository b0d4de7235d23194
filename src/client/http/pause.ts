/** The longest delay of a timer, in milliseconds. A longer delay fires immediately. */
export const longestTimer = 2 ** 31 - 1;

/** Resolves to true after this many milliseconds, or to false as soon as the signal fires. */
export const pause = (ms: number, signal: AbortSignal): Promise<boolean> =>
  new Promise((resolve) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = (isOver: boolean): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", cancel);
      resolve(isOver);
    };
    const cancel = (): void => end(false);
    const wait = (remainingMs: number): void => {
      if (remainingMs <= 0) end(true);
      else
        timer = setTimeout(wait, Math.min(remainingMs, longestTimer), remainingMs - longestTimer);
    };
    signal.addEventListener("abort", cancel);
    if (signal.aborted) cancel();
    else wait(ms);
  });
