import assert from "node:assert/strict";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import { plainRequest } from "../../support/plainHttp.ts";
import type { Target } from "../../support/plainHttp.ts";
import { attributeOf, put, valuesIn } from "./places.ts";
import type { Edit, Values } from "./places.ts";
import { locales } from "./reference.ts";
import type { Held, Locale } from "./reference.ts";

const populate = "populate[0]=seo&populate[1]=links&populate[2]=sections&populate[3]=sequel";

/** The article of a sequence, read and changed as by other clients. */
export class Subject {
  readonly #target: Target;
  /** The documentId. It changes when the document is deleted and restored. */
  id: string;

  private constructor(target: Target, id: string) {
    this.#target = target;
    this.id = id;
  }

  /** Creates an unpublished article in both locales. */
  static async make(target: Target, title: string): Promise<Subject> {
    const subject = new Subject(target, "");
    const data = { ...original(title, "en"), contactEmail: "editor@example.com" };
    const article = await subject.#ask("POST", "articles?status=draft", data);
    subject.id = article!["documentId"] as string;
    await subject.#ask("PUT", `${subject.#path}?status=draft&locale=fr`, original(title, "fr"));
    return subject;
  }

  /** The drafts on the service, by locale. */
  async readDrafts(): Promise<Held> {
    const [en, fr] = await Promise.all(locales.map((locale) => this.#read("draft", locale)));
    return { en: en && valuesIn(en), fr: fr && valuesIn(fr) };
  }

  async published(locale: Locale): Promise<Values | undefined> {
    const content = await this.#read("published", locale);
    return content && valuesIn(content);
  }

  /** Changes the draft as another client does, if it exists, and returns the edit. */
  async change(locale: Locale, toEdit: (values: Values) => Edit): Promise<Edit | undefined> {
    const content = await this.#read("draft", locale);
    if (!content) return undefined;
    const [field, value] = toEdit(valuesIn(content));
    const attribute = attributeOf(field);
    const data = { [attribute]: put(content, field, value)[attribute] ?? null };
    await this.#ask("PUT", `${this.#path}?status=draft&locale=${locale}`, data);
    return [field, value];
  }

  /** Publishes one locale as another client does. */
  async publish(locale: Locale): Promise<void> {
    await this.#ask("PUT", `${this.#path}?status=published&locale=${locale}`, {});
  }

  /** Deletes one or all locales as another client does. */
  async remove(locale: Locale | "*"): Promise<void> {
    await this.#ask("DELETE", `${this.#path}?locale=${locale}`);
  }

  get #path(): string {
    return `articles/${this.id}`;
  }

  #read(status: "draft" | "published", locale: Locale): Promise<JsonObject | undefined> {
    return this.#ask("GET", `${this.#path}?status=${status}&locale=${locale}&${populate}`);
  }

  /** The document in the service's answer; undefined without one. */
  async #ask(
    method: "GET" | "POST" | "PUT" | "DELETE",
    path: string,
    data?: JsonObject,
  ): Promise<JsonObject | undefined> {
    const { status, body } = await plainRequest(this.#target, method, path, data && { data });
    assert.ok(status < 300 || status === 404, `${method} ${path}: ${JSON.stringify(body)}`);
    return (body as { data?: JsonObject | null } | undefined)?.data ?? undefined;
  }
}

const original = (title: string, locale: Locale): JsonObject => ({
  title: `${title} ${locale}`,
  kicker: `Kicker ${locale}`,
  summary: `Summary ${locale}`,
  seo: { metaTitle: `Meta ${locale}`, metaDescription: `Description ${locale}` },
  links: [
    { label: `One ${locale}`, url: "https://one.example" },
    { label: `Two ${locale}`, url: "https://two.example" },
  ],
  sections: [
    { __component: "sections.text", heading: "First", body: `First ${locale}` },
    { __component: "sections.text", heading: "Second", body: `Second ${locale}` },
  ],
});
