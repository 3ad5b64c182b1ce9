import { type CommandOrigin, systemOrigin } from "#service/event-store/commands/command-origin.ts";
import type { Outcome, Submission } from "#service/event-store/commands/submission.ts";
import type { Writer } from "#service/event-store/writer.ts";
import { fundBankCommand } from "#service/features/bank/fund-command.ts";
import { createLogWriter } from "#service/features/log-writer.ts";
import { playerOrigin } from "#service/http/access/player-origin.ts";
import { worldSealer } from "#service/lab/testing/world.ts";
import { Commands } from "./commands.ts";
import { sleep } from "./database/simulated-server.ts";
import type { StoredLog } from "./database/stored-log.ts";
import { firstGrant } from "./deposit-review/deposit-review.ts";
import { endings, firstItems, givingUp } from "./games.ts";
import { type Command, commitsOf, type Heard, type History } from "./history.ts";
import { FIRST_PLAYERS } from "./people.ts";
import type { CommandAction, Program, Step } from "./program.ts";
import type { ProcessDatabase, Stage } from "./stage.ts";

/** Commands still open at the end of the program are retried for this long. */
const CALM_MAX_MS = 60_000;
const BANK_FUNDS = 100_000_000n;
/** Duration of a process's restart. */
const REBOOT_MS = 80;
const ASK_AGAIN_MS = 100;
const LOOK_MS = 20;
/** Recent errors shown when a run does not end. */
const TROUBLES_TOLD = 20;

/** A process: alive from its start until it dies or is stopped. */
interface Process {
  readonly db: ProcessDatabase;
  readonly writer: Writer;
  isUp: boolean;
  isStopping: boolean;
  /** Those whose answers will never come when it dies. */
  readonly callers: Set<() => void>;
}

/** Plays a program on a stage and returns the results. */
export const play = (program: Program, stage: Stage): Promise<History> => new Run(program, stage).play();

class Run {
  readonly #program: Program;
  readonly #stage: Stage;
  readonly #commands = new Commands(() => Date.now());
  readonly #processes: Process[] = [];
  readonly #heard: Heard[] = [];
  readonly #listening = new Map<Process, number[]>();
  readonly #troubles: string[] = [];
  readonly #databases: ProcessDatabase[] = [];
  readonly #open = new Set<Promise<void>>();
  /** Commands that are retried until an answer is certain. */
  readonly #uncertain = new Set<Command>();
  #moment = 0;
  /** The newest acknowledged position. */
  #acknowledged = 0;
  #isCalm = false;

  constructor(program: Program, stage: Stage) {
    this.#program = program;
    this.#stage = stage;
    stage.crash = (process) => this.#crash(process);
  }

  async play(): Promise<History> {
    const { processes, steps } = this.#program;
    for (let i = 0; i < processes; i += 1) await this.#boot(i);
    await this.#begin();
    this.#stage.faults.isOn = true;
    for (const step of steps) {
      if (step.wait > 0) await sleep(step.wait);
      this.#take(step);
    }
    await sleep(this.#stage.pace.aftermath);
    this.#stage.faults.isOn = false;
    this.#isCalm = true;
    await this.#within(CALM_MAX_MS, "every command is answered", () => this.#open.size === 0);
    await this.#endGames();
    await this.#stopAll();
    await sleep(this.#stage.pace.orphans);
    await this.#askOnceMore();
    return {
      log: await this.#stage.log(),
      commands: this.#commands.all,
      heard: this.#heard,
      troubles: this.#troubles,
      openSessions: this.#databases.reduce((sum, db) => sum + db.openSessions, 0),
      faultsMet: this.#stage.faults.met,
      mayFail: this.#program.faults.some(({ kind }) => kind === "23505"),
    };
  }

  /** Funds the bank and registers the first players, without a fault. */
  async #begin(): Promise<void> {
    const { writer } = this.#processes[0]!;
    const submissions: Submission[] = [fundBankCommand(BANK_FUNDS, Date.now())];
    for (let i = 0; i < FIRST_PLAYERS; i += 1) submissions.push(this.#commands.registration(i));
    if (this.#program.withGames) {
      const items = (playerId: string) => this.#origin(playerId, `cmd_items_${playerId}`);
      submissions.push(...firstItems(systemOrigin("first_values", Date.now()), items));
    }
    if (this.#program.withDepositReview) submissions.push(firstGrant(Date.now()));
    const outcomes = await Promise.all(submissions.map((submission) => writer.submit(submission)));
    const [bad] = outcomes.filter(({ kind }) => kind !== "committed");
    if (bad?.kind === "failed") throw bad.error;
    if (bad !== undefined) throw new Error(`The simulation could not begin: ${bad.kind}`);
  }

  #origin(playerId: string, commandId: string): CommandOrigin {
    return { ...playerOrigin(playerId, Date.now()), commandId };
  }

  #take({ process, action }: Step): void {
    const at = process % this.#program.processes;
    if (action.do === "settle") this.#waitFor(this.#end(at, (log) => endings(log, null)));
    else if (action.do === "give_up") this.#waitFor(this.#end(at, givingUp));
    else if (action.do === "crash") this.#crash(at);
    else if (action.do === "stop") void this.#restart(at);
    else if (action.do === "again" || action.do === "conflict") {
      const command = this.#commands.earlier(action.which);
      if (command === undefined) return;
      if (action.do === "again") this.#send(command, at);
      else void this.#ask(command, command.other(), at);
    } else if (action.do === "duel") {
      this.#begins(action.one, at);
      this.#begins(action.other, at + 1);
    } else this.#begins(action, at);
  }

  /** Sends a new command, now and then to two processes at once. */
  #begins(action: CommandAction, at: number): void {
    const { processes } = this.#program;
    const command = this.#commands.make(action);
    this.#send(command, at % processes);
    // Only an id from outside may be sent twice.
    if ("twice" in action && action.twice && command.keyed) this.#send(command, (at + 1) % processes);
  }

  /** Sends a command as a caller does, who retries with the same key until an answer is certain. */
  #send(command: Command, process: number): void {
    this.#waitFor(this.#untilCertain(command, process));
  }

  /** Makes the run wait for a promise before it is over. */
  #waitFor(work: Promise<void>): void {
    const done = work.finally(() => this.#open.delete(done));
    this.#open.add(done);
  }

  async #untilCertain(command: Command, first: number): Promise<void> {
    this.#uncertain.add(command);
    await this.#askUntilCertain(command, first);
    this.#uncertain.delete(command);
  }

  async #askUntilCertain(command: Command, first: number): Promise<void> {
    for (let process = first; ; process = this.#stage.dice.below(this.#program.processes)) {
      const outcome = await this.#ask(command, command.submission(), process);
      if (!command.keyed) return;
      if (outcome !== null && outcome.kind !== "unavailable") return;
      await sleep(Math.min(outcome?.retryAfterMs ?? ASK_AGAIN_MS, this.#stage.pace.askAgain));
    }
  }

  /** Sends a submission once. Null when the process dies before it answers. */
  async #ask(command: Command, submission: Submission, process: number): Promise<Outcome | null> {
    const at = this.#processes[process];
    this.#moment += 1;
    const ask: Command["asks"][number] = {
      process,
      requestHash: submission.requestHash,
      began: this.#moment,
      ended: null,
      least: this.#stage.position() ?? this.#acknowledged,
      most: null,
      outcome: null,
    };
    command.asks.push(ask);
    if (at === undefined || !at.isUp) return null;
    const outcome = await new Promise<Outcome | null>((resolve) => {
      const hangUp = () => resolve(null);
      at.callers.add(hangUp);
      void at.writer.submit(submission).then((answer) => {
        at.callers.delete(hangUp);
        resolve(answer);
      });
    });
    this.#moment += 1;
    ask.ended = this.#moment;
    ask.most = this.#stage.position();
    if (outcome?.kind === "committed") this.#acknowledged = Math.max(this.#acknowledged, outcome.position);
    ask.outcome = outcome;
    return outcome;
  }

  /** Starts a process, retrying until it is up; one that cannot start ends. */
  async #boot(index: number): Promise<void> {
    for (;;) {
      const process = await this.#newProcess(index);
      try {
        await process.writer.start();
        const positions = this.#hear(process);
        // It may have received events by now.
        this.#heard.push({ startedAt: process.writer.head.position - positions.length, positions });
        process.isUp = true;
        return;
      } catch (error) {
        if (!(error instanceof Error)) throw error;
        process.db.die();
        await sleep(REBOOT_MS);
      }
    }
  }

  #hear(process: Process): number[] {
    const positions = this.#listening.get(process) ?? [];
    this.#listening.set(process, positions);
    return positions;
  }

  async #newProcess(index: number): Promise<Process> {
    const db = await this.#stage.open(index);
    this.#databases.push(db);
    const process: Process = {
      db,
      isUp: false,
      isStopping: false,
      callers: new Set(),
      writer: createLogWriter({
        db,
        sealer: worldSealer,
        heldMaxMs: this.#program.heldMaxMs,
        random: (size) => this.#stage.dice.bytes(size),
        onAppended: (events) => {
          if (!db.isDead) this.#hear(process).push(...events.map(({ position }) => position));
        },
        onTrouble: (what, error) => {
          if (!db.isDead) this.#troubles.push(`${what}: ${error.message}`);
        },
      }),
    };
    this.#processes[index] = process;
    return process;
  }

  /** A process dies at once, and is replaced a little later. */
  #crash(index: number): void {
    const process = this.#processes[index];
    if (process === undefined || this.#isCalm) return;
    process.isUp = false;
    process.db.die();
    for (const hangUp of process.callers) hangUp();
    setTimeout(() => {
      if (this.#processes[index] === process) void this.#boot(index);
    }, REBOOT_MS);
  }

  /** A process is stopped in order, and is replaced. */
  async #restart(index: number): Promise<void> {
    const process = this.#processes[index];
    if (process === undefined || !process.isUp || process.isStopping) return;
    process.isStopping = true;
    await process.writer.stop();
    if (!process.db.isDead) await this.#boot(index);
  }

  /** Ends due games at two processes at once, which may die in the middle. */
  async #end(at: number, endsOf: (log: StoredLog) => Promise<Submission[]>): Promise<void> {
    const all = await endsOf(await this.#stage.log());
    for (const [n, end] of all.entries()) {
      const process = this.#processes[(at + n) % this.#program.processes];
      if (process?.isUp && !this.#isCalm) void process.writer.submit(end);
    }
  }

  /** Ends every remaining game, by two processes. */
  async #endGames(): Promise<void> {
    await this.#areUp();
    if (!this.#program.withGames) return;
    const last = (playerId: string, gameId: string) => this.#origin(playerId, `cmd_end_${gameId}`);
    const all = await endings(await this.#stage.log(), last);
    const writers = this.#processes.map(({ writer }) => writer);
    const ended = await Promise.all(all.map((end, n) => untilTaken(writers[n % writers.length]!, end)));
    for (const outcome of ended) if (outcome.kind === "failed") throw outcome.error;
  }

  #areUp(): Promise<void> {
    return this.#within(CALM_MAX_MS, "every process is up", () =>
      this.#processes.every(({ isUp, isStopping }) => isUp && !isStopping),
    );
  }

  async #stopAll(): Promise<void> {
    await this.#areUp();
    let stopped = 0;
    for (const { writer } of this.#processes) void writer.stop().then(() => (stopped += 1));
    await this.#within(CALM_MAX_MS, "every process stops", () => stopped === this.#processes.length);
  }

  /** Repeats every answered command at a process that remembers nothing. */
  async #askOnceMore(): Promise<void> {
    await this.#boot(0);
    const asked = this.#commands.all.filter((command) => command.keyed && commitsOf(command).length > 0);
    for (const command of asked) await this.#ask(command, command.submission(), 0);
    await this.#processes[0]!.writer.stop();
  }

  async #within(ms: number, what: string, isSo: () => boolean): Promise<void> {
    const until = Date.now() + ms;
    while (!isSo()) {
      if (Date.now() > until) throw new Error(`It does not come about that ${what}: ${this.#standing()}`);
      await sleep(LOOK_MS);
    }
  }

  /** The state of everything, to diagnose a run that does not end. */
  #standing(): string {
    const waiting = [...this.#uncertain].map(({ id, action, asks }) => {
      const at = asks.at(-1);
      return `${id} (${action.do}) asked ${asks.length} times, last of process ${at?.process}`;
    });
    const processes = this.#processes.map(({ db, writer, isUp, isStopping, callers }, index) => {
      const { counts, isTakingCommands, head } = writer;
      const states = { isUp, isStopping, isDead: db.isDead, isTakingCommands, callers: callers.size };
      return `process ${index} at ${head.position} ${JSON.stringify({ ...states, ...counts })}`;
    });
    const lines = [
      `${this.#open.size} open`,
      ...waiting,
      ...processes,
      ...this.#troubles.slice(-TROUBLES_TOLD),
    ];
    return lines.join("\n");
  }
}

/** Interval of retries while a writer recovers. */
const ASKED_MAX = 20;

async function untilTaken(writer: Writer, command: Submission): Promise<Outcome> {
  let outcome = await writer.submit(command);
  for (let asked = 1; outcome.kind === "unavailable" && asked < ASKED_MAX; asked += 1) {
    await sleep(outcome.retryAfterMs);
    outcome = await writer.submit(command);
  }
  return outcome;
}
