import { beacon } from "#service/features/beacon/feature.ts";
import { gameTables } from "#service/features/game-tables/feature.ts";
import { live } from "#service/features/live/feature.ts";
import { defineServiceFeature } from "#service/features/service-feature.ts";
import type { Core } from "#service/http/deps.ts";
import { DatabaseClock, type RoundClock } from "./database-clock.ts";
import { KnownGames } from "./known-games.ts";
import { RoundKinds } from "./round-kind.ts";
import { roundRooms } from "./round-room.ts";
import { RoundWorker } from "./round-worker.ts";
import { gameRoundRoutes } from "./routes.ts";

/** A service with a clock of its own, as in tests, uses only that. */
function clockOf({ now, db, scheduler, onTrouble }: Core): RoundClock | DatabaseClock {
  if (now !== Date.now) return { now, errorMs: 0 };
  return new DatabaseClock({ sql: db, scheduler, onTrouble });
}

export const gameRounds = defineServiceFeature({
  name: "game-rounds",
  create: (core) => {
    const { reads, writer, scheduler, onTrouble } = core;
    const kinds = new RoundKinds();
    const clock = clockOf(core);
    const submit: typeof writer.submit = (command) => writer.submit(command);
    const with_ = { ...beacon.of(core), ...gameTables.of(core) };
    const rounds = new RoundWorker({ kinds, clock, reads, submit, scheduler, onTrouble, ...with_ });
    const games = new KnownGames(core, kinds);
    live.of(core).rooms.declare(roundRooms({ kinds, games, clock, reads }));
    return { kinds, clock, rounds, games };
  },
  routes: gameRoundRoutes,
  jobs: ({ clock, rounds }) => [...(clock instanceof DatabaseClock ? [clock] : []), rounds],
});
