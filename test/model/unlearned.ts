import { Capabilities } from "../../src/model/connect/capabilities.ts";
import { Routes, type Service } from "../../src/model/schemas/catalogs.ts";

type Learned = Pick<Service, "connection" | "capabilities" | "doubt" | "routes" | "sendAllFields">;

/** The knowledge about a service in a new window, which learns from the service's answers. */
export function unlearned(): Learned {
  return {
    connection: "c1",
    capabilities: new Capabilities(),
    doubt: () => undefined,
    routes: new Routes(() => undefined),
    sendAllFields: [],
  };
}
