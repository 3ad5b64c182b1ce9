import { LIST_LIMIT_DEFAULT } from "#domain/kernel/contract.ts";
import { createLogWriter } from "#service/features/log-writer.ts";
import { Pairs } from "#service/lab/bench/play/coinflip-pairs.ts";
import { playerId } from "#service/lab/bench/play/players.ts";
import { AuditError } from "#service/lab/bench/report/audit.ts";
import type { Bench, Subject } from "../bench.ts";
import { closedLoop } from "../load.ts";
import { untilFollowed, withService } from "../services.ts";
import { benchSealer } from "../settings.ts";

const PATH = "/api/live-coinflips";
const GAMES_EACH = 10;
const FEW = 100;
const MANY = 10_000;
/** Players who open their games at the same time. */
const AT_ONCE = 256;

/** Opens games through the writer, so many for each player. */
async function openGames(bench: Bench, { url, games }: { readonly url: string; readonly games: number }) {
  const db = await bench.databases.asService(url);
  const writer = createLogWriter({ db, sealer: benchSealer });
  await writer.start();
  const pairs = new Pairs(writer);
  let next = 0;
  const open = async (): Promise<void> => {
    while (next < games / GAMES_EACH) {
      next += 1;
      const id = playerId(next - 1);
      for (let game = 0; game < GAMES_EACH; game += 1) await pairs.open(id);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, open)).finally(async () => {
    await writer.stop();
    await db.close();
  });
  await bench.audit(url, "log", pairs.acknowledged.tally);
}

/** Asks for the list, over and over. @returns the median time of an answer, in milliseconds */
async function listing(bench: Bench, games: number): Promise<number> {
  const url = await bench.databases.kept(`open-${games}`, (made) => openGames(bench, { url: made, games }));
  return withService(bench, url, async (service) => {
    await untilFollowed(service);
    const ask = async (): Promise<void> => {
      const answer = await service.app.request(PATH);
      const { length } = (await answer.json()) as readonly unknown[];
      if (answer.status !== 200 || length !== LIST_LIMIT_DEFAULT)
        throw new AuditError(`${length} open games were listed`);
    };
    return (await closedLoop(ask, { callers: 1, ...bench.spans })).p50;
  });
}

/** The list of games that wait for somebody to join. */
export const openCoinflipSubjects: readonly Subject[] = [
  {
    id: "open-coinflips",
    run: async (bench) => ({ few: await listing(bench, FEW), many: await listing(bench, MANY) }),
  },
];
