export const packages: readonly string[];
export function findChromium(): string | undefined;
