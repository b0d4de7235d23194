import { Capabilities } from "../../src/model/connections/capabilities.ts";
import { Routes } from "../../src/model/schemas/routes.ts";
import type { Service } from "../../src/model/schemas/catalogs.ts";

type Learned = Pick<Service, "capabilities" | "doubt" | "routes">;

/** What a window knows of a service that it has not used yet, to be learned from its answers. */
export function unlearned(): Learned {
  const [routes, connection] = [new Routes(), "k3j2h4x9"];
  return {
    capabilities: new Capabilities(),
    doubt: () => undefined,
    routes: {
      decides: (route, uid) => routes.decides(connection, route, uid),
      learn: (route, uid, decides) => void routes.learn(connection, route, { uid, decides }),
    },
  };
}
