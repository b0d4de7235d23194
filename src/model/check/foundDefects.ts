import { keyOf, type Address } from "../foundation/address.ts";
import type { CheckFinding, CheckSeverity, RuleCode } from "./checkFinding.ts";

export type FindingCounts = Readonly<Record<CheckSeverity, number>>;

interface Stored {
  readonly finding: CheckFinding;
  /** The number of the check that reported it last. */
  readonly check: number;
}

/** The findings of all checks, each once. Methods that remove some return their documents. */
export class FoundDefects {
  /** By document, then by the identity of the finding. No document is without findings. */
  readonly #documents = new Map<string, { address: Address; findings: Map<string, Stored> }>();
  /** By the names of the documents that they are in, point to or depend on. */
  readonly #byName = new Map<string, Set<CheckFinding>>();
  /** The numbers by connection and type. */
  readonly #counts = new Map<string, Record<CheckSeverity, number>>();

  /** Adds a finding of a check. A finding that an earlier check reported now belongs to this one. */
  add(finding: CheckFinding, check: number): void {
    const { address } = finding;
    const key = keyOf(address);
    const { findings } = this.#documents.get(key) ?? { findings: new Map<string, Stored>() };
    this.#documents.set(key, { address, findings });
    const identity = JSON.stringify([finding.rule, finding.path, finding.data]);
    const storedFinding = findings.get(identity);
    if (storedFinding) this.#note(storedFinding.finding, -1);
    findings.set(identity, { finding, check });
    this.#note(finding, 1);
  }

  of(address: Address): readonly CheckFinding[] {
    const { findings } = this.#documents.get(keyOf(address)) ?? {};
    return [...(findings?.values() ?? [])].map(({ finding }) => finding);
  }

  /** The documents and media files of a connection that have findings, or of all connections. */
  addresses(connection?: string): readonly Address[] {
    return [...this.#documents.values()]
      .map(({ address }) => address)
      .filter((address) => connection === undefined || address.connection === connection);
  }

  localizations(document: Address): readonly Address[] {
    return this.#addressesOf([nameOf.document(document)]);
  }

  /** The documents with findings that name the given document as a target, or have its value. */
  namingTarget(target: Address): readonly Address[] {
    return this.#addressesOf([nameOf.target(target), nameOf.other(target)]);
  }

  /** The media files with findings that name one of these documents as a user of the file. */
  filesUsedIn(documents: readonly Address[]): readonly Address[] {
    return this.#addressesOf(documents.map(nameOf.user));
  }

  counts(connection: string, type?: string): FindingCounts {
    if (type !== undefined) return this.#counts.get(typeKeyOf({ connection, type })) ?? noFindings;
    const sum = { ...noFindings };
    for (const [typeKey, { error, warning }] of this.#counts) {
      if (!typeKey.startsWith(`${connection}/`)) continue;
      sum.error += error;
      sum.warning += warning;
    }
    return sum;
  }

  /** Removes the findings of these documents that an earlier check reported, and this one did not. */
  removeEarlier(addresses: readonly Address[], check: number): readonly Address[] {
    return addresses.filter((address) => this.#remove(address, (stored) => stored.check < check));
  }

  /** Removes the findings of one localization or media file, or only those of one rule. */
  removeAt(address: Address, rule?: RuleCode): readonly Address[] {
    const isOver = ({ finding }: Stored) => rule === undefined || finding.rule === rule;
    return this.#remove(address, isOver) ? [address] : [];
  }

  removeDocument(document: Address): readonly Address[] {
    return this.localizations(document).flatMap((address) => this.removeAt(address));
  }

  clear(connection?: string): readonly Address[] {
    return this.addresses(connection).flatMap((address) => this.removeAt(address));
  }

  /** Returns whether there were any. */
  #remove(address: Address, isOver: (stored: Stored) => boolean): boolean {
    const { findings } = this.#documents.get(keyOf(address)) ?? {};
    const removedEntries = [...(findings ?? [])].filter(([, stored]) => isOver(stored));
    for (const [identity, { finding }] of removedEntries) {
      findings?.delete(identity);
      this.#note(finding, -1);
    }
    if (findings?.size === 0) this.#documents.delete(keyOf(address));
    return removedEntries.length > 0;
  }

  /** Adds a finding to the numbers and names, or removes it from them. */
  #note(finding: CheckFinding, difference: 1 | -1): void {
    const { address, severity } = finding;
    const typeKey = typeKeyOf(address);
    const counts = this.#counts.get(typeKey) ?? { ...noFindings };
    counts[severity] += difference;
    this.#counts.set(typeKey, counts);
    for (const name of namesIn(finding)) {
      const findings = this.#byName.get(name) ?? new Set();
      if (difference > 0) this.#byName.set(name, findings.add(finding));
      else if (findings.delete(finding) && findings.size === 0) this.#byName.delete(name);
    }
  }

  #addressesOf(names: readonly string[]): readonly Address[] {
    const findings = names.flatMap((name) => [...(this.#byName.get(name) ?? [])]);
    return [...new Map(findings.map(({ address }) => [keyOf(address), address])).values()];
  }
}

/** A finding names its document, the target of a relation, others with its value, the file's user. */
const nameOf = {
  document: ({ connection, type, id }: Address) => `document ${connection} ${type} ${id}`,
  target: ({ connection, id }: Pick<Address, "connection" | "id">) => `target ${connection} ${id}`,
  other: ({ connection, type, id }: Address) => `other ${connection} ${type} ${id}`,
  user: (address: Address) => `user ${keyOf(address)}`,
};

function namesIn({ address, data }: CheckFinding): string[] {
  const { connection } = address;
  return [
    nameOf.document(address),
    ...("documentId" in data ? [nameOf.target({ connection, id: data.documentId })] : []),
    ...("others" in data ? data.others.map((other) => nameOf.other(other.address)) : []),
    ...("usedIn" in data && data.usedIn ? [nameOf.user(data.usedIn.address)] : []),
  ];
}

const noFindings = { error: 0, warning: 0 };

const typeKeyOf = ({ connection, type }: Pick<Address, "connection" | "type">): string =>
  `${connection}/${type}`;
