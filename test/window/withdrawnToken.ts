import { refusal } from "../support/loopback.ts";
import type { useFaults } from "./useFaults.ts";

type Scene = ReturnType<ReturnType<typeof useFaults>>;

/** What the service says then. */
export const withdrawn = refusal(401, "UnauthorizedError", "Missing or invalid credentials");

/** The box that asks for one. */
export const tokenBox = "API Token for Magazine";

/** Has all go well again, and gives the token anew by the button of a notification. */
export async function giveToken(
  { workbench, service, faults }: Scene,
  words: string,
): Promise<void> {
  faults.heal();
  await workbench.notifications.press(words, "Edit Token");
  await workbench.quickInput.answer(tokenBox, service.tokens.full);
}
