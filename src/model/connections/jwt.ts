/** The id of the user whose session this is, as the session itself tells; undefined where only the service can read it, or there is none. */
export function userIdIn(session: string | undefined): string | undefined {
  try {
    const [, said = ""] = session?.split(".") ?? [];
    const { id } = JSON.parse(Buffer.from(said, "base64url").toString()) as { id?: unknown };
    return typeof id === "number" ? String(id) : undefined;
  } catch {
    return undefined;
  }
}
