import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/**
 * Calls the service in another process that also trusts the given authority. Returns `read` or the name of the error.
 */
export async function askedByAnotherProcess(
  how: { readonly url: string; readonly ca: string },
  trustedFile: string,
): Promise<string> {
  const script = `
    import { createCms } from ${JSON.stringify(new URL("../../../src/client/index.ts", import.meta.url).href)};
    const { url, ca } = JSON.parse(process.env.HOW);
    const cms = createCms({ baseUrl: url, tls: { ca } });
    const [error] = await cms.collection("articles").findMany();
    await cms.close();
    process.stdout.write(error ? error.name : "read");
  `;
  const words = ["--import", "tsx", "--input-type=module", "--eval", script];
  const { stdout } = await run(process.execPath, words, {
    env: { ...process.env, NODE_EXTRA_CA_CERTS: trustedFile, HOW: JSON.stringify(how) },
  });
  return stdout;
}
