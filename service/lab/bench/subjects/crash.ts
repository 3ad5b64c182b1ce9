import { setTimeout as sleep } from "node:timers/promises";
import { publishedAt } from "#domain/fairness/beacon.ts";
import { elapsedAt } from "#domain/fairness/crash-curve.ts";
import { bankStreamKind } from "#domain/features/bank/bank.ts";
import { bankStream } from "#domain/features/bank/events.ts";
import { endpoints } from "#domain/features/contract.ts";
import { crashTableStream } from "#domain/features/crash/events.ts";
import { LEAVES_FROM, RUNNING_BETS_MAX, STARTS_AFTER_BEACON_MS } from "#domain/features/crash/rules.ts";
import { crashTableStreamKind } from "#domain/features/crash/stream.ts";
import type { GameRound } from "#domain/features/game-rounds/contract.ts";
import { playerStream } from "#domain/features/players/events.ts";
import { playerStreamKind } from "#domain/features/registry.ts";
import { readOfUserGame } from "#domain/features/user-games/stream.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import { HeadAnnouncer } from "#service/event-store/head-announcer.ts";
import { beacon } from "#service/features/beacon/feature.ts";
import { POSITIONS, TransactionPerCommand } from "#service/lab/bench/baselines/transaction-per-command.ts";
import { BETTORS, CREATOR, CrashRounds, makeCrashGame } from "#service/lab/bench/play/crash-rounds.ts";
import { PLAYERS, playerId } from "#service/lab/bench/play/players.ts";
import { withDb, withWriter } from "#service/lab/bench/play/with-writer.ts";
import { Latencies } from "#service/lab/bench/report/latencies.ts";
import type { Service } from "#service/service.ts";
import type { Bench, Measures, Subject } from "../bench.ts";
import { cookieOf, withNewService } from "../services.ts";
import { benchSealer } from "../settings.ts";

/** Most rounds measured: after half an hour of the log's time, players get a reality check. */
const ROUNDS_MAX = 60;
const MANY_ROUNDS = 50;
const BETTORS_EACH = 20;
const GAMES_OF_CREATOR = 20;
/** Everybody has cashed out at this multiplier, in hundredths. */
const LAST_TARGET = 140;
const ENDS_WITHIN_MS = 60_000;
/** Most retries for curves that bust before anybody could leave them. */
const FLIGHTS_MAX = 6;
const LONE_FLIPS = 300;
const TIMES_LEFT = 3;
const GAMES = "/api/user-games";

/** Plays rounds for a while. @returns steps a second */
async function stepRate(rounds: CrashRounds, { spans }: Bench): Promise<Measures> {
  await rounds.play();
  rounds.steps = 0;
  const began = performance.now();
  for (let n = 0; n < ROUNDS_MAX && performance.now() - began < spans.measureMs; n += 1) await rounds.play();
  return { rate: rounds.steps / ((performance.now() - began) / 1_000) };
}

/** Runs work on a new database of the template's players, which is removed afterwards. */
const onNewDb = <T>(bench: Bench, work: (db: OpenDatabase) => Promise<T>): Promise<T> =>
  bench.onDatabase({ filled: true }, (url) => withDb(bench.databases.asService(url), work));

const throughWriter = (bench: Bench): Promise<Measures> =>
  onNewDb(bench, (db) =>
    withWriter({ db, onTrouble: bench.onTrouble }, async (writer) => {
      const gameId = await makeCrashGame(writer);
      return stepRate(new CrashRounds(writer, { gameId, inTurn: false }), bench);
    }),
  );

const throughTransactions = (bench: Bench): Promise<Measures> =>
  onNewDb(bench, async (db) => {
    const { gameId, count } = await withWriter({ db }, async (writer) => ({
      gameId: await makeCrashGame(writer),
      count: writer.counts.events,
    }));
    await db.query(`select nextval('${POSITIONS}') from generate_series(1, $1::int)`, [count]);
    const table = crashTableStream({ gameId, currency: "RBX" });
    const bettors = Array.from({ length: BETTORS }, (_, who) => who);
    const people = [...bettors, CREATOR].map((who) => playerStream(playerId(who)));
    const streams = [
      { kind: crashTableStreamKind, name: table },
      { kind: bankStreamKind, name: bankStream },
      readOfUserGame(gameId),
      ...people.map((name) => ({ kind: playerStreamKind, name })),
    ];
    const loading = { sealer: benchSealer, streams, seedsMax: PLAYERS };
    const baseline = await TransactionPerCommand.open(db, loading);
    return stepRate(new CrashRounds(baseline, { gameId, inTurn: true }), bench);
  });

/** Players who use a service over HTTP, without a network. */
class People {
  readonly #service: Service;
  readonly #cookies: string[] = [];

  private constructor(service: Service) {
    this.#service = service;
  }

  static async of(service: Service, count: number): Promise<People> {
    const people = new People(service);
    for (let who = 0; who < count; who += 1) people.#cookies.push(await cookieOf(service, playerId(who)));
    return people;
  }

  /** A request that is not sent yet. */
  request(who: number, path: string, body?: object): Request {
    const { origin } = this.#service.deps.config.publicUrl;
    const headers = { Cookie: this.#cookies[who] ?? "", Origin: origin, "Content-Type": "application/json" };
    const init = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
    return new Request(`${origin}${path}`, { headers, ...init });
  }

  /** @returns the answer, and its latency in milliseconds */
  async timed(request: Request): Promise<{ readonly answer: Response; readonly ms: number }> {
    const began = performance.now();
    const answer = await this.#service.app.fetch(request, {});
    return { answer, ms: performance.now() - began };
  }

  async ask(who: number, path: string, body?: object): Promise<Response> {
    return (await this.timed(this.request(who, path, body))).answer;
  }

  /** @throws the answer, unless it is a success */
  async told<T>(who: number, path: string, body?: object): Promise<T> {
    const answer = await this.ask(who, path, body);
    if (answer.status !== 200)
      throw new Error(`${path} was answered ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  }

  async make(who: number): Promise<string> {
    const game = { title: "Up", gameType: "crash", houseEdge: 0, maxBet: 1_000 };
    return (await this.told<{ readonly id: string }>(who, GAMES, game)).id;
  }

  async bet(who: number, id: string, autoCashOut?: number): Promise<GameRound> {
    const body = { betAmount: 1, currency: "rbx", ...(autoCashOut === undefined ? {} : { autoCashOut }) };
    return endpoints.betOnRound.answers[200].parse(await this.told(who, `${GAMES}/${id}/bets`, body)).round;
  }

  async current(id: string): Promise<GameRound | null> {
    return (await this.told<{ readonly round: GameRound | null }>(0, `${GAMES}/${id}/round`)).round;
  }
}

/** Plays concurrent rounds to their ends. @returns how late their steps were in the log, p99 in milliseconds */
async function lateness(
  { service, people, bench, url }: { service: Service; people: People; bench: Bench; url: string },
  games: readonly string[],
): Promise<number> {
  const db = await bench.databases.asAuditor(url);
  const heard: { readonly position: number; readonly at: number }[] = [];
  const announcer = new HeadAnnouncer({
    db,
    onHead: (position) => void heard.push({ position, at: Date.now() }),
  });
  await announcer.start();
  try {
    const rounds = new Map<string, GameRound>();
    // A player's requests may not all wait at once.
    const betOnAll = async (_: unknown, who: number): Promise<void> => {
      for (const [n, id] of games.entries()) {
        const target = who === 0 ? LAST_TARGET : LEAVES_FROM + who;
        // Nobody is in more rounds than the rules allow.
        const bettor = who + BETTORS_EACH * Math.floor(n / RUNNING_BETS_MAX);
        rounds.set(id, await people.bet(bettor, id, target / 100));
      }
    };
    await Promise.all(Array.from({ length: BETTORS_EACH }, betOnAll));
    const until = Date.now() + ENDS_WITHIN_MS;
    for (const id of games) {
      while ((await people.current(id)) !== null) {
        if (Date.now() > until) throw new Error("A round did not end");
        await sleep(250);
      }
    }
    const rows = await db.query<{ position: bigint; type: string; payload: string }>(
      `select position, type, payload from events where type in ('CrashRoundStarted', 'CrashCashedOut')
        and payload::jsonb ->> 'roundId' = any($1::text[]) order by position`,
      [`{${[...rounds.values()].map(({ id }) => id).join(",")}}`],
    );
    const { chain } = beacon.of(service.deps).beacon;
    const starts = new Map<string, number>();
    const late = new Latencies();
    for (const { position, type, payload } of rows) {
      const { roundId, startsAt, at } = JSON.parse(payload) as {
        roundId: string;
        startsAt: number;
        at: number;
      };
      const written = heard.find((one) => one.position >= Number(position))?.at ?? Number.NaN;
      if (type === "CrashRoundStarted") {
        starts.set(roundId, startsAt);
        const round = [...rounds.values()].find(({ id }) => id === roundId)?.beaconRound ?? 0;
        late.add(Math.max(0, written - publishedAt(round, chain)));
        if (startsAt < publishedAt(round, chain) + STARTS_AFTER_BEACON_MS)
          throw new Error("A curve started early");
      } else late.add(Math.max(0, written - (starts.get(roundId) ?? 0) - elapsedAt(at)));
    }
    const [p99 = 0] = late.at(0.99);
    return p99;
  } finally {
    await announcer.stop();
    await db.close();
  }
}

/** All bettors of a round cash out at once. @returns p99 of their answers, in milliseconds */
async function leavingAtOnce(people: People): Promise<number> {
  const id = await people.make(PLAYERS_ASKED - 1);
  for (let flight = 0; flight < FLIGHTS_MAX; flight += 1) {
    await Promise.all(Array.from({ length: BETTORS }, (_, who) => people.bet(who, id)));
    let round = await people.current(id);
    while (round !== null && round.status !== "running") {
      await sleep(20);
      round = await people.current(id);
    }
    if (round === null) continue;
    await sleep(Math.max(0, Date.parse(round.startsAt ?? "") + elapsedAt(102) - Date.now()));
    const latencies = new Latencies();
    const { id: roundId } = round;
    // The service is measured, not how long one process takes to create two hundred requests.
    const requests = Array.from({ length: BETTORS }, (_, who) =>
      people.request(who, `${GAMES}/${id}/cash-out`, { roundId }),
    );
    const statuses = await Promise.all(
      requests.map(async (request) => {
        const { answer, ms } = await people.timed(request);
        latencies.add(ms);
        return answer.status;
      }),
    );
    const [p99 = 0] = latencies.at(0.99);
    if (statuses.every((status) => status === 200)) return p99;
    while ((await people.current(id)) !== null) await sleep(100);
  }
  throw new Error("Every curve broke before anybody could leave it");
}

/** @returns p99 of one flip after the other, in milliseconds */
async function loneFlips(people: People): Promise<number> {
  const latencies = new Latencies();
  for (let n = 0; n < LONE_FLIPS; n += 1) {
    const flip = people.request(n % BETTORS, "/api/games/coinflip", { betAmount: 1, betSide: "rbx" });
    const { answer, ms } = await people.timed(flip);
    if (answer.status !== 200) throw new Error(`A flip was answered ${answer.status} ${await answer.text()}`);
    latencies.add(ms);
  }
  const [p99 = 0] = latencies.at(0.99);
  return p99;
}

/** All bettors, and enough creators of games. */
const PLAYERS_ASKED = BETTORS + 4;

/** Rounds of crash. */
export const crashSubjects: readonly Subject[] = [
  { id: "crash-writer", run: throughWriter },
  { id: "crash-transaction", run: throughTransactions },
  {
    id: "crash-service",
    run: (bench) =>
      withNewService(bench, async (service, url) => {
        const people = await People.of(service, PLAYERS_ASKED);
        const games: string[] = [];
        for (let n = 0; n <= MANY_ROUNDS; n += 1)
          games.push(await people.make(BETTORS + Math.floor(n / GAMES_OF_CREATOR)));
        const stand = { service, people, bench, url };
        const one = await lateness(stand, games.slice(0, 1));
        const many = await lateness(stand, games.slice(1));
        const flip = await loneFlips(people);
        // The slowest of two hundred vary by half from run to run.
        const times: number[] = [];
        for (let n = 0; n < TIMES_LEFT; n += 1) times.push(await leavingAtOnce(people));
        return { one, many, flip, cashOut: times.toSorted((a, b) => a - b)[TIMES_LEFT >> 1] ?? 0 };
      }),
  },
];
