import assert from "node:assert/strict";
import { markdownText } from "../../../src/texts/shared/markdownText.ts";
import { visible, visibleLines } from "../../../src/model/foundation/visibleText.ts";

describe("Visible text", () => {
  const cases: Readonly<Record<string, readonly [text: string, shown: string]>> = {
    "a line break as VS Code's lists do": ["One\nTwo\r\nThree\rFour", "One⏎Two⏎Three⏎Four"],
    "a control character as its picture": ["\u001B[2J\u0007\t\u007F", "␛[2J␇␉␡"],
    "a C1 control as its code point": ["\u009B2J", "[U+009B]2J"],
    "a line separator as its code point": ["One\u2028Two\u2029", "One[U+2028]Two[U+2029]"],
    "a bidirectional control as its code point": [
      "Tea\u202Egnp.exe\u2066",
      "Tea[U+202E]gnp.exe[U+2066]",
    ],
    "half of a surrogate pair as its code point": ["a\uD83Db", "a[U+D83D]b"],
    "nothing for a direction mark": ["\u200FC++\u200E\u061C", "C++"],
    "an emoji of several characters unchanged": ["👩‍🚀 🏴󠁧󠁢󠁥󠁮󠁧󠁿 é", "👩‍🚀 🏴󠁧󠁢󠁥󠁮󠁧󠁿 é"],
    "links, icons and Markdown unchanged": [
      "[x](command:y) $(trash) **b**",
      "[x](command:y) $(trash) **b**",
    ],
  };
  for (const [what, [text, expected]] of Object.entries(cases)) {
    it(`visible text shows ${what}`, () => assert.equal(visible(text), expected));
  }

  it("visible text is the same when it is made visible again", () => {
    const text = Object.values(cases)
      .map(([given]) => given)
      .join("");

    assert.equal(visible(visible(text)), visible(text));
  });

  it("visible text keeps its own line breaks in several lines", () => {
    assert.equal(visibleLines("One\u001B\nTwo\r"), "One␛\nTwo⏎");
  });
});

describe("Text in Markdown", () => {
  it("text in Markdown shows its characters, and becomes no link, code, emphasis or entity", () => {
    assert.equal(
      markdownText("**a** [b](command:c) `d` <e> &lt; $(f)\n# g"),
      "\\*\\*a\\*\\* \\[b\\]\\(command:c\\) \\`d\\` \\<e\\> &amp;lt; \\$\\(f\\)⏎\\# g",
    );
  });

  it("text in Markdown contains no URL and no email address that VS Code makes a link", () => {
    assert.equal(
      markdownText("https://tea.example www.tea.example a@b.example"),
      "https&#58;//tea\\.example ww&#119;\\.tea\\.example a&#64;b\\.example",
    );
  });
});
