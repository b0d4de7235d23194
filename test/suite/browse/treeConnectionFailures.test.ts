import assert from "node:assert/strict";
import { createAuthority } from "../../support/certificates.ts";
import { json } from "../../support/loopback.ts";
import { startTlsService } from "../../support/tlsService.ts";
import { until } from "../../window/until.ts";
import { launchedService } from "../launchedService.ts";
import { iconOf, useTrees } from "../trees.ts";
import { useFaults } from "../useFaults.ts";

describe("Tree item of a failed connection", () => {
  const { tokens } = launchedService();
  const openTree = useTrees();
  const faults = useFaults();

  const hostOf = () => new URL(faults().url).host;

  it("the tree item of a connection explains an unreachable service, also to a screen reader", async () => {
    const tree = openTree({ url: faults().url });
    await faults().stop();

    const [row] = await tree.rows("Magazine");
    const item = row?.item();

    const why = `Couldn't connect to ${hostOf()}. Is the service running?`;
    assert.deepEqual([item?.label, item?.description], ["Not reachable", "Retry"]);
    assert.deepEqual(
      [item?.tooltip, item?.spoken, row?.action],
      [[why], `${why} Retry`, "cms.content.retry"],
    );
  });

  it("the tree item of a connection explains an answer that has only a status", async () => {
    const tree = openTree({ url: faults().url });
    faults().inject(/./, json("<html>Bad gateway</html>", 502));

    const [item] = await tree.items("Magazine");

    assert.deepEqual([item?.label, item?.description], ["Responded with HTTP 502", "Retry"]);
  });

  it("no failure is shown while a local service restarts, and the connection keeps its details and items", async () => {
    const { model, view, restarts } = openTree({ url: faults().url });
    restarts.watch(true);
    const connection = async () => (await view.getChildren())[0]!;
    const before = await view.getChildren(await connection());
    await model.connections.change(model.connection, { environment: "production" });

    await faults().stop();
    model.lists.refresh({ connection: model.connection.id });
    const failed = await view.getChildren(await connection());
    await until("It is not away", () => Promise.resolve(restarts.isAway(model.connection.id)));
    const item = view.getTreeItem(await connection());
    const rows = await view.getChildren(await connection());

    assert.deepEqual(
      [item.label, item.description, iconOf(item)],
      ["Magazine", `Not reachable, retrying · locked · Production · ${hostOf()}`, "lock"],
    );
    assert.deepEqual(failed.length, before.length + 1);
    assert.deepEqual(
      rows.map(({ id }) => id),
      before.map(({ id }) => id),
    );
  });

  it("the tree item of a connection explains a certificate error, and offers to choose a certificate", async () => {
    const authority = await createAuthority();
    const secure = await startTlsService(await authority.forServer());
    const tree = openTree({ url: secure.url });

    const [row] = await tree.rows("Magazine");
    await secure.stop();

    const item = row?.item();
    assert.deepEqual(
      [item?.label, item?.description, item?.contextValue],
      [
        "No secure connection",
        "certificate from an unknown authority · Retry",
        "failure.certificate",
      ],
    );
  });

  it("the tree item of a connection names the permission to read content types that the token lacks", async () => {
    const tree = openTree({ token: tokens.readOnly });

    const lines = await tree.lines("Magazine");

    assert.deepEqual(lines, [
      "Content-type-builder: getContentTypes   missing permission · Retry",
      "Name Collections",
    ]);
  });
});
