/** What went wrong, in words for the person at the terminal; a stack would say nothing more. */
export class SetUpError extends Error {}
