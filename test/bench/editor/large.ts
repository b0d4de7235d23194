/** How long the text of the large document is at least, in characters. */
export const hundredKB = 100_000;

const sentence = "Tea is drunk hot in winter, and the *kettle* is never far.\n\n";

/** Rich text, components and blocks, of which the text in an editor takes about a third each. */
export const largeData = {
  title: "Tea at Some Length",
  body: sentence.repeat(600),
  links: Array.from({ length: 300 }, (_, at) => ({
    label: `Where tea is drunk, ${at}`,
    url: `https://example.com/tea/houses/${at}`,
    newTab: at % 2 === 0,
  })),
  content: Array.from({ length: 150 }, (_, at) => ({
    type: "paragraph",
    children: [{ type: "text", text: `${at}: ${sentence.trim()}`, bold: at % 2 === 0 }],
  })),
};
