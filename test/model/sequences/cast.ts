import type { JournalEntry } from "../../../src/model/journal/journal.ts";
import type { Json } from "../../../src/model/foundation/json.ts";
import { isObject } from "../../../src/model/foundation/json.ts";
import { plainList, plainRequest } from "../../support/plainHttp.ts";
import type { Target } from "../../support/plainHttp.ts";
import type { Locale } from "./reference.ts";
import { keyOf } from "./sequelReference.ts";
import type { BothVersions, Name, Place, Sequels } from "./sequelReference.ts";
import type { Subject } from "./subject.ts";
import type { OtherChange } from "../../../src/model/journal/journalEntry.ts";

/** A change of the sequel of an article. */
export interface SequelChange {
  readonly key: string;
  readonly localization: Place;
  readonly before: string | null;
  readonly after: string | null;
}

/**
 * The article that a sequence edits, under the name A, and three published articles. Only one of them can have another
 * as its sequel.
 */
export class Cast {
  readonly #target: Target;
  readonly #subject: Subject;
  readonly #others = new Map<Name, string>();

  private constructor(target: Target, subject: Subject) {
    this.#target = target;
    this.#subject = subject;
  }

  /** Creates the other articles: D is the sequel of B, and B that of C. */
  static async make(target: Target, subject: Subject, title: string): Promise<Cast> {
    const cast = new Cast(target, subject);
    for (const [name, sequel] of [["D"], ["B", "D"], ["C", "B"]] as const) {
      const data = { title: `${title} ${name}`, sequel: sequel ? cast.idOf(sequel) : null };
      const article = await cast.#write("POST", "articles?status=published", data);
      cast.#others.set(name, article.documentId);
      await cast.#write("PUT", `articles/${article.documentId}?status=published&locale=fr`, data);
    }
    return cast;
  }

  idOf(name: Name): string {
    return name === "A" ? this.#subject.id : (this.#others.get(name) ?? "");
  }

  /** The name of an article; its id if it is not in the cast, or not any more. */
  readonly nameOf = (id: string): string => {
    const entries: [string, string][] = [["A", this.#subject.id], ...this.#others];
    return entries.find(([, articleId]) => articleId === id)?.[0] ?? id;
  };

  /** The localization that a change is about, as the reference names it. */
  keyOf({ documentId, locale = "" }: OtherChange): string {
    return keyOf({ name: this.nameOf(documentId), locale });
  }

  /** The name of the sequel in a content; null without one. */
  sequelIn({ sequel }: Readonly<Record<string, Json | undefined>>): string | null {
    const id = isObject(sequel) ? sequel["documentId"] : sequel;
    return typeof id === "string" ? this.nameOf(id) : null;
  }

  /** What a journal entry says about the sequels of other articles. */
  changesIn({ elsewhere = [] }: JournalEntry): SequelChange[] {
    const changes = new Map<string, OtherChange>();
    for (const change of elsewhere) {
      // A draft that loses its sequel and gets another one has the other one afterwards.
      if (!changes.has(this.keyOf(change)) || change.change === "gets")
        changes.set(this.keyOf(change), change);
    }
    return [...changes].map(([key, { documentId, locale, ...sides }]) => {
      const localization = { name: this.nameOf(documentId), locale } as Place;
      const [before = null] = sides.before.map(this.nameOf);
      const [after = null] = sides.after.map(this.nameOf);
      return { key, localization, before, after };
    });
  }

  /** The sequels on the service. */
  async sequels(): Promise<BothVersions> {
    const [draft, published] = await Promise.all([this.#read("draft"), this.#read("published")]);
    return { draft, published };
  }

  /** Changes a draft as another client does. */
  async change({ name, locale }: Place, data: object): Promise<void> {
    await this.#write("PUT", `articles/${this.idOf(name)}?status=draft&locale=${locale}`, data);
  }

  async #read(status: "draft" | "published"): Promise<Sequels> {
    const ids = [this.#subject.id, ...this.#others.values()];
    const which = ids.map((id, at) => `filters[documentId][$in][${at}]=${id}`).join("&");
    const shape = "fields[0]=locale&populate[sequel][fields][0]=documentId";
    const path = `articles?status=${status}&locale=*&${which}&${shape}`;
    return Object.fromEntries(
      (await plainList(this.#target, path)).map((row) => {
        const localization = { name: this.nameOf(row.documentId), locale: row["locale"] as Locale };
        return [keyOf(localization), this.sequelIn(row)];
      }),
    );
  }

  async #write(method: "POST" | "PUT", path: string, data: object) {
    const { status, body } = await plainRequest(this.#target, method, path, { data });
    if (status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(body)}`);
    return (body as { readonly data: { readonly documentId: string } }).data;
  }
}
