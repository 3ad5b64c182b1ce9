import { players } from "#service/features/players/feature.ts";
import { listen } from "#service/http/server.ts";
import { Bettors, playerId } from "#service/lab/bench/play/players.ts";
import { AuditError } from "#service/lab/bench/report/audit.ts";
import type { Service } from "#service/service.ts";
import type { Bench, Subject } from "../bench.ts";
import { Child } from "../child.ts";
import { sharedNow } from "../clock.ts";
import type { LiveListenersHandlers, Told } from "../live-listeners.ts";
import { openLoop } from "../load.ts";
import { withService } from "../services.ts";

const FEW = 10;
const MANY = 1_000;
const BETS_PER_SECOND = 100;

/** Every other listener is a player, the rest are not signed in. */
async function cookiesFor({ deps }: Service, count: number): Promise<(string | null)[]> {
  const { sessions, cookies } = players.of(deps);
  return Promise.all(
    Array.from({ length: count }, async (_, index) =>
      index % 2 === 0 ? null : `${cookies.name}=${await sessions.begin(playerId(index))}`,
    ),
  );
}

/** Lets so many listen while others bet at a rate. @returns p99 from a bet's commit to its message, in milliseconds */
async function delivery(
  bench: Bench,
  {
    service,
    bettors,
    count,
  }: { readonly service: Service; readonly bettors: Bettors; readonly count: number },
): Promise<number> {
  const listening = await listen(service.app, { port: 0, host: "127.0.0.1" });
  const child = new Child<LiveListenersHandlers>("live-listeners");
  try {
    const cookies = await cookiesFor(service, count);
    await child.ask("open", { port: listening.port, cookies });
    const told: Told[] = [];
    const from = sharedNow() + bench.spans.warmMs;
    const bet = async (): Promise<void> => {
      const position = await bettors.bet();
      const at = sharedNow();
      if (at >= from) told.push({ position, at });
    };
    const { turnedAway } = await openLoop(bet, { rate: BETS_PER_SECOND, ...bench.spans });
    if (turnedAway > 0) throw new AuditError(`${turnedAway} bets were turned away`);
    const { p99 } = await child.ask(
      "judge",
      told.toSorted((a, b) => a.position - b.position),
    );
    await child.ask("close", null);
    return p99;
  } finally {
    await child.end();
    await listening.close();
  }
}

/** What everybody hears of what happens. */
export const liveStreamSubjects: readonly Subject[] = [
  {
    id: "live-stream",
    run: (bench) =>
      bench.onDatabase({ filled: true }, async (url) => {
        const { few, many, told } = await withService(bench, url, async (service) => {
          const bettors = new Bettors(service.deps.writer);
          const few = await delivery(bench, { service, bettors, count: FEW });
          const many = await delivery(bench, { service, bettors, count: MANY });
          return { few, many, told: bettors.acknowledged.tally };
        });
        await bench.audit(url, "log", told);
        return { few, many, millisecond: 1 };
      }),
  },
];
