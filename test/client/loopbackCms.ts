import assert from "node:assert/strict";
import { createCms } from "../../src/client/index.ts";
import type { AnyDocument, Cms, CmsOptions, CmsUser } from "../../src/client/index.ts";
import { json, startLoopback } from "../support/loopback.ts";
import type { Loopback } from "../support/loopback.ts";

export const token = "a-token-that-nobody-may-see";

/** Accepts any field name, so that tests can also use wrong ones. */
export interface Article extends AnyDocument {
  readonly documentId: string;
  readonly title: string;
  readonly slug?: string;
}

/** A user with any field name. */
export type AnyUser = CmsUser & AnyDocument;

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** A service whose answers the test defines, and a client of it. */
interface LoopbackCms {
  readonly service: Loopback;
  readonly cms: Cms;
  /** The requests so far, without headers. */
  sent(): Sent[];
}

/** Creates a service and a client for each test of a describe(). */
export function loopbackCms(options: Partial<CmsOptions> = {}): LoopbackCms {
  let service: Loopback;
  let cms: Cms;
  beforeEach(async () => {
    service = await startLoopback();
    cms = createCms({ baseUrl: service.url, token, ...options });
  });
  afterEach(async () => {
    await cms.close();
    await service.stop();
  });
  return {
    get service() {
      return service;
    },
    get cms() {
      return cms;
    },
    sent: () =>
      service.requests.map(({ method, path, query, body }) => ({ method, path, query, body })),
  };
}

/** A title, a call, and the only request that the call sends. */
export type Sending = readonly [title: string, act: (cms: Cms) => Promise<unknown>, sent: Sent];

export function areSent(rows: readonly Sending[]): void {
  const at = loopbackCms();
  for (const [title, act, sent] of rows) {
    it(title, async () => {
      at.service.answer(json({ data: null }));

      await act(at.cms);

      assert.deepEqual(at.sent(), [sent]);
    });
  }
}
