import type { QuickInput } from "./quickInput.ts";

/** The titles of the boxes in which Add Connection asks. */
export const urlBox = "Add Connection: URL";
export const nameBox = "Add Connection: Name";
const signInBox = "Add Connection: Sign-In";
const roleBox = "Add Connection: Role";

/** Says of what role it is: after this it is asked how one signs in. */
export async function chooseDevelopment(quickInput: QuickInput): Promise<void> {
  await quickInput.shows(roleBox);
  await quickInput.pick("development");
  await quickInput.shows(signInBox);
}

/** Answers all that is asked before how one signs in. */
export async function answerUpToSignIn(
  quickInput: QuickInput,
  { url, name }: { readonly url: string; readonly name: string },
): Promise<void> {
  await quickInput.answer(urlBox, url);
  await quickInput.answer(nameBox, name);
  await chooseDevelopment(quickInput);
}
