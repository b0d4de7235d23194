import { inspect } from "node:util";
import type { Address } from "../../../src/model/foundation/address.ts";
import { isSingle } from "../../../src/model/foundation/address.ts";
import { isInverse } from "../../../src/model/schemas/catalog.ts";
import type { Catalog, ContentType } from "../../../src/model/schemas/catalog.ts";
import type { AttributeSchema } from "../../../src/client/index.ts";
import type { TypedService } from "../../../src/model/schemas/catalogs.ts";
import type { Json, JsonObject } from "../../../src/model/foundation/json.ts";
import { isObject } from "../../../src/model/foundation/json.ts";
import type { Snapshot } from "../../../src/model/documents/snapshotReader.ts";
import type { TestModel } from "../testModel.ts";
import type { Service } from "../../support/service.ts";
import { isExclusive } from "../anyDocument.ts";
import { modelOn, edited, factsIn } from "../testModel.ts";
import { must } from "../outcomes.ts";
import { isShownAs } from "./shownAs.ts";
import { editsOf, takenOut } from "./variants.ts";
import type { Edit } from "./variants.ts";

/** One save: the edited attribute of a document, and the unexpected results. */
export interface Round {
  readonly type: ContentType;
  readonly documentId: string;
  readonly locale: string | undefined;
  readonly name: string;
  /** The other locales of the document. */
  readonly others: readonly string[];
  /** Whether all locales share this attribute. */
  readonly isShared: boolean;
  readonly complaints: readonly string[];
}

type Chosen = Edit & { readonly name: string };

/** Edits one document after another, each with another kind of edit. */
export class Editing {
  readonly model: TestModel;
  /** The number of edits of each kind, by label. */
  readonly turns = new Map<string, number>();
  readonly #service: Service;
  readonly #ids = new Map<string, Promise<readonly string[]>>();
  /** The relation targets of one-to-one attributes so far. A second use would take a target from the first document. */
  readonly #given: unknown[] = [];
  #number = 0;

  constructor(service: Service) {
    this.#service = service;
    this.model = modelOn(service);
  }

  async round(address: Address): Promise<Round> {
    const service = must(await this.model.catalogs.type(address.connection, address.type));
    const snapshot = await this.model.open(address);
    const chosen = await this.#choose(service, snapshot, address);

    const complaints = [
      ...(await this.#saveUnchanged(address, snapshot)),
      ...(await this.#saveEdited(address, snapshot, chosen)),
    ];

    const { documentId, locales = [] } = factsIn(snapshot) as {
      documentId: string;
      locales?: readonly string[];
    };
    const { type } = service;
    const { name } = chosen;
    const others = locales.filter((code) => code !== address.locale);
    const isShared = isSharedIn(type, name);
    return { type, documentId, locale: address.locale, name, others, isShared, complaints };
  }

  async #saveUnchanged(address: Address, { text }: Snapshot): Promise<string[]> {
    const before = this.model.sent("PUT").length;
    const { sent } = must(await this.model.save(address, text));
    const isSent = sent.length > 0 || this.model.sent("PUT").length > before;
    return isSent ? [`${address.id}: an unchanged text was sent`] : [];
  }

  async #saveEdited(
    address: Address,
    snapshot: Snapshot,
    { name, label, value }: Chosen,
  ): Promise<string[]> {
    const text = edited(snapshot, { [name]: value === takenOut ? undefined : value });
    const [failure] = await this.model.save(address, text);
    if (failure) return [`${address.id}: ${label}, ${name}: ${inspect(failure)}`];
    const isInRow = !/^(media|relation|component|dynamiczone)/.test(label);
    const arrived = await this.#valueOf(address, name, isInRow ? "fields" : "populate");
    const isThere = isShownAs(arrived, value === takenOut ? null : value);
    return isThere ? [] : [`${address.id}: ${label}, ${name}: ${inspect({ value, arrived })}`];
  }

  /** The documentIds in a route's list, including drafts, in the service's order. */
  idsAt(path: string, locale?: string): Promise<readonly string[]> {
    const key = `${path}?${locale ?? ""}`;
    const known = this.#ids.get(key) ?? this.#readIds(path, locale);
    this.#ids.set(key, known);
    return known;
  }

  /** The least used kind of edit among those that this document allows. */
  async #choose(
    { type, catalog }: TypedService,
    { content }: Snapshot,
    address: Address,
  ): Promise<Chosen> {
    this.#number += 1;
    const choices: Chosen[] = [];
    for (const [name, attribute] of type.attributes) {
      const value = content[name];
      if (value === undefined || isInverse(attribute)) continue;
      const pointed = pointedBy(attribute, catalog);
      const other = pointed && (await this.#other(pointed, value, address));
      const edits = editsOf(attribute, value, { number: this.#number, other });
      choices.push(...edits.map((edit) => ({ ...edit, name })));
    }
    const turnsOf = ({ label }: Chosen) => this.turns.get(label) ?? 0;
    const fewest = Math.min(...choices.map(turnsOf));
    const rarest = choices.filter((choice) => turnsOf(choice) === fewest);
    const chosen = rarest[this.#number % rarest.length];
    if (!chosen) throw new Error(`Nothing can be edited at ${JSON.stringify(address)}.`);
    this.turns.set(chosen.label, fewest + 1);
    if (isExclusive(type.attributes.get(chosen.name))) this.#given.push(chosen.value);
    return chosen;
  }

  /** A relation target that the attribute doesn't contain and that is not the document itself. */
  async #other(route: string, value: Json, { id, locale }: Address): Promise<string | undefined> {
    const isLocalized = /^(articles|pages)\b/.test(route);
    const ids = await this.idsAt(route, isLocalized ? (locale ?? "en") : undefined);
    const usedIds = JSON.stringify([value, ...this.#given]);
    const free = ids.filter((candidate) => candidate !== id && !usedIds.includes(candidate));
    return free[this.#number % free.length];
  }

  async #readIds(path: string, locale?: string): Promise<readonly string[]> {
    const ids: string[] = [];
    for (let page = 1; ; page += 1) {
      const paging = `fields=documentId&pagination[page]=${page}&pagination[pageSize]=100`;
      const answer = await this.#get(
        `${path}${path.includes("?") ? "&" : "?"}status=draft&${paging}${locale ? `&locale=${locale}` : ""}`,
      );
      const rows = (isObject(answer) ? answer["data"] : answer) as { documentId: string }[];
      ids.push(...rows.map(({ documentId }) => documentId));
      // The service lists users and media files without pages.
      if (!isObject(answer) || rows.length < 100) return ids;
    }
  }

  /** The value of one attribute on the service. */
  async #valueOf(address: Address, name: string, by: "fields" | "populate"): Promise<Json> {
    const path = isSingle(address) ? address.type : `${address.type}/${address.id}`;
    const locale = address.locale ? `&locale=${address.locale}` : "";
    const answer = await this.#get(`${path}?status=draft&${by}=${name}${locale}`);
    return (answer as { data: JsonObject }).data[name] ?? null;
  }

  async #get(path: string): Promise<Json> {
    const headers = { authorization: `Bearer ${this.#service.tokens.full}` };
    const response = await fetch(`${this.#service.url}/${this.#service.apiPrefix}/${path}`, {
      headers,
    });
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
    return (await response.json()) as Json;
  }
}

/** The route that lists possible targets of an attribute. */
function pointedBy(attribute: AttributeSchema, { targets }: Catalog): string | undefined {
  if (attribute.type === "media") return "upload/files";
  const { inversedBy = "", target = "" } = attribute;
  const route = targets.get(target)?.name;
  return route !== undefined && isExclusive(attribute)
    ? `${route}?filters[${inversedBy}][documentId][$null]=true`
    : route;
}

/** Whether the service keeps one value of an attribute for all locales. */
function isSharedIn({ localized, attributes }: ContentType, name: string): boolean {
  const { type, pluginOptions } = attributes.get(name) ?? ({} as Partial<AttributeSchema>);
  return localized && type !== "relation" && pluginOptions?.i18n?.localized !== true;
}
