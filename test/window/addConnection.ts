import type { QuickInput } from "./quickInput.ts";

/** The title of Add Connection at a step. With a token there are five steps. */
export const addingStep = (step: number, totalSteps = 5): string =>
  `Add Connection (${step}/${totalSteps})`;

export const urlBox = addingStep(1);

/** Answers the step for the URL, and waits for the choice of how to sign in. */
export async function answerUpToSignIn(quickInput: QuickInput, url: string): Promise<void> {
  await quickInput.answer(urlBox, url);
  await quickInput.shows(addingStep(2));
}

/** Answers the last two steps: the name and the environment. */
export async function answerFromName(
  quickInput: QuickInput,
  name: string,
  totalSteps = 5,
): Promise<void> {
  await quickInput.answer(addingStep(totalSteps - 1, totalSteps), name);
  await quickInput.shows(addingStep(totalSteps, totalSteps));
  await quickInput.pick("Development");
}
