// The service takes no body above 1 MB, so a large document is made of a small one on the way back.

/** How long the text of the large document is at least, in characters. */
export const largeText = 5_000_000;

const filler = "Tea is drunk hot in winter, and the *kettle* is never far.\n\n";

/** Rich text, a list of components and JSON, of which the text in an editor takes about a third each. */
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

/** Whether a document is to be large, by its title. */
export const largeTitle = "Tea at Length";

/** The answer that a service gives for a large document, of the one that it gives for a small one. */
export function enlarge(body: Buffer): Buffer {
  if (!body.includes(largeTitle)) return body;
  const answer = JSON.parse(body.toString()) as { data?: unknown };
  const { data } = answer;
  // Only a document that was asked for whole has these attributes.
  if (typeof data !== "object" || data === null || !("body" in data)) return body;
  return Buffer.from(JSON.stringify({ ...answer, data: { ...data, ...large } }));
}
