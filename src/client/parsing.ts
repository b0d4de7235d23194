import { ParseError } from "./errors.ts";
import type { Answer } from "./http/call.ts";
import type { Result } from "./result.ts";
import { fail, ok } from "./result.ts";

/** What is wrong with a part of an answer, as a sentence that names the part. */
export class AnswerFault extends Error {
  override readonly name = "AnswerFault";
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
    return fail(new ParseError(cause.message, { call, status }));
  }
}
