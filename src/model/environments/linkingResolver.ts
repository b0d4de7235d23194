import type { BulkFailure } from "../bulk/bulkFailure.ts";
import type { RecordIndex } from "../bulk/importing/recordIndex.ts";
import { Resolver } from "../bulk/importing/resolving.ts";
import type { Finders, ReadRecord, ResolvedRecord } from "../bulk/importing/resolving.ts";
import { referencesIn } from "../content/references.ts";
import type { Outcome } from "../foundation/outcome.ts";
import { done, failed } from "../foundation/outcome.ts";
import type { MediaCopy } from "./mediaCopy.ts";

/** Resolves relations and files, and the links in texts to the source's files. */
export class LinkingResolver extends Resolver {
  readonly #media: MediaCopy;

  constructor(index: RecordIndex, finders: Finders & { readonly files: MediaCopy }) {
    super(index, finders);
    this.#media = finders.files;
  }

  override async learn(
    read: readonly ReadRecord[],
    signal?: AbortSignal,
  ): Promise<Outcome<null, BulkFailure>> {
    const contents = read.map(({ record }) => record.content);
    const [failure] = await this.#media.learnLinks(contents, signal);
    return failure ? failed(failure) : super.learn(read, signal);
  }

  override resolve(read: ReadRecord): Outcome<ResolvedRecord, BulkFailure> {
    const { type, catalog } = read.entry.type.service;
    const used = referencesIn(read.record.content, type.attributes, catalog);
    const ids = used.flatMap(({ target, documentId }) => (target === "" ? documentId : []));
    const blocked = this.#media.blockedIn(ids);
    if (blocked) return failed(blocked);
    const [failure, resolved] = super.resolve(read);
    if (failure) return failed(failure);
    for (const [path, value] of Object.entries(resolved.content)) {
      const link = this.#media.failedLinkIn(value ?? null);
      if (link !== undefined) return failed({ code: "no-target", path, value: link });
    }
    return done({ ...resolved, content: this.#media.withTargetLinks(resolved.content) });
  }
}
