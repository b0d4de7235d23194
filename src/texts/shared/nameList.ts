import * as l10n from "@vscode/l10n";

/** The texts that apply: without empty ones, and without those whose condition doesn't hold. */
export const nonEmpty = (...texts: readonly (string | false | undefined)[]): string[] =>
  texts.filter((text): text is string => Boolean(text));

const maxNames = 5;

/** The first few names, in a sentence. `count` is the total if not all names are known. */
export function listOf(names: readonly string[], count = names.length, separator = ", "): string {
  const firstNames = names.slice(0, maxNames);
  const nameList = firstNames.join(separator);
  const others = count - firstNames.length;
  return others > 0
    ? l10n.t("{names} and {count} more", { names: nameList, count: others })
    : nameList;
}

/** A message that has no period at its end, and remarks about it, in one text. */
export const withRemarks = (message: string, remarks: readonly string[]): string =>
  [`${message}.`, ...remarks].join(" ");

/** A text is required for each key that a value can have. */
export const wordsFor = <Key extends string, Words>(
  key: Key,
  words: Readonly<Record<NoInfer<Key>, Words>>,
): Words => words[key];

/** The members of a union by the property that tells them apart. */
type MembersBy<Name extends string, Union extends Readonly<Record<Name, string>>> = {
  readonly [Member in Union as Member[Name]]: Member;
};

/**
 * A text is required for each value of the property `Name`, made of the member that has it. Throws
 * for another value: check what comes from a file, which another version may have written.
 */
export const wordsBy =
  <Name extends string, Union extends Readonly<Record<Name, string>>>(words: {
    readonly [Key in keyof MembersBy<Name, Union>]: (member: MembersBy<Name, Union>[Key]) => string;
  }) =>
  <Key extends keyof MembersBy<Name, Union>>(key: Key, member: MembersBy<Name, Union>[Key]) =>
    words[key](member);
