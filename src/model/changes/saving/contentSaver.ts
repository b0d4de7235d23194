import type { Address } from "../../foundation/address.ts";
import { toText } from "../../documents/content/documentText.ts";
import type { JsonObject } from "../../foundation/json.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, failed } from "../../foundation/outcome.ts";
import type { Snapshot } from "../../documents/snapshot/reader.ts";
import type { Written } from "../writing/writer.ts";
import { save } from "./saver.ts";
import type { Parts } from "./saver.ts";
import { Session } from "../sessions/session.ts";

/** A content to be saved by nobody's editor. */
interface Change {
  readonly address: Address;
  /** What it is a change of, as it was just read. */
  readonly now: Snapshot;
  readonly content: JsonObject;
  readonly group: string;
}

/** Saves a content as an editor that has just opened the document would, and answers with what came of it. */
export async function saveContent(
  { address, now, content, group }: Change,
  parts: Parts,
): Promise<Outcome<Written>> {
  const session = new Session(address);
  session.load(now);
  await session.lookAnew(() => Promise.resolve(done(now)));
  const asked = { text: toText(content), agree: () => Promise.resolve(true), group };
  const [failure, saved] = await save(session, asked, { ...parts, keep: () => Promise.resolve() });
  return failure
    ? failed(failure)
    : done({ snapshot: session.read ?? now, deviations: saved.deviating?.deviations ?? [] });
}
