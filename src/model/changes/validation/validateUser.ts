import type { JsonObject } from "../../foundation/json.ts";
import { pick, valueIn } from "../../foundation/json.ts";
import { userChanges } from "../writing/userChanges.ts";
import { isStructured } from "../../schemas/catalog.ts";
import type { TypedService } from "../../schemas/service.ts";
import type { Finding } from "../../foundation/finding.ts";
import { validate } from "./validate.ts";

/** What a service would refuse in a user. Unlike in a document, the role is named by its id, and other relations can't be saved. */
export async function validateUser(
  content: JsonObject,
  service: Pick<TypedService, "type" | "catalog" | "capabilities">,
  base: JsonObject = {},
): Promise<readonly Finding[]> {
  const { type } = service;
  const attributes = new Map(
    [...type.attributes].filter(([, one]) => !isStructured(one) && one.type !== "password"),
  );
  const names = [...attributes.keys()];
  const scalars = { ...service, type: { ...type, attributes } };
  const [failure] = userChanges(base, content, service);
  const problems = failure?.code === "not-sendable" ? failure.problems : [];
  // A new one needs a role: the service has none of its own for it.
  const hasNoRole = !Object.hasOwn(base, "id") && valueIn(content, "role") === null;
  return [
    ...(await validate(pick(content, names), scalars, pick(base, names))),
    ...(hasNoRole ? [{ code: "needs-role", path: ["role"], severity: "error" } as const] : []),
    ...problems.flatMap(({ path, why }): Finding[] =>
      // Attributes of users are never read in part.
      why === "not-wholly-read" ? [] : [{ code: why, path: [path], severity: "error" }],
    ),
  ];
}
