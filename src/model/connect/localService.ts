export const defaultUrl = "http://localhost:1337";

/** The URL of a local Strapi project, according to its `.env` file. The content is untrusted. */
export function localUrlIn(env: string): string {
  const hostValue = valueOf(env, "HOST");
  const host = /^(127\.0\.0\.1|::1)$/.test(hostValue)
    ? hostValue.replace("::1", "[::1]")
    : "localhost";
  const port = Number(valueOf(env, "PORT"));
  const isPort = Number.isInteger(port) && port > 0 && port < 65_536;
  return `http://${host}:${isPort ? port : 1337}`;
}

/**
 * The API prefix in a project's `config/api` file, without slashes around it. It is a guess: the
 * file is code, and only the service knows the result. Undefined if there is none.
 */
export function apiPrefixIn(config: string): string | undefined {
  const code = config.replace(/\/\*[^]*?(?:\*\/|(?![^]))|^[ \t]*\/\/.*/gm, "");
  const named =
    /\bprefix["']?\s*:\s*(?:env\(\s*["'`][\w-]{1,99}["'`]\s*,\s*)?["'`]([\w~./-]{1,199})["'`]/;
  const [, prefix = ""] = named.exec(code) ?? [];
  return prefix.replace(/^\/+|(?<!\/)\/+$/g, "") || undefined;
}

/** The last line that sets a variable wins, as in the service. */
function valueOf(env: string, name: string): string {
  const lines = env.matchAll(/^(?:export )?[ \t]{0,9}(\w{1,99})[ \t]{0,9}=(.{0,99})/gm);
  const [, , value = ""] = [...lines].findLast(([, variable]) => variable === name) ?? [];
  return /^\s*["'`]?([\w.:]*)/.exec(value)?.[1] ?? "";
}
