/** The minimum length of the text of the large document, in characters. */
export const hundredKB = 100_000;

const sentence = "Tea is drunk hot in winter, and the *kettle* is never far.\n\n";

/** Rich text, components and blocks. Each takes about a third of the text in an editor. */
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
