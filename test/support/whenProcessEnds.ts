const duties = new Set<() => void>();
let listening = false;

/**
 * Calls back synchronously when this process ends by itself, by an uncaught error, by Ctrl+C or by another signal that
 * it can handle. Callbacks run in reverse order. Returns a function that removes the callback.
 */
export function whenProcessEnds(duty: () => void): () => void {
  listen();
  duties.add(duty);
  return () => duties.delete(duty);
}

function listen(): void {
  if (listening) return;
  listening = true;
  process.on("exit", fulfil);
  const signals = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };
  for (const [signal, code] of Object.entries(signals)) {
    process.on(signal, () => process.exit(code));
  }
}

function fulfil(): void {
  for (const duty of [...duties].reverse()) {
    try {
      duty();
    } catch (error) {
      console.error(error);
    }
  }
  duties.clear();
}
