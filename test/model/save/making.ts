import fc from "fast-check";
import type { Address } from "../../../src/model/foundation/address.ts";
import type { ContentType } from "../../../src/model/schemas/catalog.ts";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import { anyContent } from "../anyDocument.ts";
import type { Stock } from "../anyDocument.ts";
import { ask, magazine } from "../magazine.ts";
import { must } from "../outcomes.ts";
import type { Editing } from "./editing.ts";

/** A document to create. */
interface Plan {
  readonly type: ContentType;
  readonly content: JsonObject;
  readonly fate: "draft" | "published" | "modified";
  /** The draft of a modified document. */
  readonly later: JsonObject;
  /** The French localization; null without one. */
  readonly french: JsonObject | null;
  readonly number: number;
}

/** How often each type is generated. */
const share = { articles: 5, pages: 2, authors: 2, tags: 1 };

/** Creates documents with generated content. Each address selects the localization to edit. */
export class Making {
  readonly #editing: Editing;
  readonly #seed: number;

  constructor(editing: Editing, seed: number) {
    this.#editing = editing;
    this.#seed = seed;
  }

  async documents(count: number): Promise<Address[]> {
    const [english, french] = [await this.#stock("en"), await this.#stock("fr")];
    const plans = fc.sample(anyPlan(english, french), { seed: this.#seed, numRuns: count });
    const addresses: Address[] = [];
    for (const [number, plan] of plans.entries()) {
      const id = await makeOne({ ...plan, number });
      const isFrench = plan.french && number % 2 === 0;
      const locale = plan.type.localized ? (isFrench ? "fr" : "en") : undefined;
      addresses.push(this.#editing.model.at(plan.type.name, id, locale));
    }
    return addresses;
  }

  /** Fills the homepage, the only type with a nested component that is not repeatable. */
  async homepage(): Promise<Address> {
    const stock = await this.#stock("en");
    const content = anyContent(typeIn(stock, "homepage").attributes, stock);
    const nested = content.filter(({ callToAction }) => callToAction !== null);
    const [some] = fc.sample(nested, { seed: this.#seed, numRuns: 1 });
    await ask("PUT", "homepage?status=draft&locale=en", some);
    return this.#editing.model.single("homepage", "en");
  }

  /** The relation targets and media files to choose from, in one locale. */
  async #stock(locale: string): Promise<Stock> {
    const { model } = this.#editing;
    const { catalog } = must(await model.catalogs.service(model.connection.id));
    const targets = new Map<string, readonly string[]>();
    for (const { uid, name, localized, kind } of catalog.types.values()) {
      if (kind === "single") continue;
      targets.set(uid, await this.#editing.idsAt(name, localized ? locale : undefined));
    }
    targets.set("plugin::users-permissions.user", await this.#editing.idsAt("users"));
    const files = (await ask("GET", "upload/files")) as readonly { readonly id: number }[];
    const { database } = magazine().description;
    // All supported services accept numeric ids.
    return { catalog, targets, files: files.map(({ id }) => id), database };
  }
}

function typeIn({ catalog }: Stock, name: string): ContentType {
  const type = catalog.types.get(name);
  if (!type) throw new Error(`There is no type ${name}.`);
  return type;
}

const anyPlan = (english: Stock, french: Stock) =>
  fc.oneof(
    ...Object.entries(share).map(([name, weight]) => {
      const type = typeIn(english, name);
      const content = anyContent(type.attributes, english);
      const arbitrary = fc.record({
        type: fc.constant(type),
        content,
        later: content,
        fate: fc.oneof(
          { weight: 4, arbitrary: fc.constant("draft" as const) },
          fc.constantFrom("published" as const, "modified" as const),
        ),
        french: type.localized
          ? fc.option(anyContent(ownOfLocale(type), french), { freq: 2 })
          : fc.constant(null),
      });
      return { weight, arbitrary };
    }),
  );

/** The attributes with a value for each locale. */
const ownOfLocale = ({ attributes }: ContentType) =>
  new Map(
    [...attributes].filter(
      ([, { type, pluginOptions }]) => type === "relation" || pluginOptions?.i18n?.localized,
    ),
  );

async function makeOne(plan: Plan): Promise<string> {
  const { type, content, fate, later, french } = plan;
  const status = fate === "draft" ? "status=draft" : "";
  const response = await ask("POST", `${type.name}?${status}`, unlike(content, plan));
  const { documentId } = (response as { data: { documentId: string } }).data;
  const path = `${type.name}/${documentId}`;
  // Both locales get the shared values, because not every service copies them before the next save removes them.
  const inFrench = (shared: JsonObject) => unlike({ ...shared, ...french }, plan);
  if (french) await ask("PUT", `${path}?locale=fr&${status}`, inFrench(content));
  if (fate === "modified") {
    await ask("PUT", `${path}?status=draft`, unlike(later, plan));
    if (french) await ask("PUT", `${path}?locale=fr&status=draft`, inFrench(later));
  }
  return documentId;
}

/** The content with new values for unique attributes. */
const unlike = (content: JsonObject, { type, number }: Plan): JsonObject =>
  Object.fromEntries(
    Object.entries(content).map(([name, value]) => {
      const attribute = { type: "", unique: false, ...type.attributes.get(name) };
      const isShared = !attribute.unique && attribute.type !== "uid";
      return [name, isShared ? value : `${attribute.type}-${number}`];
    }),
  );
