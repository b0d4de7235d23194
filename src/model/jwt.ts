/** The id of the user whose session this is, as the session itself tells; undefined where only the service can read it. */
export function userIdIn(session: string): string | undefined {
  try {
    const [, said = ""] = session.split(".");
    const { id } = JSON.parse(Buffer.from(said, "base64url").toString()) as { id?: unknown };
    return typeof id === "number" ? String(id) : undefined;
  } catch {
    return undefined;
  }
}
