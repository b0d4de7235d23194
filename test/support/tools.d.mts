export const programs: readonly string[];
export function missingTools(): string | undefined;
export function findOnPath(...names: readonly string[]): string | undefined;
export function isExecutable(path: string): boolean;
