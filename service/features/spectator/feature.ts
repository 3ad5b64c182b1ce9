import { live } from "#service/features/live/feature.ts";
import { watchParameter } from "#service/features/live/stream-extension.ts";
import { defineServiceFeature } from "#service/features/service-feature.ts";
import type { Core } from "#service/http/deps.ts";
import { spectatorRoutes } from "./routes.ts";
import { Watchers } from "./watchers.ts";

/** A live stream with `?watch=` and a game counts as a watcher of that game while it is open. */
function createWatchers(core: Core): { readonly watchers: Watchers } {
  const { config, db, writer, scheduler, onTrouble } = core;
  const { hub, extensions } = live.of(core);
  const watchers = new Watchers({
    key: config.tokenKeys[0]?.bytes ?? Buffer.alloc(0),
    db,
    scheduler,
    onChange: () => hub.tell("spectators", writer.head.position),
    onTrouble,
  });
  extensions.push({
    parameter: watchParameter,
    topic: "spectators",
    opened: (gameId, who) => (gameId === "" ? () => undefined : watchers.watch(gameId, who)),
  });
  return { watchers };
}

export const spectator = defineServiceFeature({
  name: "spectator",
  create: createWatchers,
  routes: spectatorRoutes,
  jobs: ({ watchers }) => [watchers],
});
