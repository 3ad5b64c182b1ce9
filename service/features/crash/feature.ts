import { beacon } from "#service/features/beacon/feature.ts";
import { gameRounds } from "#service/features/game-rounds/feature.ts";
import { defineServiceFeature } from "#service/features/service-feature.ts";
import type { Core } from "#service/http/deps.ts";
import { uuidV7 } from "#service/ids.ts";
import { Beats } from "./beats.ts";
import { crashKind } from "./crash-kind.ts";
import { crashHabit } from "./crowd.ts";
import { Flights } from "./flights.ts";
import { Receipts } from "./prove/receipts.ts";
import { type CrashServices, crashRoutes } from "./routes.ts";
import { CrashRunner } from "./runner.ts";

function createCrash(core: Core): CrashServices {
  const { db, writer } = core;
  const { kinds, clock } = gameRounds.of(core);
  const flights = new Flights();
  const submit: typeof writer.submit = (command) => writer.submit(command);
  const beats = new Beats(db, uuidV7(core.now()));
  const receipts = new Receipts(clock);
  const runner = new CrashRunner({ beats, flights, receipts, clock, submit });
  kinds.add(crashKind({ beacon: beacon.of(core).beacon, clock }, { runner, flights, submit }));
  return { clock, flights, receipts };
}

export const crash = defineServiceFeature({
  name: "crash",
  create: createCrash,
  routes: crashRoutes,
  habit: crashHabit,
});
