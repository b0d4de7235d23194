import type * as vscode from "vscode";
import { open } from "../editors.ts";
import type { Detour, Magazine } from "../useMagazine.ts";

interface SeenArticle {
  readonly id: string;
  readonly document: vscode.TextDocument;
  readonly detour: Detour;
  /** The bodies of all write requests. */
  readonly sent: () => unknown[];
}

/** Opens an article through a proxy that records the requests. */
export async function openSeen(
  magazine: Magazine,
  data: object = {},
  query?: string,
): Promise<SeenArticle> {
  const id = await magazine.makeArticle(data, query);
  const detour = await magazine.detour();
  const document = await open(detour.article(id));
  return { id, document, detour, sent: () => detour.writes.map(({ body }) => body) };
}
