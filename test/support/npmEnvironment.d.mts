/** remove() deletes the temporary home folder, if one was necessary. */
export function npmEnvironment(): {
  readonly env: NodeJS.ProcessEnv;
  readonly remove: () => void;
};
