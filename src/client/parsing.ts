import { NotFoundError, ParseError } from "./errors.ts";
import type { Answer, Request, Transport } from "./http/call.ts";
import type { Result } from "./result.ts";
import { fail, ok } from "./result.ts";

/** What is wrong with a part of an answer, as a sentence that names the part. */
export class AnswerFault extends Error {
  override readonly name = "AnswerFault";
  /** The class of the error that the call returns. */
  readonly ErrorClass: typeof NotFoundError | typeof ParseError;

  constructor(message: string, ErrorClass: AnswerFault["ErrorClass"] = ParseError) {
    super(message);
    this.ErrorClass = ErrorClass;
  }
}

/** Throws because a body is not what the caller expects. `wanted` describes that. */
export function throwUnexpected(wanted: string): never {
  throw new AnswerFault(`Expected ${wanted}, and got something else.`);
}

/** Throws because a successful answer shows that what was requested doesn't exist. */
export function throwNotFound(message: string): never {
  throw new AnswerFault(message, NotFoundError);
}

/** Sends a request, and converts the body of its answer with `parseAnswer`. */
export async function requestParsed<T>(
  transport: Transport,
  request: Request,
  parse: (body: unknown) => T,
): Promise<Result<T>> {
  const [error, answer] = await transport.request(request);
  return error ? fail(error) : parseAnswer(answer, parse);
}

/** Converts an answer's body. `parse` throws an AnswerFault for a body that it can't convert. */
export function parseAnswer<T>(
  { call, status, body }: Answer,
  parse: (body: unknown) => T,
): Result<T> {
  try {
    return ok(parse(body), null);
  } catch (cause) {
    if (!(cause instanceof AnswerFault)) throw cause;
    return fail(new cause.ErrorClass(cause.message, { call, status }));
  }
}
