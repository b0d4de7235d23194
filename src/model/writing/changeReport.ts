import { isIdentical } from "../content/equality.ts";
import { asJson, attributeNameOf, type Json } from "../foundation/json.ts";
import { done, failed, type Outcome } from "../foundation/outcome.ts";
import type { ChangeFailure } from "../journal/changeFailure.ts";
import { lostIn, type Deviation } from "./verification.ts";
import type { OtherChange } from "../journal/journalEntry.ts";

export interface ChangeReport {
  /** The changed attributes that were sent; empty if nothing had to be sent. */
  readonly sent: readonly string[];
  /** Paths with changes by other clients that the write kept. */
  readonly remotePaths: readonly string[];
  /** The values of the document that differ from the expected ones: changed by the service, or lost. */
  readonly deviations: readonly Deviation[];
  readonly elsewhere: readonly OtherChange[];
  /** For an undo: the changes in other documents that it did not undo. */
  readonly unrestored: readonly OtherChange[];
  /** Why the document couldn't be read after the write, so that it isn't known what it has now. */
  readonly unverified?: ChangeFailure | undefined;
  /** The type's name, if unsent attributes changed. Hooks of the service may need all fields. */
  readonly partialType?: string;
}

export const changeReportOf = (parts: Partial<ChangeReport>): ChangeReport => ({
  sent: [],
  remotePaths: [],
  deviations: [],
  elsewhere: [],
  unrestored: [],
  ...parts,
});

/** The facts of a report for a program: in the results log of an import, and as JSON. */
export const factsOfReport = (report: Partial<ChangeReport> = {}) => ({
  serviceChanged: present(report.deviations),
  otherDocuments: present(report.elsewhere),
  notRestored: present(report.unrestored),
  notVerified: report.unverified && (true as const),
});

export type ReportFacts = Partial<ReturnType<typeof factsOfReport>>;

const present = (list: readonly object[] = []): Json | undefined =>
  list.length > 0 ? list.map(asJson) : undefined;

export const unsentChanges = ({
  sent,
  deviations,
}: Pick<ChangeReport, "sent" | "deviations">): string[] =>
  unique(deviations.map(({ path }) => attributeNameOf(path))).filter(
    (name) => !sent.includes(name),
  );

/** A value that several writes changed has the first expected and the last actual value. */
export function joinReports(reports: readonly ChangeReport[]): ChangeReport {
  const sent = unique(reports.flatMap((report) => report.sent));
  const byPath = new Map<string, Deviation>();
  for (const deviation of reports.flatMap((report) => report.deviations)) {
    const { expected } = byPath.get(deviation.path) ?? deviation;
    byPath.set(deviation.path, { ...deviation, expected });
  }
  const deviations = [...byPath.values()].filter(
    ({ expected, actual }) => !isIdentical(expected, actual),
  );
  const [partialType] = reports.flatMap((report) => report.partialType ?? []);
  const [unverified] = reports.flatMap((report) => report.unverified ?? []);
  return {
    sent,
    remotePaths: unique(reports.flatMap(({ remotePaths }) => remotePaths)),
    deviations,
    elsewhere: reports.flatMap(({ elsewhere }) => elsewhere),
    unrestored: reports.flatMap(({ unrestored }) => unrestored),
    ...(unverified && { unverified }),
    ...(partialType !== undefined &&
      unsentChanges({ sent, deviations }).length > 0 && { partialType }),
  };
}

const unique = (names: readonly string[]): string[] => [...new Set(names)];

/** Fails if the service did not keep content of a write that the user does not see. */
export function requireNothingLost<T extends { readonly report: ChangeReport }>(
  written: T,
): Outcome<T, ChangeFailure> {
  const paths = lostIn(written.report.deviations);
  return paths.length > 0 ? failed({ code: "not-kept", paths }) : done(written);
}
