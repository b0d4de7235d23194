import type { Service } from "./service.ts";

/**
 * A service that the tests of all files of a run share, because its start takes as long as many tests. Returns the
 * function that gives it to the tests of a describe(): it starts with the first of them, and ends after the last file.
 *
 * @param renew What happens before each later describe(), for example a restore of the content. The default is nothing.
 */
export function sharedService(
  name: string,
  start: () => Promise<Service>,
  renew: (service: Service) => Promise<void> = () => Promise.resolve(),
): () => () => Service {
  let service: Service | undefined;

  after(`stop the service ${name}`, () => service?.stop());

  return () => {
    before(`start the service ${name}`, async function () {
      this.timeout(180_000);
      if (service) await renew(service);
      else service = await start();
    });
    return () => {
      if (!service) throw new Error(`The service ${name} starts with the first test.`);
      return service;
    };
  };
}
