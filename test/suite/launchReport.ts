import { closeSync, openSync, readSync } from "node:fs";

/** How often the report is read, in milliseconds. */
const pace = 100;

/**
 * Prints the text that is added to a file while the file grows. Calls back if nothing is added for too long. end()
 * prints the rest.
 */
export function follow(file: string, silenceLimit: number, onSilence: () => void): { end(): void } {
  writeEmpty(file);
  let position = 0;
  let heardAt = Date.now();
  const look = (): void => {
    const text = readFrom(file, position);
    if (text.length > 0) {
      position += text.length;
      heardAt = Date.now();
      process.stdout.write(text);
    } else if (Date.now() - heardAt > silenceLimit) {
      onSilence();
    }
  };
  const timer = setInterval(look, pace);
  const end = (): void => {
    clearInterval(timer);
    look();
  };
  return { end };
}

function writeEmpty(file: string): void {
  closeSync(openSync(file, "w"));
}

function readFrom(file: string, position: number): Buffer {
  const descriptor = openSync(file, "r");
  try {
    const chunks: Buffer[] = [];
    for (let at = position; ;) {
      const chunk = Buffer.alloc(64 * 1024);
      const length = readSync(descriptor, chunk, 0, chunk.length, at);
      if (length === 0) return Buffer.concat(chunks);
      chunks.push(chunk.subarray(0, length));
      at += length;
    }
  } finally {
    closeSync(descriptor);
  }
}
