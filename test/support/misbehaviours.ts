import { breaks, early, informational, noHttp, wrongLengths } from "./brokenAnswers.ts";
import type { Behaviour } from "./hostile.ts";
import { redirects, statuses } from "./oddStatuses.ts";
import { polite } from "./polite.ts";
import { compressed, strangeBodies } from "./strangeBodies.ts";
import { tokenLeaks } from "./tokenLeaks.ts";
import { again, does, inJson, message, ok, sends, trickle } from "./rawAnswers.ts";

/** All answers that are wrong or that break immediately. */
export const misbehaviours = (elsewhere: string): Readonly<Record<string, Behaviour>> => ({
  "a good answer": polite,
  ...strangeBodies,
  ...compressed,
  ...wrongLengths,
  ...breaks,
  ...statuses,
  ...redirects(elsewhere),
  ...noHttp,
  ...informational,
  ...tokenLeaks,
});

let documentNumber = 0;

/** All answers that never end. The client times out. */
export const delays: Readonly<Record<string, Behaviour>> = {
  silence: does(() => undefined),
  "a body that stops": sends(message(200, '{"data":[', { "content-length": 1000 })),
  "a body shorter than its content-length": sends(
    message(200, ok, { "content-length": ok.length + 1 }),
  ),
  "chunks that stop": sends(message(200, "2\r\n{}\r\n", { "transfer-encoding": "chunked" })),
  "a body byte by byte": does((socket) => {
    socket.write(message(200, "", { "content-length": 10_000 }));
    trickle(socket, ok);
  }),
  "headers byte by byte": does((socket) => {
    trickle(socket, message(200, ok, { x: "y".repeat(1000) }).toString());
  }),
  "an error that stops": sends(message(500, "{", { "content-length": 1000 })),
  "102 for ever": does((socket) => again(socket, 1, () => socket.write(early))),
  "new documents without an end": does((socket) => {
    const data = Array.from({ length: 3 }, () => ({
      documentId: `tea${String((documentNumber += 1)).padStart(9, "0")}`,
    }));
    const pagination = { page: documentNumber, pageSize: 3, pageCount: 1e9, total: 3e9 };
    socket.write(message(200, JSON.stringify({ data, meta: { pagination } }), inJson));
  }),
};
