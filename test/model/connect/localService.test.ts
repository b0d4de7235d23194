import assert from "node:assert/strict";
import { localUrlIn } from "../../../src/model/connect/localService.ts";

describe("localUrlIn", () => {
  const usual = "http://localhost:1337";
  const said: Readonly<Record<string, string>> = {
    "": usual,
    "PORT=1400": "http://localhost:1400",
    "HOST=0.0.0.0\r\nPORT=1400\r\n": "http://localhost:1400",
    "HOST=127.0.0.1\nexport PORT = '1400' # here\n": "http://127.0.0.1:1400",
    'HOST="::1"\nPORT="1400"': "http://[::1]:1400",
    "PORT=1\nPORT=2": "http://localhost:2",
    "HOST=cms.example.com\nPORT=1400": "http://localhost:1400",
    "HOST=localhost@evil.example\nPORT=1400/@evil.example": "http://localhost:1400",
    "#PORT=1400\nMY_PORT=1401\nPORTS=1402": usual,
    "PORT=0": usual,
    "PORT=65536": usual,
    "PORT=-1": usual,
    "PORT=${OTHER}": usual,
    "PORT=__proto__\nHOST=constructor": usual,
  };
  for (const [env, url] of Object.entries(said)) {
    it(`localUrlIn returns ${url} for ${JSON.stringify(env)}`, () => {
      const localUrl = localUrlIn(env);

      assert.equal(localUrl, url);
    });
  }

  it("localUrlIn returns the default URL for very long or binary text", () => {
    const texts = [
      " ".repeat(1e6),
      "PORT=".repeat(2e5),
      "\0\uffff\n".repeat(3e5),
      "\t\n".repeat(5e5),
    ];

    const urls = texts.map(localUrlIn);

    assert.deepEqual(new Set(urls), new Set([usual]));
  });
});
