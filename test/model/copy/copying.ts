import { Copies, defaultRows } from "../../../src/model/copy/copies.ts";
import type { CopyChoices } from "../../../src/model/copy/copies.ts";
import type { CompareOptions } from "../../../src/model/compare/comparisonRun.ts";
import type { Comparison } from "../../../src/model/compare/comparison.ts";
import type { CopyPlan } from "../../../src/model/copy/copyPlan.ts";
import type { CopyResult } from "../../../src/model/copy/copyRun.ts";
import { DocumentPairs } from "../../../src/model/compare/documentPairs.ts";
import type { PairLine, PairStore } from "../../../src/model/compare/documentPairs.ts";
import { textIn } from "../../../src/model/foundation/json.ts";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import { plainRequest } from "../../support/plainHttp.ts";
import type { Service } from "../../support/service.ts";
import type { TestModel } from "../testModel.ts";
import { must } from "../outcomes.ts";
import { openBoth, targetId } from "../compare/twoServices.ts";

/** Pairs in memory. They are kept after a run, as in a file. */
export class PairsInMemory implements PairStore {
  readonly storedLines: PairLine[] = [];
  /** How many lines a power failure leaves. */
  syncedCount = 0;
  readonly #connections = new Set<string>();

  async *lines(): AsyncIterable<PairLine> {
    await Promise.resolve();
    yield* [...this.storedLines];
  }

  partners(connection: string): Promise<readonly string[]> {
    return Promise.resolve([...this.#connections].filter((id) => id !== connection));
  }

  append(
    connections: readonly [string, string],
    lines: readonly PairLine[],
  ): Promise<string | undefined> {
    for (const id of connections) this.#connections.add(id);
    this.storedLines.push(...lines);
    if (lines.some((line) => line.kind === "sent" && line.isNew)) return this.flush();
    return Promise.resolve(undefined);
  }

  flush(): Promise<undefined> {
    this.syncedCount = this.storedLines.length;
    return Promise.resolve(undefined);
  }
}

export interface Ends {
  /** The URL of the source, if a proxy stands before it. */
  readonly sourceUrl?: string;
  /** The URL of the target, if a proxy stands before it. */
  readonly targetUrl?: string;
  /** The token for the source; full access by default. */
  readonly sourceToken?: string;
  /** The token for the target; full access by default. */
  readonly targetToken?: string;
  readonly pairs?: PairsInMemory;
  /** Copies from the second service to the first. */
  readonly isBack?: boolean;
  /** The journal and the logs of runs of an earlier process. */
  readonly stores?: NonNullable<Parameters<typeof openBoth>[0]>["stores"];
}

/** Copies between both services. */
export class Copying {
  readonly model: TestModel;
  readonly copies: Copies;
  readonly ids: { readonly from: string; readonly to: string };
  readonly store: PairsInMemory;

  constructor(ends: Ends = {}) {
    const { sourceUrl, targetUrl, sourceToken, targetToken, isBack = false, stores } = ends;
    const tokens = {
      ...(sourceToken !== undefined && { from: sourceToken }),
      ...(targetToken !== undefined && { to: targetToken }),
    };
    const isFull = Object.keys(tokens).length === 0;
    const { model, from, to } = openBoth({
      ...(!isFull && { tokens }),
      ...{ isReversed: isBack, ...(stores && { stores }) },
    });
    this.model = model;
    this.ids = { from, to };
    this.store = ends.pairs ?? new PairsInMemory();
    const { store } = model;
    store.connections = store.connections.map((connection) => {
      const url = connection.id === targetId ? targetUrl : sourceUrl;
      return url === undefined ? connection : { ...connection, url };
    });
    this.copies = new Copies(model);
  }

  pairs(): Promise<DocumentPairs> {
    return DocumentPairs.load(this.ids, this.store);
  }

  /** Compares documents of a type that the source has. */
  async compare(
    documents: Readonly<Record<string, readonly string[]>>,
    version: "draft" | "published" = "draft",
    options: CompareOptions = {},
  ): Promise<Comparison> {
    const items = Object.entries(documents).flatMap(([type, ids]) =>
      ids.map((id) => ({ address: { connection: this.ids.from, type, id }, title: "" })),
    );
    const request = { ...this.ids, target: { kind: "selected", items } as const, version };
    return must(await this.copies.compare(request, { pairs: await this.pairs(), ...options }));
  }

  /** Plans to copy all documents that are selected by default. */
  async plan(comparison: Comparison, choices: Partial<CopyChoices> = {}): Promise<CopyPlan> {
    const chosen = { rows: defaultRows(comparison), ...choices };
    const options = { pairs: await this.pairs() };
    return must(await this.copies.plan(comparison, chosen, options));
  }

  run(plan: CopyPlan, group = "copy-1"): Promise<CopyResult> {
    return this.copies.run(plan, { group });
  }

  /** Compares, plans and runs a copy; returns the outcome of each document. */
  async copy(
    documents: Readonly<Record<string, readonly string[]>>,
    choices: Partial<CopyChoices> = {},
  ): Promise<string[]> {
    const comparison = await this.compare(documents, choices.version, {
      publishes: choices.publish,
    });
    return outcomesOf(await this.run(await this.plan(comparison, choices)));
  }

  /** The requests that changed something, such as `POST articles`. */
  get writes(): string[] {
    return this.model.log
      .filter(({ method }) => method !== "GET" && method !== "HEAD")
      .map(({ method, path }) => `${method} ${path}`);
  }
}

/** All documents, with the values of the source wherever there is a conflict. */
export const withSourceWins = ({ rows }: Comparison): Pick<CopyChoices, "rows"> => ({
  rows: rows.map((row) => ({ row, sourceWins: true })),
});

export const outcomesOf = ({ items }: CopyResult): string[] =>
  items.map(({ outcome, failure }) => (failure ? `${outcome}: ${failure.code}` : outcome));

/** Reads or writes a service without the project's client. */
export async function askOf(
  service: Service,
  method: "GET" | "POST" | "PUT",
  path: string,
  data?: JsonObject,
): Promise<JsonObject> {
  const { status, body } = await plainRequest(service, method, path, data && { data });
  if (status >= 400) throw new Error(`${method} ${path}: ${JSON.stringify(body)}`);
  const { data: answer } = (body ?? {}) as { data?: JsonObject };
  return answer ?? {};
}

/** The documents that a list request of another client returns. */
export async function listOf(service: Service, path: string): Promise<readonly JsonObject[]> {
  const { status, body } = await plainRequest(service, "GET", path);
  if (status >= 400) throw new Error(`GET ${path}: ${JSON.stringify(body)}`);
  return (body as { data: readonly JsonObject[] }).data;
}

/** Creates a document as another client does; returns its documentId. */
export async function makeIn(service: Service, type: string, data: JsonObject): Promise<string> {
  return textIn(await askOf(service, "POST", `${type}?status=draft`, data), "documentId");
}

interface FileToUpload {
  readonly content?: Blob;
  readonly info?: JsonObject;
  readonly id?: number;
}

export const textFile = (word: string): Blob =>
  new Blob([`text of ${word}`], { type: "text/plain" });

/** Uploads a file as another client does, or changes one. */
export async function uploadIn(
  { url, apiPrefix, tokens }: Service,
  name: string,
  { content = textFile(name), info = {}, id }: FileToUpload = {},
): Promise<JsonObject> {
  const form = new FormData();
  if (id === undefined) form.append("files", content, name);
  form.append("fileInfo", JSON.stringify(info));
  const query = id === undefined ? "" : `?id=${id}`;
  const response = await fetch(`${url}/${apiPrefix}/upload${query}`, {
    method: "POST",
    headers: { authorization: `Bearer ${tokens.full}` },
    body: form,
  });
  const answer = (await response.json()) as JsonObject | JsonObject[];
  if (!response.ok) throw new Error(`Upload of ${name}: ${JSON.stringify(answer)}`);
  const file = Array.isArray(answer) ? answer[0] : answer;
  return file ?? {};
}

let textCount = 0;

/** A text that no other document contains. */
export const unique = (word: string): string => `${word} ${process.pid}-${(textCount += 1)}`;
