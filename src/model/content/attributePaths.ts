import type { AttributeSchema } from "../../client/index.ts";
import { isComponent, type ContentSchema } from "../schemas/catalog.ts";

export interface AttributePath {
  readonly attribute: AttributeSchema;
  /** The last step is the attribute itself. A step into a component has its uid. */
  readonly steps: readonly {
    readonly name: string;
    readonly attribute: AttributeSchema;
    readonly component?: string;
  }[];
}

/**
 * The paths to all attributes of a type, through components and dynamic zones. A component that
 * contains itself is not entered again. An attribute with components has a path for each of them.
 */
export function attributePaths(
  { type, catalog }: ContentSchema,
  above: AttributePath["steps"] = [],
): AttributePath[] {
  return [...type.attributes].flatMap(([name, attribute]) => {
    if (!isComponent(attribute)) return [{ attribute, steps: [...above, { name, attribute }] }];
    const { component, components = [] } = attribute;
    return (component === undefined ? components : [component]).flatMap((uid) => {
      const steps = [...above, { name, attribute, component: uid }];
      const isEntered = above.some((step) => step.component === uid);
      const attributes = (isEntered ? undefined : catalog.components.get(uid)) ?? new Map();
      return [{ attribute, steps }, ...attributePaths({ type: { attributes }, catalog }, steps)];
    });
  });
}

export const namesOn = ({ steps }: AttributePath): string[] => steps.map(({ name }) => name);

/** The names to the first dynamic zone on a path; undefined if there is none. */
export function zoneOn({ steps }: AttributePath): string[] | undefined {
  const at = steps.findIndex(({ attribute }) => attribute.type === "dynamiczone");
  return at < 0 ? undefined : steps.slice(0, at + 1).map(({ name }) => name);
}

/** Whether the service never returns an attribute on the path. */
export const isPrivateOn = ({ steps }: AttributePath): boolean =>
  steps.some(({ attribute }) => attribute.private === true);
