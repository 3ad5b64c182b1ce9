import { setTimeout as sleep } from "node:timers/promises";
import { currencyStake } from "#domain/features/live-coinflips/items/stake.ts";
import { minor } from "#domain/kernel/money.ts";
import { readConfig } from "#service/config.ts";
import type { Writer } from "#service/event-store/writer.ts";
import { openCommand } from "#service/features/live-coinflips/commands.ts";
import { createLogWriter } from "#service/features/log-writer.ts";
import { playerOrigin } from "#service/http/access/player-origin.ts";
import { uuidV7 } from "#service/ids.ts";
import { DEMO_KEYS } from "#service/keys/demo-keys.ts";
import { createSealer } from "#service/keys/seal.ts";
import { joinFlip, typesOf } from "../coinflips.ts";
import { signIn } from "../load.ts";
import type { Scenario } from "../scenario.ts";
import { until } from "../service-process.ts";
import { RECOVERY_MAX_MS, type Stage } from "../stage.ts";

const ROUNDS = 8;
/** How long a game is open: shorter than any setting allows, so the scenario opens it with its own writer. */
const OPEN_MS = 700;
/** When a join is sent before or after the deadline, in milliseconds. */
const SPREAD_MS = 60;

async function ownWriter(stage: Stage): Promise<Writer> {
  const { masterKeys } = readConfig({ ...DEMO_KEYS, DATA_DIR: stage.folder }, "test");
  const writer = createLogWriter({ db: await stage.open(), sealer: createSealer({ keys: masterKeys }) });
  await writer.start();
  stage.onClose(() => writer.stop());
  return writer;
}

/** A game expires at one process while a player joins it at another. */
export const expiryAgainstJoin: Scenario = {
  name: "a coinflip that expires at one service while a player joins at another is either ended or joined",
  async run(stage) {
    const services = [await stage.startService(), await stage.startService()] as const;
    const [alice, whale] = [await signIn(services[0].url, "alice"), await signIn(services[0].url, "whale")];
    const writer = await ownWriter(stage);
    const db = await stage.open();
    let joins = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const at = Date.now();
      const command = {
        playerId: alice.id,
        gameId: uuidV7(at),
        side: "rbx" as const,
        bet: { stakes: currencyStake("RBX", minor("10.00")) },
        expiresInMs: OPEN_MS,
        itemsStaked: "custody" as const,
      };
      const opened = await writer.submit(openCommand(playerOrigin(alice.id, at), command));
      if (opened.kind !== "committed") throw new Error(`It was not opened: ${JSON.stringify(opened)}`);
      const { id, expiresAt } = opened.answer;
      await sleep(Math.max(0, expiresAt - Date.now() + (Math.random() * 2 - 1) * SPREAD_MS));
      const joined = await joinFlip(services[round % 2 === 0 ? 1 : 0], whale, id);
      const isIn = joined.status === 200 || joined.status === 202;
      const due = isIn ? "Opened Joined Settled" : "Opened Expired";
      await until(async () => (await typesOf(db, id)) === due, {
        maxMs: RECOVERY_MAX_MS,
        what: () => `${id} did not go the way ${due} after its join heard ${JSON.stringify(joined)}`,
      });
      joins += Number(isIn);
    }
    stage.say(`expiry against join: ${joins} joined, ${ROUNDS - joins} expired, never both`);
    await stage.audit();
  },
};
