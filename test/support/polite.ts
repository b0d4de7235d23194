import { does, document, inJson, message, ok } from "./rawAnswers.ts";

const user = { id: 1, username: "ada", email: "ada@example.com", confirmed: true, blocked: false };
const file = { id: 1, documentId: "tea1", name: "tea.png", mime: "image/png", url: "/tea.png" };

/** Answers that have no `data` property, by the last segment of the route. */
const bare = new Map<string, unknown>([
  ["users", [user]],
  ["count", 12],
  ["upload", [file]],
  ["files", [file]],
]);

/** Answers each of the service's routes correctly. */
export const polite = does((socket, { method, target }) => {
  const [path = ""] = target.split("?");
  const pagination = { page: 1, pageSize: 25, pageCount: 1, total: 1 };
  const plain = bare.get(path.split("/").at(-1) ?? "");
  if (plain !== undefined) socket.write(message(200, JSON.stringify(plain), inJson));
  else if (/\/users\/[^/]*$/.test(path)) socket.write(message(200, JSON.stringify(user), inJson));
  else if (method === "DELETE") socket.write("HTTP/1.1 204 No Content\r\n\r\n");
  else if (method === "GET" && /\/(articles|locales|components|content-types)$/.test(path)) {
    const list = { data: [document], meta: { pagination } };
    socket.write(message(200, JSON.stringify(list), inJson));
  } else socket.write(message(200, ok, inJson));
});
