import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate } from "node:zlib";
import type { InputType, ZlibOptions } from "node:zlib";
import { answerError } from "./answerError.ts";
import type { ErrorAnswer } from "./answerError.ts";
import type { Answer } from "./call.ts";
import { ParseError } from "../errors.ts";
import type { CallFacts } from "../errors.ts";
import type { Result } from "../result.ts";
import { fail, ok } from "../result.ts";
import { headerOf, isSuccess } from "./wire.ts";
import type { RawAnswer } from "./wire.ts";

type Decompress = (body: InputType, options: ZlibOptions) => Promise<Buffer>;

const decompressors = new Map<string, Decompress>([
  ["gzip", promisify(gunzip)],
  ["x-gzip", promisify(gunzip)],
  ["deflate", promisify(inflate)],
  ["br", promisify(brotliDecompress)],
]);

/** What is offered to the service. */
export const acceptEncoding = "gzip, br";

interface Reading {
  readonly maxResponseBytes: number;
  readonly token: string | undefined;
  /** Whether a success is taken as the bytes that it is, in place of JSON. */
  readonly isFile: boolean;
}

/** What an answer means: its JSON, or the error that it is. */
export async function readAnswer(
  call: CallFacts,
  arrived: RawAnswer,
  { maxResponseBytes, token, isFile }: Reading,
): Promise<Result<Answer>> {
  const { status } = arrived;
  let body: unknown;
  let broken: unknown;
  try {
    const bytes = await decompressed(arrived, maxResponseBytes);
    body = isFile && isSuccess(status) ? bytes : parsed(bytes, isSuccess(status));
  } catch (cause) {
    broken = cause;
  }
  // The status speaks before the body: a 502 with a page of HTML is a 502.
  if (!isSuccess(status)) return fail(answerError(call, withoutToken(arrived, body, token)));
  if (broken === undefined) return ok({ call, status, body, type: typeOf(arrived) }, null);
  return fail(unreadable(call, arrived, broken));
}

/**
 * The JSON of a body. A success must be UTF-8 throughout: a later write would send U+FFFD in place of what
 * can't be decoded. An error's words are only shown. A byte order mark at the beginning is passed over.
 */
function parsed(bytes: Buffer, fatal: boolean): unknown {
  const text = new TextDecoder("utf-8", { fatal }).decode(bytes);
  return text === "" ? undefined : JSON.parse(text);
}

const typeOf = ({ headers }: RawAnswer): string | undefined =>
  /^[a-z]+\/[\w.+-]+/i.exec(headerOf(headers, "content-type") ?? "")?.[0];

/** What a service says of an error. It may repeat the token there, which must not reach a log. */
function withoutToken({ status, headers }: RawAnswer, body: unknown, token = ""): ErrorAnswer {
  if (token === "") return { status, headers, body };
  try {
    const text = JSON.stringify({ status, headers, body });
    return JSON.parse(
      text.replaceAll(JSON.stringify(token).slice(1, -1), "[token]"),
    ) as ErrorAnswer;
  } catch {
    // Nested too deep to be looked through.
    return { status, headers: {}, body: undefined };
  }
}

async function decompressed(
  { headers, body }: RawAnswer,
  maxOutputLength: number,
): Promise<Buffer> {
  const encoding = headerOf(headers, "content-encoding")?.trim().toLowerCase() ?? "identity";
  if (encoding === "identity" || body.length === 0) return body;
  const decompress = decompressors.get(encoding);
  if (!decompress) throw new Error("The encoding is not known.");
  return decompress(body, { maxOutputLength });
}

/** What is wrong with a body. Not with the system's own error where that quotes the body. */
function unreadable(call: CallFacts, arrived: RawAnswer, cause: unknown): ParseError {
  const { status } = arrived;
  if (cause instanceof SyntaxError) {
    const type = typeOf(arrived) ?? "another kind";
    return new ParseError(`The answer is no JSON that can be read (${type}).`, { call, status });
  }
  const { code = "" } = cause as NodeJS.ErrnoException;
  const message = reasons.get(code) ?? "The answer can't be decompressed.";
  return new ParseError(message, { call, status, cause });
}

/** Why a body can't be read, by Node's own code. */
const reasons: ReadonlyMap<string, string> = new Map([
  ["ERR_BUFFER_TOO_LARGE", "The answer is larger than allowed."],
  ["ERR_ENCODING_INVALID_ENCODED_DATA", "The answer is not UTF-8."],
]);
