import { describeService } from "../services/descriptions.ts";
import type { ServiceName } from "../services/descriptions.ts";
import type { Service } from "../support/service.ts";
import { startService } from "../support/service.ts";
import type { Sides } from "../../src/model/compare/documentPairs.ts";
import { SchemaCache } from "../../src/model/schemas/schemaCache.ts";
import { TextsInMemory } from "./ports.ts";
import { storedSchemas, TestModel } from "./testModel.ts";
import { magazine } from "./magazine.ts";

/** The id of the second connection of a model on two services. The first has the model's own id. */
export const targetId = "z9y8x7w6";

let services: Sides<Service> | undefined;
/** The schemas of both services, as an earlier window stored them. */
let schemas: ReadonlyMap<string, string> = new Map();
const models: TestModel[] = [];

async function start({ source, target }: Required<ServiceOptions>): Promise<Sides<Service>> {
  const [from, to] = await Promise.all([
    startService({ service: source }),
    target === "magazine" ? magazine() : startService(),
  ]);
  const stored = await Promise.all([storedSchemas(from), storedSchemas(to, { id: targetId })]);
  schemas = new Map(stored.flatMap(({ texts }) => [...texts]));
  return { from, to };
}

interface ServiceOptions {
  /** The default is another service of the kind that the tests run on. */
  readonly source?: ServiceName;
  /**
   * `magazine`: the service that the tests of other files use. It is not restored, so it keeps the documents of these
   * tests. The default is a service of its own.
   */
  readonly target?: "magazine" | "own";
}

/** Whether the running services are those that the tests need, and can be restored. */
const isUsable = ({ from, to }: Sides<Service>, { source }: Required<ServiceOptions>): boolean =>
  to !== magazine() &&
  from.description.name === source &&
  [from, to].every(({ database }) => database.kind === "sqlite");

async function stop(): Promise<void> {
  const ownServices = services
    ? [services.from, services.to].filter((service) => service !== magazine())
    : [];
  await Promise.all(ownServices.map((service) => service.stop()));
  services = undefined;
}

// The tests of all files share the two services.
after(stop);

afterEach(() => {
  for (const model of models.splice(0)) model.close();
});

/**
 * Gives the tests of a describe() two services with the seeded content, which they may change. The second one is a
 * service of the kind that the tests run on.
 */
export function useTwoServices(options: ServiceOptions = {}): () => Sides<Service> {
  const requirements = { source: describeService().name, target: "own", ...options } as const;
  before("start two services", async function () {
    this.timeout(180_000);
    if (services && !isUsable(services, requirements)) await stop();
    if (services) await Promise.all([services.from.restore(), services.to.restore()]);
    else services = await start(requirements);
  });
  return both;
}

const both = (): Sides<Service> => {
  if (!services) throw new Error("The tests need useTwoServices().");
  return services;
};

/** `from` is the first service and `to` the second one, also in a model where they are exchanged. */
export interface BothOptions {
  /** The URLs of proxies that stand before the services. */
  readonly urls?: Partial<Sides<string>>;
  /** Tokens other than those with full access. */
  readonly tokens?: Partial<Sides<string>>;
  /** Whether the second service is the source and the first one the target. */
  readonly isReversed?: boolean;
  /** The journal and the logs of runs of an earlier process. */
  readonly stores?: Pick<ConstructorParameters<typeof TestModel>[0], "journalStore" | "runStore">;
}

/** The model with a connection to each service, and the ids of both connections. */
export function openBoth({ urls, tokens, isReversed = false, stores }: BothOptions = {}): {
  readonly model: TestModel;
  readonly from: string;
  readonly to: string;
} {
  const { from, to } = both();
  const model = new TestModel({
    ...{ ...from, url: urls?.from ?? from.url, token: tokens?.from ?? from.tokens.full },
    ...stores,
    ...(!tokens && { catalogs: { schemaCache: new SchemaCache(new TextsInMemory(schemas)) } }),
  });
  models.push(model);
  const { id } = model.connection;
  const target = { id: targetId, name: "Target", url: urls?.to ?? to.url, apiPrefix: to.apiPrefix };
  model.store.connections = [model.connection, target];
  model.store.tokens.set(targetId, tokens?.to ?? to.tokens.full);
  return isReversed ? { model, from: targetId, to: id } : { model, from: id, to: targetId };
}
