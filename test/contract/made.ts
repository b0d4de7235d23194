import { must, send, unique } from "./realCms.ts";

export interface MadeUser {
  readonly id: number;
  readonly documentId: string;
  readonly username: string;
  readonly email: string;
}

/** Creates a document and returns its documentId. Publishes it unless the query sets another status. */
export async function makeArticle(data: object = {}, query = ""): Promise<string> {
  const title = unique("Article");
  const body = { data: { title, slug: title.toLowerCase(), ...data } };
  return await makeDocument(`/articles${query}`, body);
}

export const makeDraft = async (data: object = {}): Promise<string> =>
  await makeArticle(data, "?status=draft");

export async function makeDocument(path: string, body: object): Promise<string> {
  const answer = await must("POST", path, body);
  return (answer as { data: { documentId: string } }).data.documentId;
}

export async function makeUser(data: object = {}): Promise<MadeUser> {
  const username = unique("user");
  const email = `${username}@example.com`;
  const role = await authenticatedRole();
  const body = { username, email, password: "Secret-1", role: role.id, ...data };
  return (await must("POST", "/users", body)) as MadeUser;
}

interface Role {
  readonly id: number;
  readonly documentId: string;
  readonly name: string;
  readonly description: string;
  readonly type: string;
}

let authenticated: Promise<Role> | undefined;

/** The role of the service's users, which no test changes. */
export const authenticatedRole = (): Promise<Role> => (authenticated ??= findRole());

async function findRole(): Promise<Role> {
  const { roles } = (await must("GET", "/users-permissions/roles")) as { roles: Role[] };
  const role = roles.find(({ type }) => type === "authenticated");
  if (!role) throw new Error("The service has no role for its users.");
  return role;
}

/** Creates a published article with the title "Tea" in the default locale and "Thé" in the other one. */
export async function makeInTwoLocales(): Promise<string> {
  const documentId = await makeArticle({ title: "Tea" });
  await must("PUT", `/articles/${documentId}?locale=fr`, { data: { title: "Thé" } });
  return documentId;
}

/** The user as the service stores it, or undefined if the user doesn't exist. */
export async function userOf(id: number): Promise<Readonly<Record<string, unknown>> | undefined> {
  const { body } = await send("GET", `/users/${id}`);
  return body as Readonly<Record<string, unknown>> | undefined;
}

/** Creates published articles with these titles, and returns the kicker that only these articles have. */
export async function makeSeries(titles: readonly string[]): Promise<string> {
  const kicker = unique("series");
  for (const title of titles) await makeArticle({ title, kicker });
  return kicker;
}
