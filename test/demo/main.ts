// The demo: the seeded service, and VS Code with the extension connected to it. With --two, there are two services that
// differ, Staging and Production. With --check it drives the window through the main job, or with --two through a look
// at both services. It exits with 0 if every step succeeded.
import { startService } from "../support/service.ts";
import { check } from "./check.ts";
import { connectorEnvironment } from "./connector.ts";
import type { DemoConnection, DemoPage } from "./connector.ts";
import { addDefects } from "./defects.ts";
import { startDifferentServices } from "../support/differentServices.ts";
import { openForPerson } from "./openForPerson.ts";
import type { Step } from "./stage.ts";
import { steps } from "./steps.ts";
import { stepsOnTwo } from "./stepsOnTwo.ts";

/** What the window is connected to, and what a check does there. */
interface Demo {
  readonly connections: readonly [DemoConnection, ...DemoConnection[]];
  readonly page: DemoPage;
  readonly steps: readonly Step[];
  stop(): Promise<void>;
}

const isCheck = process.argv.includes("--check");

const say = (line: string): void => console.log(line);

async function startOne(): Promise<Demo> {
  say("Starting the content service …");
  const service = await startService();
  say(`The content service listens at ${service.url}`);
  // The steps of a check add the defects themselves.
  if (!isCheck) await addDefects(service);
  const connections = [{ name: "Magazine", service }] as const;
  return { connections, page: "one", steps, stop: () => service.stop() };
}

async function startTwo(): Promise<Demo> {
  say("Starting two content services …");
  const services = await startDifferentServices();
  const { from, to } = services;
  say(`Staging listens at ${from.url}`);
  say(`Production listens at ${to.url}`);
  return {
    connections: [
      { name: "Staging", service: from, environment: "staging" },
      { name: "Production", service: to, environment: "production" },
    ],
    page: "two",
    steps: stepsOnTwo,
    stop: () => services.stop(),
  };
}

const demo = await (process.argv.includes("--two") ? startTwo() : startOne());

if (isCheck) {
  const failed = await check({ ...demo, say });
  await demo.stop();
  process.exitCode = failed === 0 ? 0 : 1;
} else {
  await openForPerson({ env: connectorEnvironment(demo.connections, demo.page), say });
  await demo.stop();
}
