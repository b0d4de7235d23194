import type { Address } from "../../foundation/address.ts";
import { toText } from "../../documents/content/documentText.ts";
import type { JsonObject } from "../../foundation/json.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, failed } from "../../foundation/outcome.ts";
import type { Snapshot } from "../../documents/snapshot/reader.ts";
import type { WriteResult } from "../writing/writer.ts";
import { saveSession } from "./saver.ts";
import type { SaveDependencies } from "./saver.ts";
import { Session } from "../sessions/session.ts";

/** A content to be saved by nobody's editor. */
interface ContentChange {
  readonly address: Address;
  /** What it is a change of, as it was just read. */
  readonly now: Snapshot;
  readonly content: JsonObject;
  readonly group: string;
}

/** Saves a content as an editor that has just opened the document would, and answers with what came of it. */
export async function saveContent(
  { address, now, content, group }: ContentChange,
  parts: SaveDependencies,
): Promise<Outcome<WriteResult>> {
  const session = new Session(address);
  session.loaded(now);
  await session.readFresh(() => Promise.resolve(done(now)));
  const request = { text: toText(content), confirmClearing: () => Promise.resolve(true), group };
  const [failure, saved] = await saveSession(session, request, {
    ...parts,
    saveBase: () => Promise.resolve(),
  });
  return failure
    ? failed(failure)
    : done({
        snapshot: session.editorSnapshot ?? now,
        deviations: saved.deviating?.deviations ?? [],
      });
}
