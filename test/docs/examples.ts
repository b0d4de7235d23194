import { read } from "../house/root.ts";

/** The TypeScript examples of a page. */
export const examplesIn = (page: string): readonly string[] =>
  [...read(page).matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code ?? "");

/**
 * The programs in the examples of a page. An example that imports begins a program. Later examples continue it, each in
 * a block.
 */
export function programsIn(page: string): readonly string[] {
  const programs: string[] = [];
  for (const example of examplesIn(page)) {
    if (example.startsWith("import ")) programs.push(example);
    else programs.push(`${programs.pop() ?? ""}\n{\n${example}}\n`);
  }
  return programs;
}
