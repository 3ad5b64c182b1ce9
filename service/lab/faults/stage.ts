import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { gameStatsSchema } from "#domain/features/house-flips/contract.ts";
import { recoveryStream } from "#domain/ledger/recovery.ts";
import type { Row } from "#projections/kernel/sql.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import { openPostgres } from "#service/db/postgres/postgres.ts";
import type { PostgresServer } from "#service/lab/testing/databases/postgres.ts";
import { auditAnswers, auditLog } from "./audit.ts";
import { Journal } from "./journal.ts";
import { ask, type Crowd, Load, type Player, shown, signIn } from "./load.ts";
import { replay, verify } from "./programs.ts";
import { type ProcessSettings, ServiceProcess, until } from "./service-process.ts";
import { TcpProxy } from "./tcp-proxy.ts";

/** Time limit until the site is healthy and accepts bets again, in milliseconds. */
export const RECOVERY_MAX_MS = 30_000;
const PLAYERS = 16;
/** How many of the bets are sent once more at the end. */
const ASKED_AGAIN_MAX = 200;
/** Most findings reported per scenario. */
const FINDINGS_MAX = 10;

interface StageAt {
  readonly name: string;
  readonly folder: string;
  /** A second server that the URL names too. */
  readonly standby?: PostgresServer;
  readonly environment?: Readonly<Record<string, string>>;
}

/** The environment of a scenario: a database of its own, processes, players, and a journal. */
export class Stage {
  readonly server: PostgresServer;
  readonly databaseUrl: string;
  readonly journal: Journal;
  readonly folder: string;
  /** Additional environment variables of all processes and programs. */
  readonly environment: Readonly<Record<string, string>>;
  readonly services: ServiceProcess[] = [];
  readonly #say: (line: string) => void;
  readonly #cleanUps: (() => Promise<void> | void)[] = [];
  #players: readonly Player[] = [];
  #db: OpenDatabase | null = null;

  private constructor(
    server: PostgresServer,
    at: Pick<Stage, "databaseUrl" | "folder" | "environment">,
    say: (line: string) => void,
  ) {
    this.server = server;
    this.databaseUrl = at.databaseUrl;
    this.folder = at.folder;
    this.environment = at.environment;
    this.#say = say;
    this.journal = new Journal(join(at.folder, "journal.jsonl"));
  }

  /** Creates a stage with an empty database. */
  static async open(server: PostgresServer, at: StageAt, say: (line: string) => void): Promise<Stage> {
    mkdirSync(at.folder, { recursive: true });
    const databaseUrl = await server.createDatabase(at.name);
    const { folder, standby, environment = {} } = at;
    if (standby === undefined) return new Stage(server, { databaseUrl, folder, environment }, say);
    const both = databaseUrl.replace(`:${server.port}`, `:${server.port},127.0.0.1:${standby.port}`);
    const url = `${both}?target_session_attrs=read-write`;
    return new Stage(server, { databaseUrl: url, folder, environment }, say);
  }

  /** Prints progress. */
  say(line: string): void {
    this.#say(line);
  }

  /** Registers a cleanup for the end of the scenario; the newest runs first. */
  onClose(work: () => Promise<void> | void): void {
    this.#cleanUps.unshift(work);
  }

  /** Starts another service process, by default directly on the database. */
  async startService(
    settings: Partial<Pick<ProcessSettings, "databaseUrl" | "script" | "environment" | "port">> = {},
  ): Promise<ServiceProcess> {
    const name = `service-${this.services.length + 1}`;
    const { databaseUrl, folder } = this;
    const environment = { ...this.environment, ...settings.environment };
    const service = await ServiceProcess.start({ name, databaseUrl, folder, ...settings, environment });
    this.services.push(service);
    this.onClose(() => service.kill9());
    return service;
  }

  /** Starts a process whose connections to the database can be disturbed. */
  async startProxied(): Promise<{ readonly proxy: TcpProxy; readonly service: ServiceProcess }> {
    const proxy = await TcpProxy.before(this.databaseUrl);
    this.onClose(() => proxy.close());
    return { proxy, service: await this.startService({ databaseUrl: proxy.urlOf(this.databaseUrl) }) };
  }

  /** Players who have signed in at the first process. */
  async players(count: number = PLAYERS): Promise<readonly Player[]> {
    if (this.#players.length > 0) return this.#players;
    const url = this.services[0]?.url ?? "";
    const players: Player[] = [];
    for (let i = 1; i <= count; i += 1) players.push(await signIn(url, `player_${i}`));
    this.#players = players;
    return players;
  }

  /** Lets players bet at these processes, or at all of them. */
  async load(services: readonly ServiceProcess[] = this.services, crowd?: Crowd): Promise<Load> {
    const urls = services.map(({ url }) => url);
    const load = new Load(this.journal, urls, crowd ?? { players: await this.players() });
    this.onClose(() => load.abandon());
    return load;
  }

  /** Lets some players bet at each process alone, and the others at all of them. */
  async loadEach(): Promise<Load[]> {
    const players = await this.players();
    const groups = this.services.length + 1;
    const ofGroup = (group: number) => players.filter((_, i) => i % groups === group);
    const alone = this.services.map((service, i) => this.load([service], { players: ofGroup(i + 1) }));
    return Promise.all([this.load(this.services, { players: ofGroup(0) }), ...alone]);
  }

  /** Waits for a number of further answered bets. @returns how long it took, in milliseconds */
  async answers(more: number, maxMs: number = RECOVERY_MAX_MS): Promise<number> {
    const due = this.journal.answered + more;
    return until(() => this.journal.answered >= due, {
      maxMs,
      what: () => `${due - this.journal.answered} of ${more} answers are missing`,
    });
  }

  /** Waits until a process is healthy and bets are answered again. @returns how long it took, in milliseconds */
  async recovers(service: ServiceProcess): Promise<number> {
    const began = performance.now();
    await becomesHealthy(service);
    await this.answers(this.#players.length);
    const took = performance.now() - began;
    if (took > RECOVERY_MAX_MS) throw new Error(`${service.name} took ${Math.round(took)} ms to recover`);
    return took;
  }

  /** The database with its owner's rights, until the scenario is over. */
  async open(): Promise<OpenDatabase> {
    if (this.#db === null) {
      const db = await openPostgres(this.databaseUrl, { poolSize: 2, applicationName: "florin audit" });
      this.#db = db;
      this.onClose(() => db.close());
    }
    return this.#db;
  }

  /** How often a writer has recovered, according to the log. */
  async recoveries(): Promise<number> {
    const db = await this.open();
    const [row] = await db.query<Row & { n: bigint }>("select count(*) as n from events where stream = $1", [
      recoveryStream,
    ]);
    return Number(row?.n);
  }

  /**
   * Ends the load, then checks the log against the journal: answered bets are there once, nothing else is, a repeated
   * bet gets the same answer, and the books are right.
   * @throws naming the problems
   */
  async audit(...loads: readonly Load[]): Promise<void> {
    await Promise.all(loads.map((load) => load.stop()));
    const running = this.services.filter(({ isRunning }) => isRunning);
    for (const service of running) await this.#catchesUp(service);
    await this.#askAgain(running);
    const unlike = await Promise.all(running.map((service) => this.#statsAgree(service)));
    const db = await this.open();
    const wrong = [...(await auditAnswers(db, this.journal)), ...(await auditLog(db)), ...unlike.flat()];
    if (wrong.length === 0) {
      const headsFiles = this.services.map(({ headsFile }) => headsFile);
      wrong.push(
        ...(await verify(this.databaseUrl, headsFiles)),
        ...(await replay(this.databaseUrl, this.environment)),
      );
    }
    if (wrong.length > 0) throw new Error(wrong.slice(0, FINDINGS_MAX).join("\n"));
    const asked = this.journal.bets.reduce((sum, { attempts }) => sum + attempts, 0);
    this.say(
      `${this.journal.answered} bets answered, ${asked} requests; the log agrees, verify and replay pass`,
    );
  }

  async #catchesUp(service: ServiceProcess): Promise<void> {
    const isLevel = async () => {
      const { status, body } = await healthOf(service);
      return status === 200 && body.projections.length > 0 && body.projections.every(({ lag }) => lag === 0);
    };
    await until(isLevel, { maxMs: RECOVERY_MAX_MS, what: () => `the read models of ${service.name} lag` });
  }

  /** A process shows a player the figures of the player's answers. */
  async #statsAgree(service: ServiceProcess): Promise<string[]> {
    const wrong: string[] = [];
    for (const player of this.#players) {
      const answers = this.journal.bets.flatMap(({ bet, answer }) =>
        bet.playerId === player.id && answer !== null ? [answer] : [],
      );
      const due = `${answers.length} games, ${answers.filter(({ won }) => won).length} won`;
      const { totalGames, wins } = gameStatsSchema.parse(await shown(service, "/games/stats", player));
      const figures = `${totalGames} games, ${wins} won`;
      if (figures !== due)
        wrong.push(`${service.name} shows ${player.name} ${figures}, who was told of ${due}`);
    }
    return wrong;
  }

  async #askAgain(services: readonly ServiceProcess[]): Promise<void> {
    const { bets } = this.journal;
    const stride = Math.max(1, Math.floor(bets.length / ASKED_AGAIN_MAX));
    for (const service of services) {
      for (let i = 0; i < bets.length; i += stride) {
        const told = bets[i];
        const player = this.#players.find(({ id }) => id === told?.bet.playerId);
        if (told === undefined || player === undefined || told.answer === null) continue;
        this.journal.heard(told, await ask(service.url, player, told.bet));
      }
    }
  }

  async close(): Promise<void> {
    for (const work of this.#cleanUps) await work();
  }
}

/** Waits until a process is healthy. */
export const becomesHealthy = (service: ServiceProcess): Promise<number> =>
  until(async () => (await healthOf(service)).status === 200, {
    maxMs: RECOVERY_MAX_MS,
    what: () => `${service.name} is not healthy`,
  });

interface Health {
  readonly problem?: string;
  readonly projections: readonly { readonly name: string; readonly lag: number }[];
}

/** A process's own health report; status 0 without an answer. */
export async function healthOf(
  service: ServiceProcess,
): Promise<{ readonly status: number; readonly body: Health }> {
  try {
    const response = await fetch(`${service.url}/api/health`, { signal: AbortSignal.timeout(5_000) });
    return { status: response.status, body: (await response.json()) as Health };
  } catch {
    return { status: 0, body: { projections: [] } };
  }
}
