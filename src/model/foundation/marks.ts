import { createHash } from "node:crypto";

/** A short hash of a text, for the names of files. */
export const markOf = (text: string, length: number): string =>
  createHash("sha256").update(text).digest("hex").slice(0, length);

export const connectionMark = (connection: string): string => markOf(connection, 8);

/** Names a run to people and in the names of files. */
export const groupMark = (group: string): string => markOf(group, 8);
