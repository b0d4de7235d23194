import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, readdirSync } from "node:fs";
import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { temporaryFolder } from "../support/temporaryFolder.ts";

const servers = fileURLToPath(new URL("../services/databaseServer.ts", import.meta.url));
const program = `
  const { startDatabaseServer } = await import(${JSON.stringify(servers)});
  const { access } = await startDatabaseServer("postgres");
  console.log(access.port);
  setInterval(() => {}, 1000);
`;

describe("PostgreSQL server", function () {
  this.timeout(60_000);
  const folder = temporaryFolder();
  after(() => folder.remove());

  it("the PostgreSQL server stops and removes its files when the process that started it is killed", async () => {
    // A server that root starts runs as another user, which needs access to its files.
    chmodSync(folder.path, 0o755);
    const words = ["--import", "tsx", "--input-type=module", "--eval", program];
    const child = spawn(process.execPath, words, {
      env: { ...process.env, TMPDIR: folder.path },
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [text] = (await once(child.stdout, "data")) as [Buffer];
    const port = Number(text);
    const files = () => readdirSync(folder.path).filter((name) => name.startsWith("cms-database-"));
    const [before, filesBefore] = [await isOpen(port), files().length];

    child.kill("SIGKILL");

    const isGone = async () => !(await isOpen(port)) && files().length === 0;
    for (let tries = 0; tries < 100 && !(await isGone()); tries++) await wait(100);
    assert.deepEqual([before, filesBefore, await isGone()], [true, 1, true]);
  });
});

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
