import type { Transport } from "./http/call.ts";
import { optionsOf, requestParsed } from "./requests.ts";
import { catchErrors, fail, unsent, type Result } from "./result.ts";
import type { CallOptions } from "./types/params.ts";

/** The input of `request`. */
export type CustomRequest = CallOptions & {
  /** GET when absent. Only a GET is retried, and any other method is a write. */
  readonly method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | undefined;
  /**
   * The path below `/api/`, such as `reports/weekly`, not encoded. No segment may be empty or dots,
   * or contain a backslash, `?`, `#`, `%` or a control character.
   */
  readonly path: string;
  /** The parameters, as the service's parser reads them. */
  readonly query?: object | undefined;
  /** Sent as JSON. */
  readonly body?: unknown;
};

const verbs: readonly unknown[] = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** Calls routes that the client has no method for. */
export function createRequest(
  transport: Transport,
): <T>(input: CustomRequest) => Promise<Result<T>> {
  const request = <T>({ method = "GET", path, query, body, ...options }: CustomRequest) => {
    const isKnown = verbs.includes(method);
    if (!isKnown || (method === "GET" && body !== undefined)) {
      const fault = isKnown ? "A GET has no body." : `method must be one of ${verbs.join(", ")}.`;
      return Promise.resolve(fail(unsent("GET", transport.url, fault)));
    }
    // One slash may begin the path. The transport checks each segment.
    const segments = path.replace(/^\//, "").split("/");
    const call = { method, path: segments, query, body, isCustom: true, ...optionsOf(options) };
    return requestParsed(transport, call, (answer) => (answer ?? null) as T);
  };
  return catchErrors({ request }, transport.url, { request: "method path query body" }).request;
}
