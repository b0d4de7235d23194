import { ParseError } from "./errors.ts";
import type { Answer } from "./http/call.ts";

/** The error for an answer that has the right status and the wrong body. */
export const unexpected = ({ call, status }: Answer, wanted: string): ParseError =>
  new ParseError(`Expected ${wanted}, and got something else.`, { call, status });
