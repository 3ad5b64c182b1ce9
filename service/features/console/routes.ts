import type { Hono } from "hono";
import { CURRENCIES } from "#domain/accounts/account.ts";
import { assetIdOf, type Copy } from "#domain/accounts/item.ts";
import { BANK_FLOOR, BANK_RISK, isStopped } from "#domain/features/bank/rules.ts";
import type { Overview } from "#domain/features/console/contract.ts";
import { FOUND_MAX, NEAR_FLOOR_TIMES } from "#domain/features/console/rules.ts";
import { endpoints } from "#domain/features/contract.ts";
import { CUSTODY_SIGHTINGS_MAX, CUSTODY_SIGHTINGS_NAMED_MAX } from "#domain/features/deposits/rules.ts";
import { formatMinor, type Minor, minor } from "#domain/kernel/money.ts";
import { dayOf } from "#domain/kernel/time.ts";
import { playersFound } from "#projections/features/audit/players.ts";
import { namesOfItems, namesOfPlayers } from "#projections/features/console/names.ts";
import {
  playersCounted,
  proposalsWaiting,
  requestsWaiting,
  waitingNow,
} from "#projections/features/console/overview.ts";
import { depositFound, eventFound, gameFound } from "#projections/features/console/search.ts";
import { custodySightings } from "#projections/features/deposits/custody.ts";
import { stakesNow } from "#projections/features/halts/stakes.ts";
import { trialBalance } from "#projections/features/ledger/trial-balance.ts";
import { limitedValues } from "#projections/features/limiteds/limiteds.ts";
import { dayText, revenueBy } from "#projections/features/revenue/revenue.ts";
import { settingsSet } from "#projections/features/settings/admin-settings.ts";
import type { ReadModels } from "#projections/kernel/read-models.ts";
import { instantOf } from "#projections/kernel/values.ts";
import { looksOf } from "#service/features/audit/looked-at.ts";
import type { Env } from "#service/http/access/caller.ts";
import type { Deps } from "#service/http/deps.ts";
import { type Call, route } from "#service/http/route.ts";

const ID = /^[A-Za-z0-9_-]{1,64}$/;
const POSITION = /^[1-9]\d{0,14}$/;

/** The console beyond its lists: the overview, one search for everything, and names for ids. */
export function consoleRoutes(app: Hono<Env>, deps: Deps): void {
  const reader = { sql: deps.db, logId: deps.writer.logId };

  route(app, { deps, endpoint: endpoints.overview }, (call) => overviewOf(call, deps));

  route(app, { deps, endpoint: endpoints.search }, async (call) => {
    const { models } = call;
    const { q } = call.query;
    const byId = <T>(find: (id: string) => Promise<T | null>) => (ID.test(q) ? find(q) : null);
    const [players, items, event, game, deposit] = await Promise.all([
      playersFound(deps.db, { search: q, limit: FOUND_MAX }),
      limitedValues(models, { search: q, isOverridden: false, limit: FOUND_MAX }),
      POSITION.test(q) ? eventFound(reader, Number(q)) : null,
      byId((id) => gameFound(models, id)),
      byId((id) => depositFound(models, id)),
    ]);
    const seen = [...players.items, ...(deposit === null ? [] : [deposit.player])];
    await looksOf(call, endpoints.search.path, deps)(seen.map(({ id }) => id));
    return {
      players: players.items.map(({ id, username, displayName, profileImageUrl, platformId }) => ({
        ...{ id, username, displayName, profileImageUrl, platformId },
      })),
      items: items.items.map(({ assetId, name }) => ({ assetId, name })),
      ...{ event, game, deposit },
    };
  });

  // Every list of the console shows names, so reading one is not logged.
  route(app, { deps, endpoint: endpoints.names }, async ({ query, models }) => {
    const [players, items] = await Promise.all([
      namesOfPlayers(deps.db, query.players ?? []),
      namesOfItems(models, query.items ?? []),
    ]);
    return { players, items };
  });
}

async function overviewOf(
  { models }: Pick<Call<typeof endpoints.overview>, "models">,
  { db, writer, reads, now }: Deps,
): Promise<Overview> {
  const reader = { sql: db, logId: writer.logId };
  const today = dayOf(now());
  const [books, waiting, requests, proposals, custody, stakes, health, players, earned, { byName }] =
    await Promise.all([
      trialBalance(models),
      waitingNow(models),
      requestsWaiting(models),
      proposalsWaiting(models, now()),
      custodyNow(models, db),
      stakesNow(reader),
      reads.health(),
      playersCounted(db),
      revenueBy(models, { first: today, last: today }, ["currency"]),
      settingsSet(models),
    ]);
  const floor = byName.get("bankFloor")?.value ?? BANK_FLOOR;
  const behind = health.projections.filter(({ lag }) => lag > 0);
  return {
    position: books.position,
    day: dayText(today),
    waiting: { ...waiting, ...requests, proposals },
    ...{ stakes, custody },
    readModels: {
      count: health.projections.length,
      behind: behind.length,
      stopped: health.projections.filter(({ error }) => error !== null).length,
      lag: Math.max(0, ...behind.map(({ lag }) => lag)),
      waitedMs: Math.max(0, ...behind.map(({ waitedMs }) => waitedMs)),
    },
    bank: books.assets.flatMap(({ asset, house, escrow }) =>
      CURRENCIES.filter((currency) => currency === asset).map((currency) => ({
        ...{ currency, bank: house, floor: formatMinor(floor), escrow },
        state: stateOf(house, floor),
      })),
    ),
    players,
    today: CURRENCIES.map((currency) => {
      const row = earned.find((one) => one.currency === currency);
      return {
        currency,
        games: row?.games ?? 0,
        wagered: row?.wagered ?? "0.00",
        revenue: row?.revenue ?? "0.00",
      };
    }),
  };
}

/** Copies in custody that the platform shows with another holder. Admins see their names, as in every list. */
async function custodyNow(models: ReadModels, db: Deps["db"]): Promise<Overview["custody"]> {
  const seen = await custodySightings(models, CUSTODY_SIGHTINGS_MAX + 1);
  const longest = seen.slice(0, CUSTODY_SIGHTINGS_NAMED_MAX);
  const [people, items] = await Promise.all([
    namesOfPlayers(
      db,
      longest.flatMap(({ player_id: id }) => id ?? []),
    ),
    namesOfItems(
      models,
      longest.map(({ copy }) => String(assetIdOf(copy as Copy))),
    ),
  ]);
  return {
    seenElsewhere: {
      count: Math.min(seen.length, CUSTODY_SIGHTINGS_MAX),
      isMore: seen.length > CUSTODY_SIGHTINGS_MAX,
    },
    longest: longest.map(({ copy, player_id: playerId, ...at }) => ({
      copy,
      itemName: items.find(({ assetId }) => assetId === assetIdOf(copy as Copy))?.name ?? "",
      player: people.find(({ id }) => id === playerId) ?? null,
      firstSeenAt: instantOf(at.first_seen_at),
      lastSeenAt: instantOf(at.last_seen_at),
    })),
  };
}

/** Whether a bank is above its floor, near it, or too low for any stake. */
function stateOf(house: string, floor: Minor): Overview["bank"][number]["state"] {
  const bank = house.startsWith("-") ? 0n : minor(house);
  if (isStopped(bank, { floor, risk: BANK_RISK })) return "stopped";
  return bank < floor * NEAR_FLOOR_TIMES ? "near" : "fine";
}
