import assert from "node:assert/strict";
import { createCms } from "../../../src/client/fetch/index.ts";
import type { Collection, Fetch } from "../../../src/client/fetch/index.ts";
import { json, startLoopback } from "../../support/loopback.ts";
import type { Loopback } from "../../support/loopback.ts";
import type { Article } from "../loopbackCms.ts";
import { owning } from "../owning.ts";

const documentId = "tea1";
const tea = { id: 1, documentId, title: "Tea" };

/** The types of Node 20 lack this option. */
const cacheOf = (init: RequestInit) => (init as { readonly cache?: string }).cache;

/**
 * Stands for a framework that renders pages on a server. It replaces the global `fetch`, remembers the answers to
 * requests with `force-cache` until it is told that the content changed, and doesn't render a page in advance that
 * sends a request with `no-store`.
 */
class Framework {
  readonly #original = globalThis.fetch;
  readonly #answers = new Map<string, Response>();
  #isInAdvance = false;

  constructor() {
    globalThis.fetch = ((url: string, init: RequestInit) => this.#send(url, init)) as typeof fetch;
  }

  async render(page: () => Promise<string>, { isInAdvance = false } = {}): Promise<string> {
    this.#isInAdvance = isInAdvance;
    return page();
  }

  forgetAnswers(): void {
    this.#answers.clear();
  }

  stop(): Promise<void> {
    globalThis.fetch = this.#original;
    return Promise.resolve();
  }

  async #send(url: string, init: RequestInit): Promise<Response> {
    if (this.#isInAdvance && cacheOf(init) === "no-store") throw new Error("The page is dynamic.");
    if (cacheOf(init) !== "force-cache") return this.#original(url, init);
    const key = JSON.stringify([url, init.method, init.headers, init.body]);
    const answer = this.#answers.get(key) ?? (await this.#original(url, init));
    this.#answers.set(key, answer.clone());
    return answer;
  }
}

describe("Page of a server renderer", () => {
  const endAfterTest = owning();
  let service: Loopback;
  let articles: Collection<Article>;
  let framework: Framework;
  beforeEach(async () => {
    service = endAfterTest(await startLoopback());
    // The client of a page is created when its module loads. The function is that of docs/client.md.
    const remembered = { cache: "force-cache" } as const;
    const cached: Fetch = (url, init) => fetch(url, { ...remembered, ...init });
    const cms = endAfterTest(createCms({ baseUrl: service.url, token: "tea", fetch: cached }));
    articles = cms.collection<Article>("articles");
    framework = endAfterTest(new Framework());
  });

  const page = async (): Promise<string> => {
    const [error, article] = await articles.find({ documentId });
    return error ? `<p>${error.name}</p>` : `<h1>${article.title}</h1>`;
  };

  it("a page of a server renderer is rendered in advance, and reads again only after a change", async () => {
    service.answer(json({ data: tea }), json({ data: { ...tea, title: "Coffee" } }));

    const pages = [
      await framework.render(page, { isInAdvance: true }),
      await framework.render(page),
    ];
    framework.forgetAnswers();
    pages.push(await framework.render(page));

    assert.deepEqual(pages, ["<h1>Tea</h1>", "<h1>Tea</h1>", "<h1>Coffee</h1>"]);
    assert.equal(service.requests.length, 2);
  });

  it("a page of a server renderer sends each of its writes, and none while it is rendered in advance", async () => {
    service.answer(json({ data: tea }));
    const saving = async (): Promise<string> => {
      const [error] = await articles.update({ documentId, payload: { data: { title: "Tea" } } });
      return error ? `<p>${error.name}</p>` : "<p>Saved</p>";
    };

    const pages = [
      await framework.render(saving, { isInAdvance: true }),
      await framework.render(saving),
      await framework.render(saving),
    ];

    assert.deepEqual(pages, ["<p>NetworkError</p>", "<p>Saved</p>", "<p>Saved</p>"]);
    assert.equal(service.requests.length, 2);
  });
});
