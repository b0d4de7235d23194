/** An error whose message tells the user what failed. Its stack adds nothing. */
export class SetUpError extends Error {}
