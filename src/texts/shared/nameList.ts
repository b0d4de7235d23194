import * as l10n from "@vscode/l10n";

/** The texts that apply: without empty ones, and without those whose condition doesn't hold. */
export const nonEmpty = (...texts: readonly (string | false | undefined)[]): string[] =>
  texts.filter((text): text is string => Boolean(text));

const maxNames = 5;

/** Names in a sentence: the first few, or all. `count` is the total if not all names are known. */
export type NameList = (names: readonly string[], count?: number) => string;

const onOwnLine = ",\n  ";

/** All names, each on a line of its own. */
export const listAll: NameList = (names, count) => listOf(names, count, onOwnLine, names.length);

/** Whether a text with all names says more than the text with the first few. */
export const isShortened = (texts: readonly string[], allTexts: readonly string[]): boolean =>
  texts.join(" ") !== allTexts.join(" ").replaceAll(onOwnLine, ", ");

/** The first few names, in a sentence. `count` is the total if not all names are known. */
export function listOf(
  names: readonly string[],
  count = names.length,
  separator = ", ",
  limit = maxNames,
): string {
  const firstNames = names.slice(0, limit);
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
