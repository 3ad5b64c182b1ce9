import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { copyOf } from "../accounts/item.ts";
import type { NewEvent, RecordedEvent } from "../kernel/events/event.ts";
import { kindOf, readEvent } from "../kernel/events/stream-kind.ts";
import type { DomainFeature } from "../kernel/feature.ts";
import { isBalanced } from "../ledger/posting.ts";
import { recordRecovery } from "../ledger/recovery.ts";
import { initialPlayer } from "../player/player.ts";
import { proposalEvents } from "../testing/any-proposal.ts";
import { plain } from "../testing/given.ts";
import { flipped, registered } from "../testing/players.ts";
import { forAllIn } from "../testing/properties/for-all.ts";
import { features } from "./all.ts";
import { fundBank } from "./bank/bank.ts";
import { fallOfBank } from "./bank/events.ts";
import { itemsFlipped } from "./bot-flips/events.ts";
import { winningsOf } from "./bot-flips/rules.ts";
import { depositor } from "./deposits/depositor.ts";
import {
  type DepositSubject,
  debtPaid,
  debtWrittenOff,
  depositApproved,
  depositCancelled,
  depositClaimed,
  depositClosed,
  depositCompleted,
  depositCounted,
  depositOpened,
  depositRejected,
  depositRequested,
  depositReversed,
  depositTakenBack,
} from "./deposits/events.ts";
import { stakesHalted, stakesResumed } from "./halts/events.ts";
import { coinFlipped } from "./house-flips/events.ts";
import { edgeOf, payoutOf, STAKE_MAX, STAKE_MIN } from "./house-flips/rules.ts";
import { inventorySynced, sightingsEnded } from "./inventory/events.ts";
import {
  limitedsListed,
  limitedsValued,
  limitedValueOverridden,
  limitedValueOverrideLifted,
} from "./limiteds/events.ts";
import { LIMITEDS_MAX, VALUE_MAX, VALUE_SOURCES } from "./limiteds/rules.ts";
import {
  coinflipCancelled,
  coinflipExpired,
  coinflipJoined,
  coinflipOfferEnded,
  coinflipOffered,
  coinflipOpened,
  coinflipPlayed,
  coinflipSettled,
  coinflipVoided,
} from "./live-coinflips/events.ts";
import { currencyStake } from "./live-coinflips/items/stake.ts";
import { playerRegistered } from "./players/events.ts";
import { eventTypes, playerStreamKind, settingDefinitions, streamKinds } from "./registry.ts";
import { playerSuspended, roleGranted, roleRevoked, suspensionLifted } from "./roles/events.ts";
import { standing } from "./roles/standing.ts";
import { seedPairRotated } from "./seed-pairs/events.ts";
import { settingsChanged } from "./settings/events.ts";
import { rebuildAsked, sessionsEnded } from "./system/events.ts";

/** More than a hundred event types: each is generated a few times, three thousand in all. */
const forAll = forAllIn({ numRuns: 30 });

const id = fc.stringMatching(/^[a-z0-9_]{1,24}$/);
const seed = fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/);
const hash = fc.stringMatching(/^[0-9a-f]{64}$/);
const pair = fc.integer({ min: 1, max: 1_000_000 });
const side = fc.constantFrom("rbx" as const, "tix" as const);

const registrations = fc
  .record({ playerId: id, serverSeedHash: hash, nextServerSeedHash: hash, clientSeed: seed })
  .map(({ playerId, ...seeds }) => playerRegistered(playerId, { ...seeds, pair: 1, clientSeedBy: "server" }));

const flips = fc
  .record({
    playerId: id,
    gameId: id,
    pair,
    nonce: fc.nat(999),
    side,
    result: side,
    stake: fc.bigInt({ min: STAKE_MIN, max: STAKE_MAX }),
    xp: fc.nat(30),
  })
  .map((flip) => {
    const won = flip.side === flip.result;
    return coinFlipped({
      ...flip,
      payout: won ? payoutOf(flip.stake) : 0n,
      edge: won ? edgeOf(flip.stake) : 0n,
    });
  });

const rotations = fc
  .record({
    playerId: id,
    pair,
    hashes: fc.tuple(hash, hash, hash, hash),
    clientSeed: seed,
    nonces: fc.nat(1_000),
  })
  .map(({ playerId, hashes, clientSeed, nonces, ...ended }) =>
    seedPairRotated(playerId, {
      revealed: { ...ended, serverSeed: hashes[0], serverSeedHash: hashes[1], clientSeed, nonces },
      current: {
        pair: ended.pair + 1,
        serverSeedHash: hashes[2],
        nextServerSeedHash: hashes[3],
        clientSeed,
        clientSeedBy: "player",
      },
    }),
  );

const eventOf = (decision: ReturnType<typeof fundBank> | ReturnType<typeof recordRecovery>): NewEvent => {
  if ("refused" in decision) throw new Error("It is accepted");
  return decision.events[0] as NewEvent;
};
const fundings = fc
  .bigInt({ min: 0n, max: 2n ** 62n })
  .map((funds) => eventOf(fundBank(funds, { status: "unfunded" })));
const falls = fc
  .record({
    currency: fc.constantFrom("RBX" as const, "TIX" as const),
    floor: fc.bigInt({ min: 1n, max: 2n ** 62n }),
  })
  .map(
    ({ currency, floor }) => fallOfBank(currency, { before: floor, after: floor - 1n, floor })[0] as NewEvent,
  );
const recoveries = fc.nat(4_096).map((unknown) => eventOf(recordRecovery(unknown)));

const assetId = fc.integer({ min: 1, max: 2 ** 40 });
const limitedValue = {
  value: fc.bigInt({ min: 100n, max: VALUE_MAX }).map(String),
  source: fc.constantFrom(...VALUE_SOURCES),
  valueAt: fc.nat(),
};
const listings = fc
  .array(
    fc.record({
      ...limitedValue,
      id: fc.integer({ min: 1, max: LIMITEDS_MAX }),
      assetId,
      name: fc.string({ unit: "grapheme", minLength: 1 }),
      description: fc.string({ unit: "grapheme" }),
      assetType: fc.nat(80),
    }),
    { minLength: 1, maxLength: 5 },
  )
  .map(limitedsListed);
const valuations = fc
  .array(fc.record({ ...limitedValue, assetId }), { minLength: 1, maxLength: 5 })
  .map(limitedsValued);

const copies = fc
  .uniqueArray(fc.tuple(assetId, fc.stringMatching(/^[a-f0-9-]{1,36}$/)), {
    minLength: 1,
    maxLength: 12,
    selector: String,
  })
  .map((names) => names.map(([asset, instance]) => copyOf(asset, instance)));
const serials = fc.option(fc.nat(100_000), { nil: null });
const syncs = fc
  .tuple(id, id, copies, serials, fc.boolean())
  .map(([playerId, other, some, serial, complete]) => {
    const part = (n: number) => some.filter((_, index) => index % 5 === n).map((copy) => ({ copy, serial }));
    return inventorySynced(playerId, {
      sync: "sync_1",
      listedAt: 1,
      complete,
      listed: some.length,
      credited: part(0),
      moved: part(1).map((seen) => ({ ...seen, from: `${other}_x` })),
      confirmed: part(2),
      returned: part(3).map(({ copy }) => copy),
      inPlay: part(4),
    });
  });
const itemFlips = fc
  .record({
    playerId: id,
    gameId: id,
    pair,
    nonce: fc.nat(999),
    side,
    result: side,
    some: copies,
    xp: fc.nat(30),
  })
  .map(({ some, ...flip }) => {
    const items = some.map((asset) => ({ asset, amount: "1", value: "1000" }));
    return itemsFlipped({ ...flip, items, winnings: winningsOf(1_000n * BigInt(some.length)) });
  });
const endedSightings = fc.tuple(id, copies).map(([playerId, some]) => sightingsEnded(playerId, some));

const coinflipSide = (staker: fc.Arbitrary<string>) =>
  fc.record({
    playerId: staker,
    clientSeed: seed,
    clientSeedBy: fc.constantFrom("player" as const, "server" as const, "kept" as const),
    stakes: fc.oneof(
      fc
        .tuple(fc.constantFrom("RBX" as const, "TIX" as const), fc.bigInt({ min: STAKE_MIN, max: STAKE_MAX }))
        .map(([currency, stake]) => currencyStake(currency, stake)),
      copies.map((some) => some.map((asset) => ({ asset, amount: "1", value: "1000" }))),
    ),
  });
const openings = fc
  .record({ gameId: id, creator: coinflipSide(id), side, commitment: hash, expiresAt: fc.nat() })
  .map(coinflipOpened);
const chain = fc.record({
  kind: fc.constantFrom("drand" as const, "local" as const),
  chainHash: hash,
  publicKey: hash,
  genesisAt: fc.nat(),
  periodMs: fc.integer({ min: 1, max: 60_000 }),
});
const round = fc.integer({ min: 1, max: 2 ** 40 });
const joins = fc
  .tuple(fc.record({ gameId: id, joiner: coinflipSide(id), round, chain }), id)
  .map(([payload, creatorId]) => coinflipJoined(payload, creatorId));
const settlements = fc
  .record({
    gameId: id,
    round,
    signature: hash,
    serverSeed: hash,
    digest: hash,
    result: side,
    winnerId: id,
    loserId: id,
    winnerXp: fc.nat(30),
    loserXp: fc.nat(30),
    currency: fc.constantFrom("RBX" as const, "TIX" as const, null),
    stake: fc.bigInt({ min: STAKE_MIN, max: STAKE_MAX }),
    some: copies,
  })
  .map(({ stake, some, ...payload }) => {
    const { currency } = payload;
    const [payout, edge] = currency === null ? [stake * 2n, 0n] : [payoutOf(stake), edgeOf(stake)];
    const amounts = { wagered: String(stake * 2n), payout: String(payout), edge: String(edge) };
    const stakes = { winnerStake: String(stake), loserStake: String(stake) };
    const items = some.map((asset) => ({ asset, amount: "1", value: "1000" }));
    return coinflipSettled({ ...payload, ...amounts, ...stakes }, currency === null ? items : []);
  });
const cancellations = fc.tuple(id, coinflipSide(id)).map(([game, one]) => coinflipCancelled(game, one));
const expiries = fc.tuple(id, coinflipSide(id)).map(([game, one]) => coinflipExpired(game, one));
const voids = fc
  .tuple(fc.record({ gameId: id, round, serverSeed: hash }), coinflipSide(id), coinflipSide(id))
  .map(([payload, ...sides]) => coinflipVoided(payload, sides));
const offers = fc.tuple(id, id).map(([playerId, game]) => coinflipOffered(playerId, game));
const offerEnds = fc
  .tuple(id, id, fc.constantFrom("joined" as const, "cancelled" as const, "expired" as const))
  .map(([playerId, gameId, by]) => coinflipOfferEnded(playerId, { gameId, by }));
const gamesPlayed = fc
  .record({
    playerId: id,
    gameId: id,
    gameType: fc.constantFrom("live_coinflip" as const, "limiteds_coinflip" as const),
    side,
    result: side,
    xp: fc.nat(30),
  })
  .map(({ playerId, ...game }) =>
    coinflipPlayed(playerId, { ...game, stake: "100", payout: "0", edge: "0" }),
  );

const text = fc.string({ unit: "grapheme", minLength: 1 });
const act = { by: id, reason: text };
const confirmedBy = fc.option(id, { nil: null });
const role = fc.constantFrom("moderator" as const, "admin" as const);
const grants = fc.record({ ...act, confirmedBy, role });
const revocations = fc.record({ ...act, role });
const lifts = fc.record({ ...act, confirmedBy });
const depositId = fc.constant("d_1");
const currency = fc.constantFrom("RBX" as const, "TIX" as const);
const owed = fc.bigInt({ min: 1n, max: 10n ** 8n }).map(String);
const wanted: fc.Arbitrary<DepositSubject> = fc.oneof(
  fc.record({ type: fc.constant("rbx" as const), asset: fc.constant("RBX" as const), amount: owed }),
  fc.record({
    type: fc.constant("roblox_limited" as const),
    itemId: assetId,
    assetId,
    quantity: fc.nat(100),
  }),
);
const note = fc.option(text, { nil: null });
const depositEvents = {
  DepositRequested: fc.record({ depositId, playerId: id, wanted }).map(depositRequested),
  DepositClaimed: fc.record({ depositId, by: id, until: fc.nat() }).map(depositClaimed),
  DepositApproved: fc.record({ depositId, by: id, note, copies, value: owed }).map(depositApproved),
  DepositCompleted: fc
    .tuple(fc.record({ depositId, playerId: id, by: id, firstBy: note, note, value: owed }), copies, wanted)
    .map(([payload, some, what]) => {
      const [credited, kept] = [some.slice(0, 2), some.slice(2)];
      return depositCompleted({ ...payload, credited, kept }, what);
    }),
  DepositRejected: fc.record({ depositId, playerId: id, by: id, note: text }).map(depositRejected),
  DepositCancelled: fc.record({ depositId, playerId: id }).map(depositCancelled),
  DepositReversed: fc
    .record({
      depositId,
      playerId: id,
      ...act,
      asset: fc.option(currency, { nil: null }),
      taken: owed,
      owed,
      copies,
    })
    .map(depositReversed),
  DepositOpened: id.map((playerId) => depositOpened(playerId, "d_1")),
  DepositClosed: fc
    .tuple(
      id,
      fc.record({
        depositId,
        as: fc.constantFrom("completed" as const, "rejected" as const, "cancelled" as const),
      }),
    )
    .map(([playerId, closed]) => depositClosed(playerId, closed)),
  DepositCounted: fc
    .tuple(
      id,
      fc.record({ depositId, as: fc.constantFrom("credited" as const, "approved" as const), value: owed }),
    )
    .map(([playerId, counted]) => depositCounted(playerId, counted)),
  DepositTakenBack: fc
    .tuple(id, fc.record({ depositId, asset: currency, owed, by: id }))
    .map(([playerId, taken]) => depositTakenBack(playerId, taken)),
  DebtPaid: fc
    .tuple(id, fc.record({ depositId, asset: currency, amount: owed }))
    .map(([playerId, paid]) => debtPaid(playerId, paid)),
  DebtWrittenOff: fc
    .tuple(id, fc.record({ depositId, asset: currency, amount: owed, ...act, confirmedBy }))
    .map(([playerId, written]) => debtWrittenOff(playerId, written)),
};

/** Events as decisions find them, by type; for other types, the example of the definition. */
const everyEvent: { readonly [type: string]: fc.Arbitrary<NewEvent> } = {
  ...Object.fromEntries(Object.values(eventTypes).map((one) => [one.type, fc.constant(one.example())])),
  BankFunded: fundings,
  BankFellBelowFloor: falls,
  PlayerRegistered: registrations,
  CoinFlipped: flips,
  ItemsFlipped: itemFlips,
  SeedPairRotated: rotations,
  CoinflipOpened: openings,
  CoinflipJoined: joins,
  CoinflipSettled: settlements,
  CoinflipCancelled: cancellations,
  CoinflipExpired: expiries,
  CoinflipVoided: voids,
  CoinflipOffered: offers,
  CoinflipOfferEnded: offerEnds,
  CoinflipPlayed: gamesPlayed,
  LimitedsListed: listings,
  LimitedsValued: valuations,
  LimitedValueOverridden: fc
    .record({ ...act, confirmedBy, assetId, value: owed })
    .map(limitedValueOverridden),
  LimitedValueOverrideLifted: fc.record({ ...act, confirmedBy, assetId }).map(limitedValueOverrideLifted),
  InventorySynced: syncs,
  SightingsEnded: endedSightings,
  RoleGranted: fc.tuple(id, grants).map((args) => roleGranted(...args)),
  RoleRevoked: fc.tuple(id, revocations).map((args) => roleRevoked(...args)),
  PlayerSuspended: fc.tuple(id, fc.record(act)).map((args) => playerSuspended(...args)),
  SuspensionLifted: fc.tuple(id, lifts).map((args) => suspensionLifted(...args)),
  ...depositEvents,
  StakesHalted: text.map((reason) => stakesHalted({ reason })),
  StakesResumed: fc.record({ ...act, confirmedBy }).map((resumed) => stakesResumed(resumed)),
  SettingsChanged: fc
    .record({
      ...act,
      confirmedBy,
      values: fc.dictionary(
        fc.constantFrom(...settingDefinitions.map(({ name }) => name)),
        fc.option(fc.bigInt({ min: 0n, max: 10n ** 12n }).map(String)),
      ),
    })
    .map(settingsChanged),
  ...proposalEvents,
  RebuildAsked: fc.record({ ...act, name: id }).map(rebuildAsked),
  SessionsEnded: fc.record({ ...act, playerId: id }).map(sessionsEnded),
  WriterRecovered: recoveries,
};

const kinds = streamKinds;

const recorded = (event: NewEvent): RecordedEvent => ({
  ...event,
  position: 2,
  version: 2,
  eventId: "e",
  commandId: "c",
  actor: "test",
  recordedAt: Date.parse("2026-01-01T00:00:00.000Z"),
});

it("has events of declared types only", () => {
  expect(Object.keys(everyEvent).sort()).toEqual(Object.keys(eventTypes).sort());
});

describe.each(Object.entries(everyEvent))("%s", (type, events) => {
  it("has postings that sum to zero for every asset, with any contents", () => {
    forAll(events, (event) => {
      expect(event.type).toBe(type);
      expect(isBalanced(event.postings)).toBe(true);
      expect(event.postings.every(({ delta }) => delta !== 0n)).toBe(true);
    });
  });

  it("is written at the present schema version, on a stream that can be folded", () => {
    forAll(events, (event) => {
      expect(event.schemaVersion).toBe(eventTypes[type]?.version);
      expect(kinds.map(({ kind }) => kind)).toContain(kindOf(event.stream));
      expect(readEvent(recorded(event), eventTypes)).toEqual(recorded(event));
    });
  });

  it("shares no parts with a later one", () => {
    forAll(events, (event) => {
      const before = JSON.stringify(plain(event));
      for (const kind of kinds) {
        if (kind.kind !== kindOf(event.stream)) continue;
        kind.evolve(kind.evolve(kind.initial, recorded(event), event.stream), recorded(event), event.stream);
      }
      expect(JSON.stringify(plain(event))).toBe(before);
    });
  });
});

describe("a player's fold", () => {
  const begin = playerStreamKind.evolve(initialPlayer, recorded(registered()), registered().stream);

  /** The reverse in everything that can only be undone. */
  const suspended = standing.with(begin, {
    roles: ["moderator", "admin"],
    adminGrant: { at: 0, by: ["p_x"] },
    suspended: true,
    changes: 1,
  });
  const troubled = depositor.with(suspended, {
    open: 1,
    credited: [],
    approved: [],
    debts: [{ depositId: "d_1", asset: "RBX", amount: "5", by: "p_x" }],
  });

  /** Events of features that keep no state of a player: no decision reads them. */
  const onlyRecorded = (features as readonly DomainFeature[]).flatMap(({ events = [], stateParts = [] }) =>
    stateParts.length === 0 ? events.map(({ type }) => type) : [],
  );

  /** Pure movements of money: holdings tell decisions everything. */
  const onlyMoves = ["CreatorShareClaimed", "JackpotReturned", "CrashBetReturned", "DollarDebtPaid"];
  /** Events that only notify a player. */
  const onlyTold = ["ChatMentioned", "LimitReached", "NewClientSignedIn"];

  it("skips no event of a feature that keeps state of a player", () => {
    for (const [type, events] of Object.entries(everyEvent)) {
      if ([onlyRecorded, onlyMoves, onlyTold].some((types) => types.includes(type))) continue;
      forAll(events, (event) => {
        if (kindOf(event.stream) !== "player") return;
        // Later than the registration: some events change nothing but a time.
        const later = { ...recorded(event), recordedAt: recorded(event).recordedAt + 1 };
        const follow = (player: typeof begin) => playerStreamKind.evolve(player, later, event.stream);
        expect([follow(begin), follow(troubled)]).not.toEqual([begin, troubled]);
      });
    }
  });

  it("begins with the registration: earlier events do not count", () => {
    expect(playerStreamKind.evolve(initialPlayer, recorded(flipped()), flipped().stream)).toEqual(
      initialPlayer,
    );
  });

  it("may open the seeds of the present pair and the next, and none of an absent player", () => {
    expect(playerStreamKind.secrets?.(initialPlayer)).toEqual([]);
    expect(playerStreamKind.secrets?.(begin)).toEqual(["commitment 1", "commitment 2"]);
  });
});
