// The demo: the seeded service, and VS Code with the extension connected to it. With --check it drives the window
// through the main job. It exits with 0 if the service confirmed every step.
import { startService } from "../support/service.ts";
import { check } from "./check.ts";
import { connectorEnvironment } from "./connector.ts";
import { addDefects } from "./defects.ts";
import { openForPerson } from "./openForPerson.ts";

const connection = "Magazine";
const say = (line: string): void => {
  console.log(line);
};

say("Starting the content service …");
const service = await startService();
say(`The content service listens at ${service.url}`);

if (process.argv.includes("--check")) {
  const failed = await check({ service, connection, say });
  await service.stop();
  process.exitCode = failed === 0 ? 0 : 1;
} else {
  await addDefects(service);
  await openForPerson({ env: connectorEnvironment(service, connection), say });
  await service.stop();
}
