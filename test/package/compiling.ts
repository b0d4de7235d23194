import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { installed } from "./sharedInstallation.ts";

const run = promisify(execFile);
const require = createRequire(import.meta.url);

/** The `package.json` of each compiler. */
export const compilers = {
  "TypeScript 5.4": require.resolve("typescript-5.4/package.json"),
  "TypeScript 5.6": require.resolve("typescript-5.6/package.json"),
  "TypeScript 5.9": require.resolve("typescript/package.json"),
  "the newest TypeScript": require.resolve("typescript-newest/package.json"),
};

/** Programs that run in Node, and one for a bundler, which has the types of browsers and none of Node. */
const programs = {
  node10: { module: "commonjs", lib: ["es2022"], types: ["node"] },
  node16: { module: "node16", lib: ["es2022"], types: ["node"] },
  nodenext: { module: "nodenext", lib: ["es2022"], types: ["node"] },
  bundler: { module: "esnext", lib: ["es2022", "dom"], types: [] },
} as const;

/**
 * The compiler's errors in these files of the project in which the package is installed, one in a line; empty if there
 * are none.
 */
export async function complaints(
  compiler: keyof typeof compilers,
  moduleResolution: keyof typeof programs,
  files: readonly string[],
): Promise<string> {
  const { path } = installed();
  const config = join(path, `tsconfig.${moduleResolution}.json`);
  const compilerOptions = {
    ...programs[moduleResolution],
    moduleResolution,
    target: "es2022",
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    noEmit: true,
  };
  writeFileSync(config, JSON.stringify({ compilerOptions, files }));
  const words = [join(dirname(compilers[compiler]), "bin/tsc"), "--pretty", "false", "-p", config];
  try {
    const { stdout } = await run(process.execPath, words, { cwd: path });
    return stdout;
  } catch (error) {
    const { stdout } = error as { readonly stdout?: string };
    if (!stdout) throw error;
    return stdout;
  }
}
