/** Opens with the first call what all calls share; where it could not be opened, the next call tries again. */
export function once<T>(open: () => Promise<T>): () => Promise<T> {
  let opening: Promise<T> | undefined;
  return async () => {
    try {
      return await (opening ??= open());
    } catch (error) {
      opening = undefined;
      throw error;
    }
  };
}
