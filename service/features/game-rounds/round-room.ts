import { CURRENCIES, type Currency } from "#domain/accounts/account.ts";
import {
  framesOf,
  framesSince,
  type RoundFrame,
  type SeenRound,
  turnsAt,
} from "#domain/features/game-rounds/frames.ts";
import { gameOfTable } from "#domain/features/game-tables/table.ts";
import { ANYBODY } from "#domain/player/privacy.ts";
import type { ReadModels } from "#projections/kernel/read-models.ts";
import type { RoomKind } from "#service/features/live/room.ts";
import { watchParameter } from "#service/features/live/stream-extension.ts";
import type { RoundClock } from "./database-clock.ts";
import type { KnownGames } from "./known-games.ts";
import type { RoundKind, RoundKinds } from "./round-kind.ts";

/** One currency of a game: its open round, and the one that ended since the previous reading. */
interface SeenTable {
  readonly open: SeenRound | null;
  readonly ended: SeenRound | null;
}

/** A watched game, as a signed-out visitor sees it. */
interface SeenGame {
  readonly kind: RoundKind;
  readonly tables: Readonly<Record<Currency, SeenTable>>;
}

const NOTHING: SeenTable = { open: null, ended: null };
const bothOf = ({ tables }: SeenGame): readonly SeenTable[] => CURRENCIES.map((currency) => tables[currency]);
const openOf = (game: SeenGame): SeenRound[] => bothOf(game).flatMap(({ open }) => open ?? []);

/** Reads one table of a game again. */
async function look(
  { kind, reads, at }: { readonly kind: RoundKind; readonly reads: ReadModels; readonly at: number },
  table: { readonly gameId: string; readonly currency: Currency },
  { seen, position }: { readonly seen: SeenTable; readonly position: number },
): Promise<SeenTable> {
  const viewer = { ...ANYBODY, at };
  const round = await kind.current(reads, table, viewer);
  const open = round === null ? null : { round, position, at };
  if (seen.open === null || seen.open.round.id === round?.id) return { open, ended: null };
  const found = await kind.round(reads, seen.open.round.id, viewer);
  return { open, ended: found === null ? null : { round: found.round, position, at } };
}

/** The rooms of games with rounds, which push rounds to everybody on a game's page. */
export function roundRooms({
  kinds,
  games,
  clock,
  reads,
}: {
  readonly kinds: RoundKinds;
  readonly games: Pick<KnownGames, "find">;
  readonly clock: RoundClock;
  readonly reads: ReadModels;
}): RoomKind<SeenGame> {
  const now = () => Math.floor(clock.now());

  return {
    parameter: watchParameter,
    get models() {
      return kinds.all.map(({ model }) => model);
    },

    read: async (gameId, { state, position }) => {
      const kind = state?.kind ?? (gameId === "" ? null : await games.find(gameId));
      if (kind === null) return null;
      const tableOf = (currency: Currency) =>
        look(
          { kind, reads, at: now() },
          { gameId, currency },
          { seen: state?.tables[currency] ?? NOTHING, position },
        );
      const [RBX, TIX] = [await tableOf("RBX"), await tableOf("TIX")];
      for (const { open } of [RBX, TIX]) if (open?.round.status === "running") await kind.watch?.(open.round);
      return { kind, tables: { RBX, TIX } };
    },

    snapshot: (game) => {
      const at = now();
      return openOf(game).flatMap((seen) => [
        ...framesOf({ ...seen, at }),
        ...bustBy(game.kind, { seen, from: Number.NEGATIVE_INFINITY, at }),
      ]);
    },

    deltas: (before, after) =>
      CURRENCIES.flatMap((currency) => framesBetween(before.tables[currency], after.tables[currency])),

    ticks: (game, sinceMs) => {
      const at = now();
      return openOf(game)
        .filter(({ round }) => round.status === "running")
        .flatMap((seen): RoundFrame[] => {
          const toldAt = game.kind.bust?.(seen.round.id)?.toldAt ?? Number.POSITIVE_INFINITY;
          if (at >= toldAt) return bustBy(game.kind, { seen, from: at - sinceMs, at });
          const t = at - Date.parse(seen.round.startsAt ?? "");
          return [{ name: "tick", data: { round: seen.round.id, t } }];
        });
    },

    isStale: (game) =>
      openOf(game).some(({ round, at }) => {
        const turns = turnsAt(round);
        return turns !== null && at < turns && turns <= now();
      }),

    roomOf: ({ stream }) => gameOfTable(stream),
  };
}

function framesBetween(before: SeenTable, { open, ended }: SeenTable): RoundFrame[] {
  const frames = before.open !== null && ended !== null ? framesSince(before.open, ended) : [];
  if (open === null) return frames;
  const isSame = before.open?.round.id === open.round.id;
  return [...frames, ...(before.open !== null && isSame ? framesSince(before.open, open) : framesOf(open))];
}

/** A running round's bust, if its publication falls into an interval. */
function bustBy(
  { bust }: RoundKind,
  { seen: { round }, from, at }: { readonly seen: SeenRound; readonly from: number; readonly at: number },
): RoundFrame[] {
  const known = round.status === "running" ? (bust?.(round.id) ?? null) : null;
  if (known === null || known.toldAt > at || known.toldAt <= from) return [];
  return [{ name: "bust", data: { round: round.id, point: known.point, t: known.t } }];
}
