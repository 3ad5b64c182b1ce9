import { expect, it } from "vitest";
import { QUANTITY_MAX, SECOND_APPROVAL_ABOVE } from "#domain/features/deposits/rules.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import { systemOrigin } from "#service/event-store/commands/command-origin.ts";
import type { Submission } from "#service/event-store/commands/submission.ts";
import { listCommand } from "#service/features/limiteds/list-command.ts";
import { createLogWriter } from "#service/features/log-writer.ts";
import type { Person } from "#service/features/roles/actor.ts";
import { replacing } from "#service/lab/testing/databases/replacing.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { worldsOf } from "#service/lab/testing/logs/worlds.ts";
import { type World, worldSealer } from "#service/lab/testing/world.ts";
import { approveCommand, requestCommand, reverseCommand } from "./commands.ts";

const ROOT: Person = { playerId: "p_root", isListed: true };
const SECOND: Person = { playerId: "p_second", isListed: true };
const DEPOSIT = "dep_many";
const INSTANCES = Array.from({ length: QUANTITY_MAX }, (_, n) => `${n}`);
const HAT = {
  assetId: 101,
  name: "Hat",
  description: "",
  assetType: 8,
  value: "100",
  source: "recent_average_price" as const,
  valueAt: 0,
};

describeEachEngine("a deposit of the most copies possible", (engine) => {
  const { open } = worldsOf(engine);

  const asked = async (): Promise<World> => {
    const world = await open();
    const alice = await world.register("alice");
    await world.register("root");
    await world.register("second");
    await world.writer.submit(listCommand(systemOrigin("hat", world.now), [HAT]));
    const request = { type: "roblox_limited" as const, itemId: 1, quantity: QUANTITY_MAX };
    const command = { playerId: alice, depositId: DEPOSIT, request, takesItems: true };
    const outcome = await world.writer.submit(requestCommand(world.origin(alice), command));
    expect(outcome.kind).toBe("committed");
    return world;
  };

  /** Runs a command in a process with nothing in memory. @returns how often it loaded holdings */
  const coldly = async (world: World, command: Submission): Promise<number> => {
    await world.writer.stop();
    const { db, loads } = counted(world.db);
    const writer = createLogWriter({ db, sealer: worldSealer });
    await writer.start();
    const outcome = await writer.submit(command);
    await writer.stop();
    expect(outcome.kind).toBe("committed");
    return loads();
  };

  it("is approved and reversed with few loads by a process that has none of them in memory", async () => {
    const world = await asked();
    const review = { actor: ROOT, id: DEPOSIT };
    const approval = {
      instances: INSTANCES,
      sights: new Map(),
      keptIn: () => null,
      note: null,
      listed: new Set([ROOT.playerId, SECOND.playerId]),
    };
    for (const actor of [ROOT, SECOND]) {
      const request = { ...review, ...approval, actor };
      const approve = approveCommand(world.origin(actor.playerId), request, SECOND_APPROVAL_ABOVE);
      expect([1, 2]).toContain(await coldly(world, approve));
    }
    const reverse = reverseCommand(world.origin(ROOT.playerId), { ...review, reason: "Mistaken" });
    expect([1, 2]).toContain(await coldly(world, reverse));
  });
});

/** A database that counts loads of holdings. */
function counted(db: OpenDatabase): { readonly db: OpenDatabase; readonly loads: () => number } {
  let loads = 0;
  const counting: OpenDatabase["run"] = (statement) => {
    if (statement.name === "load_holdings") loads += 1;
    return db.run(statement);
  };
  return { db: replacing(db, { run: counting }), loads: () => loads };
}
