import type { Hono } from "hono";
import { playerAccount, USD } from "#domain/accounts/account.ts";
import type { PlayerFile } from "#domain/features/audit/contract.ts";
import { BALANCE_ASSETS_MAX } from "#domain/features/audit/rules.ts";
import { endpoints } from "#domain/features/contract.ts";
import { eventTypes } from "#domain/features/registry.ts";
import { accountEntries, type EntriesQuery } from "#projections/features/audit/account-entries.ts";
import { amountOf } from "#projections/features/audit/amounts.ts";
import { holdingsAsOf } from "#projections/features/audit/holdings-as-of.ts";
import {
  holdingsShown,
  isAccount,
  newestWordOn,
  playersFound,
  profileOf,
  sessionsOf,
} from "#projections/features/audit/players.ts";
import { recordedAt, storedEvents } from "#projections/features/audit/stored-events.ts";
import { playerStats } from "#projections/features/house-flips/player-stats.ts";
import { balanceAsOf, hasHeldMoreThan, positionAt } from "#projections/features/ledger/balance-as-of.ts";
import { trialBalance } from "#projections/features/ledger/trial-balance.ts";
import { playerProgress } from "#projections/features/players/player-progress.ts";
import { grantedRoles } from "#projections/features/roles/standings.ts";
import { headPosition } from "#projections/kernel/rebuild/shadows.ts";
import { instantOf } from "#projections/kernel/values.ts";
import { sessionEndsAt, sessionState } from "#service/features/players/sessions/session-token.ts";
import type { Env } from "#service/http/access/caller.ts";
import type { Deps } from "#service/http/deps.ts";
import { pageOrExport } from "#service/http/export/export.ts";
import { HttpProblem, notFound, orNotFound } from "#service/http/problem.ts";
import { type Call, route } from "#service/http/route.ts";
import { BALANCE_COLUMNS, ENTRY_COLUMNS, EVENT_COLUMNS, HELD_COLUMNS, PLAYER_COLUMNS } from "./columns.ts";
import { looksOf, playersAmong } from "./looked-at.ts";

/** The audit: players, every entry of every account, what was held at any moment, and the events as they are stored. */
export function auditRoutes(app: Hono<Env>, deps: Deps): void {
  playerRoutes(app, deps);
  entryRoutes(app, deps);
  balanceRoutes(app, deps);
  holdingRoutes(app, deps);

  route(app, { deps, endpoint: endpoints.eventTypes }, async () => ({
    items: Object.keys(eventTypes).toSorted(),
    next: null,
  }));

  route(app, { deps, endpoint: endpoints.events }, async (call) => {
    const { query } = call;
    if (query.type !== undefined && !Object.hasOwn(eventTypes, query.type))
      throw invalid("type", "There is no such type of event. /api/admin/event-types lists them all.");
    const looked = looksOf(call, endpoints.events.path, deps);
    return pageOrExport(
      { call, deps },
      {
        name: "events",
        columns: EVENT_COLUMNS,
        page: async (slice) => {
          const page = await storedEvents(readerOf(deps), { ...query, ...slice });
          await looked(
            playersAmong(
              page.items.flatMap(({ stream, alsoIn, postings }) => [
                stream,
                ...alsoIn,
                ...postings.map((leg) => leg.account),
              ]),
            ),
          );
          return page;
        },
      },
    );
  });
}

const readerOf = ({ db, writer }: Deps) => ({ sql: db, logId: writer.logId });

function playerRoutes(app: Hono<Env>, deps: Deps): void {
  route(app, { deps, endpoint: endpoints.adminPlayers }, (call) => {
    const looked = looksOf(call, endpoints.adminPlayers.path, deps);
    const { search } = call.query;
    return pageOrExport(
      { call, deps },
      {
        name: "players",
        columns: PLAYER_COLUMNS,
        page: async (slice) => {
          const page = await playersFound(deps.db, { search, ...slice });
          await looked(page.items.map(({ id }) => id));
          return page;
        },
      },
    );
  });

  route(app, { deps, endpoint: endpoints.adminPlayer }, async (call) => {
    const { id } = call.params;
    const profile = orNotFound(await profileOf(deps.db, id));
    await looksOf(call, endpoints.adminPlayer.path, deps)([id]);
    return fileOf(profile, call, deps);
  });
}

type Profile = NonNullable<Awaited<ReturnType<typeof profileOf>>>;

/** A debt as a positive sum. A debt in dollars is a negative holding. */
const owedShown = ({ asset, amount }: PlayerFile["standing"]["owes"][number]) => ({
  asset,
  amount: asset === USD ? String(amount).replace("-", "") : amount,
});

async function fileOf(
  profile: Profile,
  { models }: Pick<Call<typeof endpoints.adminPlayer>, "models">,
  deps: Deps,
): Promise<PlayerFile> {
  const { id, platformId } = profile;
  const reader = readerOf(deps);
  const [held, owes, sessions, granted, word, progress, stats] = await Promise.all([
    holdingsShown(reader, playerAccount(id)),
    holdingsShown(reader, `receivable:${id}`),
    sessionsOf(deps.db, id),
    grantedRoles(models, id),
    newestWordOn(models, id),
    playerProgress(models, id),
    playerStats(models, id),
  ]);
  const isListed = deps.config.adminPlatformIds.has(platformId);
  return {
    ...profile,
    ...progress,
    holdings: held.holdings,
    holdingsTotal: held.total,
    sessions: sessions.map((session) => ({
      id: session.id,
      createdAt: instantOf(session.createdAt),
      lastSeenAt: instantOf(session.lastSeenAt),
      endsAt: instantOf(sessionEndsAt(session)),
      isLive: sessionState(session, deps.now()) === "live",
      client: session.client,
    })),
    roles: [
      ...(isListed ? [{ role: "admin" as const, source: "settings" as const }] : []),
      ...granted.roles.map((role) => ({ role, source: "grant" as const })),
    ],
    standing: {
      suspended: granted.suspension !== null,
      reason: word?.reason ?? null,
      by: word?.by ?? null,
      at: word?.at ?? null,
      owes: owes.holdings.map(owedShown),
    },
    stats,
  };
}

function entryRoutes(app: Hono<Env>, deps: Deps): void {
  const reader = readerOf(deps);
  const entries = async (
    call: Call<typeof endpoints.accountEntries | typeof endpoints.playerEntries>,
    account: string,
    what: string,
  ) => {
    const { query } = call;
    refuseFuture(query, deps);
    if (!(await isKnown(account, deps))) throw notFound();
    const { asset, from, to, order } = query;
    const wanted: EntriesQuery = {
      asset,
      order,
      after: from === undefined ? undefined : await positionAt(reader, from - 1),
      last: to === undefined ? undefined : await positionAt(reader, to),
    };
    const looked = looksOf(call, what, deps);
    return pageOrExport(
      { call, deps },
      {
        name: `entries-${account.replace(":", "-")}`,
        columns: ENTRY_COLUMNS,
        page: async (slice) => {
          const page = await accountEntries(reader, account, { ...wanted, ...slice });
          const legs = page.items.flatMap(({ otherLegs }) => otherLegs.map((leg) => leg.account));
          await looked(playersAmong([account, ...legs]));
          return page;
        },
      },
    );
  };

  route(app, { deps, endpoint: endpoints.playerEntries }, (call) =>
    entries(call, playerAccount(call.params.id), endpoints.playerEntries.path),
  );
  route(app, { deps, endpoint: endpoints.accountEntries }, (call) =>
    entries(call, call.params.account, endpoints.accountEntries.path),
  );
}

/** Holdings and their sums as lists that can be exported. */
function holdingRoutes(app: Hono<Env>, deps: Deps): void {
  const reader = readerOf(deps);

  route(app, { deps, endpoint: endpoints.holdings }, async (call) => {
    const { account, position, at } = call.query;
    refuseFuture({ at }, deps);
    const head = await headPosition(deps.db, reader.logId);
    refuseBeyond(position, head);
    if (account !== undefined && !(await isKnown(account, deps))) throw notFound();
    const asOf = at === undefined ? (position ?? head) : await positionAt(reader, at);
    const looked = looksOf(call, endpoints.holdings.path, deps);
    return pageOrExport(
      { call, deps },
      {
        name: account === undefined ? "holdings" : `holdings-${account.replace(":", "-")}`,
        columns: HELD_COLUMNS,
        page: async (slice) => {
          const page = await holdingsAsOf(reader, { account, position: asOf, ...slice });
          await looked(playersAmong(page.items.map((held) => held.account)));
          return page;
        },
      },
    );
  });

  route(app, { deps, endpoint: endpoints.adminTrialBalance }, (call) =>
    pageOrExport(
      { call, deps },
      {
        name: "trial-balance",
        columns: BALANCE_COLUMNS,
        page: async () => {
          const { assets, position } = await trialBalance(call.models);
          return { items: assets, next: null, position };
        },
      },
    ),
  );
}

function balanceRoutes(app: Hono<Env>, deps: Deps): void {
  const reader = readerOf(deps);
  const balance = async (
    call: Call<typeof endpoints.accountBalance | typeof endpoints.playerBalance>,
    account: string,
    what: string,
  ) => {
    const { asset, position, at } = call.query;
    refuseFuture({ at }, deps);
    const head = await headPosition(deps.db, reader.logId);
    refuseBeyond(position, head);
    if (!(await isKnown(account, deps))) throw notFound();
    if (asset === undefined && (await hasHeldMoreThan(reader, account, BALANCE_ASSETS_MAX))) {
      const detail = `asset: this account has held more than ${BALANCE_ASSETS_MAX} assets. Ask for one of them.`;
      throw new HttpProblem(400, { code: "too_many_assets", detail });
    }
    await looksOf(call, what, deps)(playersAmong([account]));
    const moment = at === undefined ? { position: position ?? head } : { at };
    const found = await balanceAsOf(reader, { account, asset: asset ?? null }, moment);
    const recorded = await recordedAt(deps.db, reader.logId, found.position);
    return {
      position: found.position,
      at: recorded === null ? null : instantOf(recorded),
      holdings: found.holdings.map(({ asset, amount }) => ({ asset, amount: amountOf(asset, amount) })),
    };
  };

  route(app, { deps, endpoint: endpoints.playerBalance }, (call) =>
    balance(call, playerAccount(call.params.id), endpoints.playerBalance.path),
  );
  route(app, { deps, endpoint: endpoints.accountBalance }, (call) =>
    balance(call, call.params.account, endpoints.accountBalance.path),
  );
}

/** True for built-in accounts, players' accounts, and any account that ever had an entry. */
async function isKnown(account: string, deps: Deps): Promise<boolean> {
  if (!account.includes(":") || (await isAccount(readerOf(deps), account))) return true;
  return (
    account.startsWith("player:") && (await profileOf(deps.db, account.slice("player:".length))) !== null
  );
}

function refuseBeyond(position: number | undefined, head: number): void {
  if (position === undefined || position <= head) return;
  const detail = `position: the log ends at ${head}. Ask for a position from 0 to that.`;
  throw new HttpProblem(400, { code: "position_beyond_head", detail });
}

/** Refuses future instants: their result is not yet known. */
function refuseFuture(instants: { readonly [name: string]: unknown }, { now }: Deps): void {
  for (const name of ["from", "to", "at"]) {
    const instant = instants[name];
    if (typeof instant !== "number" || instant <= now()) continue;
    const detail = `${name}: lies in the future. Ask for an instant up to ${instantOf(now())}.`;
    throw new HttpProblem(400, { code: "instant_in_future", detail });
  }
}

const invalid = (path: string, message: string): HttpProblem =>
  new HttpProblem(400, {
    code: "invalid_request",
    detail: `${path}: ${message}`,
    issues: [{ path, message }],
  });
