import assert from "node:assert/strict";
import { html, json, redirect, refusal, startLoopback } from "../../support/loopback.ts";
import { magazine, openModel } from "../magazine.ts";
import { why } from "../outcomes.ts";
import { url } from "./connecting.ts";

describe("Trying a connection", () => {
  const attempt = (token?: string, at = magazine().url) => {
    const { apiPrefix } = magazine();
    return openModel({ catalogs: {} }).connections.try({
      url: at,
      apiPrefix,
      ...(token !== undefined && { token }),
    });
  };

  it("trying a connection succeeds with any valid token, whatever its permissions", async () => {
    const { full, custom, readOnly } = magazine().tokens;

    const trials = [await attempt(full), await attempt(custom), await attempt(readOnly)];

    assert.deepEqual(trials.map(why), Array(3).fill(undefined));
  });

  it("trying a connection fails with a wrong token, without a token and without a service", async () => {
    const trials = [await attempt("wrong"), await attempt(), await attempt("any", url)];

    assert.deepEqual(trials.map(why), ["UnauthorizedError", "ForbiddenError", "NetworkError"]);
  });

  it("trying a connection reports that a page, a redirect or an unknown answer is not a service", async () => {
    const loopback = await startLoopback();
    const answers = [
      html("<html></html>"),
      redirect("https://example.com/login"),
      json({ message: "No such route" }, 404),
      refusal(500, "InternalServerError", "Internal Server Error"),
    ];
    const trials: (string | undefined)[] = [];

    for (const answer of answers) {
      loopback.answer(answer);
      trials.push(why(await attempt("any", loopback.url)));
    }

    await loopback.stop();
    assert.deepEqual(trials, [...(Array(3).fill("not-a-service") as string[]), "HttpError"]);
  });

  it("trying a connection adds none and sends one request", async () => {
    const model = openModel({ catalogs: {} });

    assert.equal(
      why(await model.connections.try({ url: magazine().url, token: magazine().tokens.full })),
      undefined,
    );

    assert.deepEqual(model.connections.all, [model.connection]);
    assert.deepEqual(model.sent("GET"), ["content-type-builder/content-types"]);
  });

  it("trying a connection stops when the user cancels", async () => {
    const model = openModel({ catalogs: {} });

    const trial = await model.connections.try({ url: magazine().url }, AbortSignal.abort());

    assert.equal(why(trial), "CmsAbortError");
  });
});
