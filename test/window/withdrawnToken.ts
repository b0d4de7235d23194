import { refusal } from "../support/loopback.ts";
import type { useFaults } from "./useFaults.ts";

type Scene = ReturnType<ReturnType<typeof useFaults>>;

/** The service's answer to a revoked token. */
export const withdrawn = refusal(401, "UnauthorizedError", "Missing or invalid credentials");

/** The title of the input box for the token. */
export const tokenBox = "API Token for Magazine";

/** Removes all faults, and enters the token again through the button of a notification. */
export async function giveToken(
  { workbench, service, faults }: Scene,
  words: string,
): Promise<void> {
  faults.heal();
  await workbench.notifications.press(words, "Edit Token");
  await workbench.quickInput.answer(tokenBox, service.tokens.full);
}
