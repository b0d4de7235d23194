// The service accepts no body above 1 MB, so a proxy enlarges the answer for a small document.

/** The minimum length of the text of the large document, in characters. */
export const largeText = 5_000_000;

const filler = "Tea is drunk hot in winter, and the *kettle* is never far.\n\n";

/** Rich text, a list of components and JSON. Each takes about a third of the text in an editor. */
const large = {
  body: filler.repeat(30_000),
  links: Array.from({ length: 12_000 }, (_, at) => ({
    id: 1_000_000 + at,
    label: `Where tea is drunk, ${at}`,
    url: `https://example.com/tea/houses/${at}`,
    newTab: at % 2 === 0,
  })),
  metadata: Array.from({ length: 12_000 }, (_, at) => ({
    house: `House ${at}`,
    at: { latitude: at / 250, longitude: -at / 125 },
    teas: ["green", "black", "white"],
  })),
};

/** The title of the document that the proxy enlarges. */
export const largeTitle = "Tea at Length";

/** Turns the service's answer for a small document into one for a large document. */
export function enlarge(body: Buffer): Buffer {
  if (!body.includes(largeTitle)) return body;
  const answer = JSON.parse(body.toString()) as { data?: unknown };
  const { data } = answer;
  // Answers with selected fields lack these attributes.
  if (typeof data !== "object" || data === null || !("body" in data)) return body;
  return Buffer.from(JSON.stringify({ ...answer, data: { ...data, ...large } }));
}
