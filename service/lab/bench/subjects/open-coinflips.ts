import { LIST_LIMIT_DEFAULT } from "#domain/kernel/contract.ts";
import { Pairs } from "#service/lab/bench/play/coinflip-pairs.ts";
import { forEach, playerId } from "#service/lab/bench/play/players.ts";
import { withDb, withWriter } from "#service/lab/bench/play/with-writer.ts";
import { AuditError } from "#service/lab/bench/report/audit.ts";
import type { Bench, Subject } from "../bench.ts";
import { p50Of } from "../load.ts";
import { untilFollowed, withService } from "../services.ts";

const PATH = "/api/live-coinflips";
const GAMES_EACH = 10;
const FEW = 100;
const MANY = 10_000;
/** Players who open their games at the same time. */
const AT_ONCE = 256;

/** Opens games through the writer, a number per player. */
async function openGames(bench: Bench, { url, games }: { readonly url: string; readonly games: number }) {
  const told = await withDb(bench.databases.asService(url), (db) =>
    withWriter({ db }, async (writer) => {
      const pairs = new Pairs(writer);
      await forEach({ count: games / GAMES_EACH, atOnce: AT_ONCE }, async (index) => {
        for (let game = 0; game < GAMES_EACH; game += 1) await pairs.open(playerId(index));
      });
      return pairs.acknowledged.tally;
    }),
  );
  await bench.audit(url, "log", told);
}

/** Reads the list repeatedly. @returns the median latency, in milliseconds */
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
    return p50Of(ask, bench.spans);
  });
}

/** The list of games that wait for an opponent. */
export const openCoinflipSubject: Subject = {
  id: "open-coinflips",
  run: async (bench) => ({ few: await listing(bench, FEW), many: await listing(bench, MANY) }),
};
