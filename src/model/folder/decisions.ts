import { knownDigests, pushedDigest, type Digests, type Head } from "./heads.ts";

/*
 * What is to be done with a file, decided by three states of each attribute: in the file, on the
 * service, and in the heads, which say what the service held at the last pull. Where the service has
 * a state that no head has, bases.ts may know a better one from the history of commits. No time
 * decides anything. The rule behind it: a pull replaces no value that someone wrote into the file.
 */

export type AttributeDecision =
  /** The file and the service have the same value. */
  | "same"
  /** Only the file was changed since the last pull. */
  | "changed-locally"
  /** Only the service was changed since the last pull. */
  | "changed-remotely"
  /** Both were changed, or no earlier value is known: the file may be about another document. */
  | "conflict";

/** The digests of one attribute. Each of them is undefined for an empty value. */
interface AttributeStates {
  readonly file: string | undefined;
  readonly service: string | undefined;
  /** One for each head; none for a file that was never pulled. */
  readonly heads: readonly (string | undefined)[];
}

export function decideAttribute({ file, service, heads }: AttributeStates): AttributeDecision {
  if (file === service) return "same";
  // The service changed the value when it was pushed.
  if (heads.includes(pushedDigest(file, service))) return "changed-remotely";
  const known = heads.flatMap(knownDigests);
  const isFileKnown = known.includes(file);
  const isServiceKnown = known.includes(service);
  // With several heads, each side may have the value of another one.
  if (isFileKnown === isServiceKnown) return "conflict";
  return isFileKnown ? "changed-remotely" : "changed-locally";
}

export interface FileStates {
  /** Undefined if there is no file. */
  readonly file: Digests | undefined;
  /** Undefined if the service has no such document or localization. */
  readonly service: Digests | undefined;
  /** Of a file that was pulled: at least one. */
  readonly heads: readonly Pick<Head, "digests">[];
  /** The attributes that can be compared. */
  readonly names: readonly string[];
}

/** The attributes of a file by what was decided about them. Those that are the same are in none. */
interface ComparedAttributes {
  readonly local: readonly string[];
  readonly remote: readonly string[];
  /** Those that both changed in ways that fit together. */
  readonly merged: readonly string[];
  readonly conflicts: readonly string[];
}

/** Why the heads may not say what the service held last. */
export type ServiceDoubt =
  /** The service has a state again that it had before the heads, such as that of a backup. */
  | "went-back"
  /** No commit has the state of the service, but the repository lacks commits. */
  | "shallow";

export interface ComparedDecision extends ComparedAttributes {
  readonly kind: "compared";
  readonly doubt?: ServiceDoubt | undefined;
}

export type FileDecision =
  | ComparedDecision
  /** Only the service has it, and it was never pulled. */
  | { readonly kind: "new-remote" }
  /** Only the folder has it, and it was never pulled. */
  | { readonly kind: "new-local" }
  /** The file was deleted. `isChanged`: the service changed the document since the last pull. */
  | { readonly kind: "deleted-local"; readonly isChanged: boolean }
  /** The service lost it. `isChanged`: the file was changed since the last pull. */
  | { readonly kind: "deleted-remote"; readonly isChanged: boolean }
  /** Neither has it any more. */
  | { readonly kind: "deleted" };

export function decideFile({ file, service, heads, names }: FileStates): FileDecision {
  const basesOf = (name: string) => heads.map(({ digests }) => digests.get(name));
  // A mix of several heads is a change, and so is a key that no head has.
  const isChanged = (side: Digests) =>
    !heads.some(({ digests }) =>
      [...names, ...side.keys()].every((name) =>
        knownDigests(digests.get(name)).includes(side.get(name)),
      ),
    );
  const isPulled = heads.length > 0;
  if (file && service) {
    const decisions = names.map((name) => {
      const states = { file: file.get(name), service: service.get(name), heads: basesOf(name) };
      return [name, decideAttribute(states)] as const;
    });
    const namesWith = (sought: AttributeDecision) =>
      decisions.flatMap(([name, decision]) => (decision === sought ? name : []));
    return {
      kind: "compared",
      local: namesWith("changed-locally"),
      remote: namesWith("changed-remotely"),
      merged: [],
      conflicts: namesWith("conflict"),
    };
  }
  if (service)
    return isPulled
      ? { kind: "deleted-local", isChanged: isChanged(service) }
      : { kind: "new-remote" };
  if (file)
    return isPulled
      ? { kind: "deleted-remote", isChanged: isChanged(file) }
      : { kind: "new-local" };
  return { kind: "deleted" };
}

/** What was changed in a file since the last pull. Asks no service. */
export function decideLocally({ file, heads, names }: Omit<FileStates, "service">): FileDecision {
  if (heads.length === 0) return { kind: file ? "new-local" : "deleted" };
  if (!file) return { kind: "deleted-local", isChanged: false };
  const local = names.filter(
    (name) =>
      !heads.some(({ digests }) => knownDigests(digests.get(name)).includes(file.get(name))),
  );
  return { kind: "compared", local, remote: [], merged: [], conflicts: [] };
}
