// A CommonJS module of an older TypeScript can't require an ES module, but it can import it dynamically.
export async function count(): Promise<number | null> {
  const { createCms } = await import("cms-content");
  const cms = createCms({ baseUrl: "https://cms.example.com" });
  const [, total] = await cms.collection("tags").count();
  // @ts-expect-error -- a client has no such method
  cms.collections("tags");
  return total;
}
