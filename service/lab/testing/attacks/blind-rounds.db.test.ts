import { afterAll, beforeAll, expect, it } from "vitest";
import { publishedAt } from "#domain/fairness/beacon.ts";
import { elapsedAt } from "#domain/fairness/crash-curve.ts";
import { endpoints } from "#domain/features/contract.ts";
import type { GameRound } from "#domain/features/game-rounds/contract.ts";
import { CHAIN_LENGTH } from "#domain/features/game-tables/rules.ts";
import type { Endpoint } from "#domain/kernel/contract.ts";
import { jsonOf } from "#domain/kernel/json.ts";
import { ChainLinks } from "#service/features/seed-pairs/chain-links.ts";
import { type SealedSeedRow, seedPlace } from "#service/features/seed-pairs/sealed-seeds.ts";
import { createSealer } from "#service/keys/seal.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import type { HeardFrame, LiveStream } from "#service/lab/testing/live-stream.ts";
import { beaconBy, CrashGames, hundredths } from "#service/lab/testing/rounds/crash-games.ts";
import { RunningClock } from "#service/lab/testing/running-clock.ts";
import { createSite, SITE_BEGINS_AT, type Site } from "#service/lab/testing/site.ts";
import type { Visitor } from "#service/lab/testing/visitor.ts";

const METRICS_TOKEN = "what-the-operator-reads-metrics-with";
/** Games of each kind, with a round each. */
const GAMES_OF_KIND = 10;
/** Links of later rounds. */
const LATER_LINKS = 3;

/** Something read, and where: an answer, a line of the log, a frame, the metrics. */
interface Reading {
  readonly where: string;
  readonly text: string;
  readonly phase: Phase;
  readonly at: number;
}
/** Before the beacon decides all rounds, during the curves, and after all ends. */
type Phase = "open" | "flying" | "ended";

/** The values that tell a round's result. */
type Outcome = ReadonlySet<string>;

/** Every list and figure that is read without an id. */
const reads = Object.values<Endpoint>(endpoints)
  .filter(({ method, path }) => method === "GET" && !path.includes("{") && !path.endsWith("/live"))
  .map(({ path }) => path);

/** Every value below a value, by its path. */
function* scalars(value: unknown, path = ""): Generator<readonly [path: string, scalar: string]> {
  if (value === null || typeof value !== "object") yield [path, String(value)];
  else for (const [key, under] of Object.entries(value)) yield* scalars(under, `${path}/${key}`);
}

/** The largest parts of a document that are about a single round. */
function* partsOf(value: unknown, rounds: readonly GameRound[]): Generator<readonly [GameRound, unknown]> {
  if (value === null || typeof value !== "object") return;
  const text = JSON.stringify(value);
  const told = rounds.filter(({ id, gameId }) => text.includes(id) || text.includes(gameId));
  const [only] = told;
  if (only !== undefined && told.length === 1) yield [only, value];
  else if (told.length > 1) for (const under of Object.values(value)) yield* partsOf(under, rounds);
}

interface Measured {
  readonly rounds: readonly GameRound[];
  readonly outcomeOf: (round: GameRound) => Outcome;
  /** Whether a reading is from before the end of a round. */
  readonly counts: (reading: Reading, round: GameRound) => boolean;
  /** A leak shows in every observed round; fewest rounds to observe. */
  readonly seenMin: number;
}

/** The published result of every round. */
function placesThatTell(
  readings: readonly Reading[],
  { rounds, outcomeOf, counts, seenMin }: Measured,
): readonly string[] {
  const places = new Map<string, Map<GameRound, { readonly first: string; last: string }>>();
  for (const reading of readings) {
    const { where, text } = reading;
    for (const [round, part] of partsOf(jsonOf(text), rounds)) {
      if (!counts(reading, round)) continue;
      for (const [path, value] of scalars(part)) {
        const place = `${where} ${path}`;
        const found = places.get(place) ?? new Map();
        places.set(place, found.set(round, { first: found.get(round)?.first ?? value, last: value }));
      }
    }
  }
  // One value per round: among many, one often equals a likely winner. A constant tells of no round, though all may end
  // with it by chance: the first bettor always wins, three curves bust at 1.00x.
  const tells = [...places].filter(
    ([, of]) =>
      of.size >= seenMin &&
      (["first", "last"] as const).some(
        (which) =>
          [...of].every(([round, values]) => outcomeOf(round).has(values[which])) &&
          new Set([...of.values()].map((values) => values[which])).size > 1,
      ),
  );
  return tells.map(([place]) => place);
}

const outcomeOfCrash = ({ point }: GameRound): Outcome =>
  new Set([point ?? "", String(hundredths(point)), String(hundredths(point) / 100)]);

const outcomeOfJackpot = ({ ticket, winner, bets }: GameRound): Outcome => {
  const name = bets.find(({ player }) => player.id === winner)?.player.username ?? "";
  return new Set([ticket ?? "", String(hundredths(ticket)), winner ?? "", name]);
};

/** The possible spellings of a secret of 32 bytes. */
const formsOf = (hex: string): readonly string[] => {
  const bytes = Buffer.from(hex, "hex");
  const base64 = bytes.toString("base64");
  return [
    hex,
    hex.toUpperCase(),
    base64.replace(/=+$/, ""),
    bytes.toString("base64url"),
    BigInt(`0x${hex}`).toString(),
  ];
};

/** Length of the shortest of these spellings. */
const SECRET_RUN = /[\w+/-]{40,}/g;

/** Every run of characters that may contain a secret, with its readings: most occur repeatedly. */
function runsOf(readings: readonly Reading[]): ReadonlyMap<string, ReadonlySet<Reading>> {
  const runs = new Map<string, Set<Reading>>();
  for (const reading of readings)
    for (const [run] of reading.text.matchAll(SECRET_RUN))
      runs.set(run, (runs.get(run) ?? new Set<Reading>()).add(reading));
  return runs;
}

/** Where a secret of 32 bytes was read, in any spelling. @param counts which readings to search */
function whoHolds(
  runs: ReturnType<typeof runsOf>,
  hex: string,
  counts: (reading: Reading) => boolean = () => true,
): readonly string[] {
  expect(hex).toMatch(/^[0-9a-f]{64}$/);
  const forms = formsOf(hex);
  for (const form of forms) expect(form.match(SECRET_RUN)).toEqual([form]);
  const found = [...runs].filter(([run]) => forms.some((form) => run.includes(form)));
  return found.flatMap(([, where]) => [...where].filter(counts)).map(({ where }) => where);
}

describeEachEngine("a reader of everything", (engine) => {
  const clock = new RunningClock(SITE_BEGINS_AT);
  // A beacon of its own, so that rounds stay locked while they are observed.
  const beaconClock = { now: SITE_BEGINS_AT };
  const beacon = beaconBy(beaconClock);
  const games = new CrashGames(clock, beacon);
  const readings: Reading[] = [];
  /** By game. */
  const rounds = new Map<string, GameRound>();
  const streams: LiveStream[] = [];
  const frames: Promise<readonly HeardFrame[]>[] = [];
  let site: Site;
  let readers: { readonly [who: string]: Visitor };
  let players: readonly Visitor[];
  let phase: Phase = "open";
  let linesRead = 0;
  let made: readonly { readonly id: string; readonly kind: "crash" | "jackpot" }[];

  beforeAll(async () => {
    site = await createSite(engine, { clock, beacon, config: { metricsToken: METRICS_TOKEN } });
    const [maker, admin] = [await site.player("maker"), await site.player("admin")];
    players = await Promise.all(["alice", "bob", "carol"].map((name) => site.player(name)));
    readers = { nobody: site.visitor(), player: players[0] as Visitor, maker, admin };
    made = await Promise.all(
      Array.from({ length: 2 * GAMES_OF_KIND }, async (_, n) => {
        const kind = n % 2 === 0 ? ("crash" as const) : ("jackpot" as const);
        return { kind, id: await games.make(maker, { gameType: kind, title: `Game ${n}` }) };
      }),
    );
    for (const { id } of made) {
      const stream = await site.visitor().live({}, { watch: id });
      streams.push(stream);
      frames.push(stream.untilFrame(({ name }) => name === "settled"));
    }
  });
  afterAll(async () => {
    await Promise.all(streams.map((stream) => stream.close()));
    await site.close();
  });

  const viewer = () => players[0] as Visitor;
  const note = (where: string, text: string) => void readings.push({ where, text, phase, at: clock.now });
  const ask = async (who: string, where: string, path: string) => {
    const { text } = (await readers[who]?.get(`/api${path}`)) ?? { text: "" };
    note(`${who} ${where}`, text);
  };
  /**
   * Reads everything that a player and an admin may, everything public of every game's round, the metrics, and the log.
   * @returns the rounds as of now, or as last seen
   */
  const lookAround = async (): Promise<readonly GameRound[]> => {
    for (const { id } of made) {
      const current = await games.current(viewer(), id);
      if (current !== null) rounds.set(id, current);
    }
    for (const path of reads) for (const who of ["player", "admin"]) await ask(who, path, path);
    for (const { id, gameId } of rounds.values()) {
      for (const who of Object.keys(readers)) {
        await ask(who, "the round", `/user-games/${gameId}/round?currency=rbx`);
        await ask(who, "the rounds before", `/user-games/${gameId}/rounds`);
        await ask(who, "the proof", `/games/${id}/proof`);
      }
      await ask("admin", "the escrow", `/admin/accounts/escrow:${id}/entries`);
    }
    const headers = { Authorization: `Bearer ${METRICS_TOKEN}` };
    const metrics = await site.visitor().fetch({ method: "GET", path: "/metrics", headers });
    note("metrics", await metrics.text());
    for (const line of site.logLines.slice(linesRead)) note("log", line);
    linesRead = site.logLines.length;
    return [...rounds.values()];
  };
  /** The roots of all chains, seeds of players, and the links of the next rounds. */
  const secrets = async (): Promise<readonly string[]> => {
    const sealer = createSealer({ keys: site.service.deps.config.masterKeys });
    const rows = await site.db.query<SealedSeedRow & { [column: string]: string | number }>(
      "select commitment, owner, pair, sealed from sealed_seeds",
    );
    const found = rows.map(async (row) => {
      const hex = Buffer.from(sealer.open(row.sealed, seedPlace(1, row)) ?? []).toString("latin1");
      const chain = await ChainLinks.of(Buffer.from(hex, "hex"), CHAIN_LENGTH);
      return [hex, ...Array.from({ length: LATER_LINKS }, (_, n) => chain.at(n + 1).toString("hex"))];
    });
    return (await Promise.all(found)).flat();
  };
  const statusesOf = (all: readonly GameRound[]) => [...new Set(all.map(({ status }) => status))];
  /** The link of each round. */
  const seedsOf = async (): Promise<ReadonlyMap<string, string>> => {
    const rows = await site.db.query<{ round: string; seed: string }>(
      `select payload::jsonb ->> 'roundId' as round, payload::jsonb ->> 'seed' as seed from events
        where type in ('CrashRoundSettled', 'JackpotSettled')`,
    );
    return new Map(rows.map(({ round, seed }) => [round, seed]));
  };

  it("knows no round's result before its end, and all of it afterwards", async () => {
    await Promise.all(made.map(({ id }) => games.betOn(viewer(), id)));
    expect(statusesOf(await lookAround())).toContain("waiting");
    // A crash round closes by itself; entries of others start the countdown of a jackpot.
    const jackpots = made.filter(({ kind }) => kind === "jackpot");
    for (const player of players.slice(1))
      await Promise.all(jackpots.map(({ id }) => games.betOn(player, id)));
    const open = await lookAround();
    expect(statusesOf(open)).toContain("betting");
    clock.now = Math.max(clock.now, ...open.map(({ closesAt }) => Date.parse(closesAt ?? "")));
    expect(statusesOf(await lookAround())).toEqual(["locked"]);
    const hidden = await secrets();
    const beaconAt = Math.max(...open.map(({ beaconRound }) => publishedAt(beaconRound ?? 1, beacon.chain)));
    phase = "flying";
    clock.now = Math.max(clock.now, beaconAt);
    beaconClock.now = beaconAt;
    const curves = open.filter(({ gameType }) => gameType === "crash");
    await Promise.race(curves.map(({ gameId }) => games.running(viewer(), gameId)));
    await lookAround();
    const ended = await games.rush(viewer(), open);
    const seeds = await seedsOf();
    phase = "ended";
    await lookAround();
    phase = "open";
    for (const heard of await Promise.all(frames)) {
      const end = heard.findIndex(({ name }) => name === "bust" || name === "drawn");
      for (const { name, data } of heard.slice(0, end)) note(`frame ${name}`, JSON.stringify(data));
    }

    // A round without bets ends before its bust, when they were cashed out by force or after an outage.
    const endOf = ({ startsAt, endedAt, point, bets }: GameRound) => {
      const bust = Date.parse(startsAt ?? "") + elapsedAt(hundredths(point));
      const haveAllLeft = bets.every(({ multiplier }) => multiplier !== null);
      return haveAllLeft ? Math.min(bust, Date.parse(endedAt ?? "")) : bust;
    };
    const measured = {
      crash: {
        rounds: ended.filter(({ gameType }) => gameType === "crash"),
        outcomeOf: outcomeOfCrash,
        seenMin: 3,
        counts: (reading: Reading, round: GameRound) =>
          reading.phase === "open" || (reading.phase === "flying" && reading.at < endOf(round)),
      },
      jackpot: {
        rounds: ended.filter(({ gameType }) => gameType === "jackpot"),
        outcomeOf: outcomeOfJackpot,
        seenMin: 8,
        counts: (reading: Reading) => reading.phase === "open",
      },
    };
    const runs = runsOf(readings);
    for (const kind of ["crash", "jackpot"] as const) {
      const { rounds: all, counts } = measured[kind];
      expect(all).toHaveLength(GAMES_OF_KIND);
      expect(placesThatTell(readings, measured[kind])).toEqual([]);
      for (const round of all) {
        const isBefore = (reading: Reading) => counts(reading, round);
        expect(whoHolds(runs, seeds.get(round.id) ?? "", isBefore)).toEqual([]);
      }
      // The search works: a reader after the end finds everything.
      const after = readings.filter((reading) => reading.phase === "ended");
      const found = placesThatTell(after, { ...measured[kind], counts: () => true });
      expect(found).toContain(`nobody the rounds before /items/0/${kind === "crash" ? "point" : "ticket"}`);
      const isAfter = ({ phase }: Reading) => phase === "ended";
      expect(whoHolds(runs, seeds.get(all[0]?.id ?? "") ?? "", isAfter)).not.toEqual([]);
    }
    const opened = new Set(seeds.values());
    for (const secret of hidden.filter((one) => !opened.has(one))) expect(whoHolds(runs, secret)).toEqual([]);
  });
});
