import { Bettors, playerId } from "#service/lab/bench/play/players.ts";
import { AuditError } from "#service/lab/bench/report/audit.ts";
import type { Service } from "#service/service.ts";
import type { Bench, Subject } from "../bench.ts";
import { sharedNow } from "../clock.ts";
import type { Told } from "../live-listeners.ts";
import { openLoop } from "../load.ts";
import { atPort, cookieOf, withListeners, withService } from "../services.ts";

const FEW = 10;
const MANY = 1_000;
const BETS_PER_SECOND = 100;

/** Lets many listen while others bet at a rate. @returns p99 from a bet's commit to its message, in milliseconds */
const delivery = (
  bench: Bench,
  { service, bettors }: { readonly service: Service; readonly bettors: Bettors },
  count: number,
): Promise<number> =>
  atPort(service.app, async (port) => {
    // Every other listener is a player, the rest are not signed in.
    const listeners = Array.from({ length: count }, async (_, index) =>
      index % 2 === 0 ? null : cookieOf(service, playerId(index)),
    );
    return withListeners({ port, cookies: await Promise.all(listeners) }, async (judge) => {
      const told: Told[] = [];
      const from = sharedNow() + bench.spans.warmMs;
      const bet = async (): Promise<void> => {
        const position = await bettors.bet();
        const at = sharedNow();
        if (at >= from) told.push({ position, at });
      };
      const { turnedAway } = await openLoop(bet, { rate: BETS_PER_SECOND, ...bench.spans });
      if (turnedAway > 0) throw new AuditError(`${turnedAway} bets were turned away`);
      return (await judge(told.toSorted((a, b) => a.position - b.position))).p99;
    });
  });

/** The live stream. */
export const liveStreamSubject: Subject = {
  id: "live-stream",
  run: (bench) =>
    bench.onDatabase({ filled: true }, async (url) => {
      const { few, many, told } = await withService(bench, url, async (service) => {
        const bettors = new Bettors(service.deps.writer);
        const few = await delivery(bench, { service, bettors }, FEW);
        const many = await delivery(bench, { service, bettors }, MANY);
        return { few, many, told: bettors.acknowledged.tally };
      });
      await bench.audit(url, "log", told);
      return { few, many, millisecond: 1 };
    }),
};
