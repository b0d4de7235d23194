import { deepEqual, doesNotMatch, equal } from "node:assert/strict";
import { mock } from "node:test";
import { PassThrough } from "node:stream";
import { Output } from "../../../src/cli/shared/output.ts";
import type { TextForm } from "../../../src/cli/shared/output.ts";
import { Table } from "../../../src/cli/shared/table.ts";

/** An output whose streams are terminals of 20 columns, or pipes. */
function open({ isTTY, depth = 1 }: { readonly isTTY: boolean; readonly depth?: number }) {
  const stream = () =>
    Object.assign(new PassThrough({ encoding: "utf8" }), {
      isTTY,
      columns: 20,
      getColorDepth: () => depth,
    });
  const [stdout, stderr] = [stream(), stream()];
  // The output uses no other property of the streams.
  const streams = { stdout, stderr } as unknown as Record<"stdout" | "stderr", NodeJS.WriteStream>;
  const textOf = (readable: PassThrough) => String(readable.read() ?? "");
  return {
    output: new Output(streams),
    stdout: () => textOf(stdout),
    stderr: () => textOf(stderr),
    streams: { stdout, stderr },
  };
}

/** Sets the title of a window, clears the screen twice, reverses the text, and starts a line. */
const controls = "\u001B]0;x\u0007\u001B[2J\u009B2J\u202Egnol\u2066\u2028\u200F\u007F\r\nnext";
const visibleText = "␛]0;x␇␛[2J[U+009B]2J[U+202E]gnol[U+2066][U+2028]␡⏎next";

const printed = async (isTTY: boolean, text: string, form: TextForm): Promise<string> => {
  const { output, stdout } = open({ isTTY });
  await output.write(text, form);
  return stdout();
};

describe("Progress in a file", () => {
  afterEach(() => mock.timers.reset());

  const seconds = (count: number) => {
    for (let second = 0; second < count; second += 1) mock.timers.tick(1_000);
  };
  const start = () => {
    mock.timers.enable({ apis: ["setInterval"] });
    return open({ isTTY: false });
  };

  it("progress in a file is a line every ten seconds", () => {
    const { output, stderr } = start();
    for (let second = 0; second <= 25; second += 1) {
      output.progress(`Copying: ${second}`);
      seconds(1);
    }
    output.endProgress();
    equal(stderr(), "Copying: 9\nCopying: 19\n");
  });

  it("progress in a file is repeated while one step takes long, until something else is said", () => {
    const { output, stderr } = start();
    output.progress("Planning: 3,000 documents");
    seconds(25);
    output.note("Plan: 3,000 to create.");
    seconds(25);
    output.endProgress();
    equal(stderr(), `${"Planning: 3,000 documents\n".repeat(2)}Plan: 3,000 to create.\n`);
  });

  it("progress in a file keeps its interval while data is written", async () => {
    const { output, stdout, stderr } = start();
    for (let row = 0; row < 12; row += 1) {
      output.progress(`${row} of 12 documents`);
      seconds(1);
      await output.write("row\n", "lines");
    }
    output.endProgress();
    equal(stderr(), "9 of 12 documents\n");
    equal(stdout(), "row\n".repeat(12));
  });

  it("progress in a file ends with the command", () => {
    const { output, stderr } = start();
    output.progress("Reading: 1");
    output.endProgress();
    seconds(25);
    equal(stderr(), "");
  });
});

describe("Data on stdout", () => {
  it("data on stdout is unchanged in a pipe, whatever its form", async () => {
    for (const form of ["json", "csv", "table", "lines"] as const) {
      equal(await printed(false, controls, form), controls);
    }
  });

  it("JSON in a terminal is valid JSON with the same value, and no control characters", async () => {
    const value = { [controls]: [controls], emoji: "👩‍🚀", text: "漢 é" };
    for (const indent of [0, 2]) {
      const { output, stdout } = open({ isTTY: true });
      await output.json(value, indent);
      const text = stdout();
      deepEqual(JSON.parse(text), value);
      doesNotMatch(text, /(?!\n)[\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u);
    }
  });

  it("JSON lines in a terminal keep one value per line", async () => {
    const lines = await printed(true, '{"a":"\u009B"}\n{"a":"\u202E"}\n', "json");
    equal(lines, '{"a":"\\u009b"}\n{"a":"\\u202e"}\n');
  });

  it("CSV in a terminal shows each record on one line", async () => {
    const csv = `id,title\r\n1,"${controls}, ""quoted"""\r\n2,\u001Bplain\r\n`;
    equal(await printed(true, csv, "csv"), `id,title\n1,"${visibleText}, ""quoted"""\n2,␛plain\n`);
  });

  it("lines in a terminal stay lines, and show other control characters as text", async () => {
    equal(
      await printed(true, "type A = 1;\n\u001B\u202Eb\n", "lines"),
      "type A = 1;\n␛[U+202E]b\n",
    );
  });
});

describe("Messages", () => {
  it("messages show control and bidirectional characters as text, in a terminal and in a pipe", async () => {
    for (const isTTY of [true, false]) {
      const { output, stdout, stderr } = open({ isTTY });
      output.note(controls);
      output.error(controls);
      output.question(controls);
      await output.text(controls);
      deepEqual(
        [stderr(), stdout()],
        [`${visibleText}\nError: ${visibleText}\n${visibleText}`, `${visibleText}\n`],
      );
    }
  });

  it("messages about arguments keep their lines", () => {
    const { output, stderr } = open({ isTTY: true });
    output.usage("error: unknown option '--\u001B'\n(add --help for usage)\n");
    equal(stderr(), "error: unknown option '--␛'\n(add --help for usage)\n");
  });

  it("messages about an error in the program show its control characters as text", () => {
    const { output, stderr } = open({ isTTY: true });
    output.defect(Object.assign(new Error("\u001B[2J"), { body: "\u202E" }));
    const text = stderr();
    equal(text.slice(0, text.indexOf("\n")), "Error: ␛[2J");
    doesNotMatch(text, /(?!\n)[\p{Cc}\u202E]/u);
  });

  it("messages have only the styles of the command line in a terminal with colors", () => {
    const { output, stderr } = open({ isTTY: true, depth: 8 });
    output.error("\u001B[32mgreen");
    equal(stderr(), "\u001B[31mError: ␛[32mgreen\u001B[39m\n");
  });
});

describe("Progress in a terminal", () => {
  it("progress in a terminal replaces itself, and is removed before a line", () => {
    const { output, stderr } = open({ isTTY: true });
    output.progress("1 of 2");
    output.progress("2 of 2");
    output.note("Done.");
    equal(stderr(), "\r\u001B[K1 of 2\r\u001B[K2 of 2\r\u001B[KDone.\n");
  });

  it("progress in a terminal shows control characters as text, and fits the columns", () => {
    for (const [text, line] of [
      ["Reading \u001B[2J\r\n\u202Earticles", "Reading ␛[2J⏎[U+202"],
      [`Reading ${"漢".repeat(20)}`, "Reading 漢漢漢漢漢"],
      [`Reading ${"👍".repeat(20)}`, "Reading 👍👍👍👍👍"],
      [`Reading ${"e\u0301".repeat(20)}`, `Reading ${"e\u0301".repeat(11)}`],
    ] as const) {
      const { output, stderr } = open({ isTTY: true });
      output.progress(text);
      equal(stderr(), `\r\u001B[K${line}`);
    }
  });

  it("progress is not printed in a pipe", () => {
    const { output, stderr } = open({ isTTY: false });
    output.progress("1 of 2");
    equal(stderr(), "");
  });
});

describe("Tables", () => {
  it("a table in a terminal has a bold header and columns that are aligned by their width", async () => {
    const { output, stdout } = open({ isTTY: true, depth: 8 });
    const table = new Table(output, ["id", "title"]);
    await table.print([
      { id: "long-id", title: "Tea" },
      { id: "漢字", title: "Kanji" },
    ]);
    await table.print([{ id: "b", title: "Coffee" }]);
    const header = "\u001B[1mid       title\u001B[22m";
    equal(stdout(), `${header}\nlong-id  Tea\n漢字     Kanji\nb        Coffee\n`);
  });

  it("a table shows control characters of a value as text on one line", async () => {
    for (const isTTY of [true, false]) {
      const { output, stdout } = open({ isTTY });
      await new Table(output, ["title", "id"]).print([{ title: `a\tb${controls}`, id: 1 }]);
      equal(
        stdout()
          .split("\n")
          .at(-2)
          ?.replace(/ {2}|\t/, "|"),
        `a␉b${visibleText}|1`,
      );
    }
  });
});

describe("Output without a reader", () => {
  it("an output that nobody reads any more keeps no listeners for each text that waited for a reader", async () => {
    const { output, streams } = open({ isTTY: false });
    streams.stdout.resume();
    const before = streams.stdout.listenerCount("error");
    for (let count = 0; count < 20; count += 1) await output.write("x".repeat(100_000), "lines");
    equal(streams.stdout.listenerCount("error"), before);
  });

  it("an output that nobody reads any more loses no results of a write", async () => {
    const { output, streams } = open({ isTTY: false });
    output.makeOptional();
    const closed = Object.assign(new Error("write EPIPE"), { code: "EPIPE" });
    streams.stdout.destroy(closed);
    await output.write("x", "lines");
    equal(output.lostResults, undefined);
  });
});
