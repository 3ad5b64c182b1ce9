import { stakesHalted, stakesResumed } from "#domain/features/halts/events.ts";
import { stakeMaxOf } from "#domain/features/house-flips/settings.ts";
import { playerRegistered } from "#domain/features/players/events.ts";
import { refusalOfRules, responsiblePlayOf } from "#domain/features/responsible-play/play.ts";
import { standing } from "#domain/features/roles/standing.ts";
import type { RecordedEvent, StreamName } from "#domain/kernel/events/event.ts";
import { formatMinor, type Minor } from "#domain/kernel/money.ts";
import { logFormat } from "#service/features/log-format.ts";
import { FollowedSlice } from "#service/features/players/followed-slice.ts";
import { type SettingsPass, settingsCheck } from "#service/features/settings/checks.ts";
import { Format2Problems } from "#service/ledger/verifier/checks/format-2-problems.ts";
import type { FormatPass } from "#service/ledger/verifier/checks/format-check.ts";
import type { CheckPass, LogCheck } from "#service/ledger/verifier/log-check.ts";

/** A break ends by one clock, and the stake after it is recorded by another. In milliseconds. */
const CLOCK_DOUBT_MS = 60_000;

/** What somebody staked. */
interface Staked {
  /** The stream of who staked. */
  readonly by: StreamName;
  /** Minor units. */
  readonly stake: Minor;
  /** The least that such a stake may be; null where another rule bounds it. */
  readonly least: Minor | null;
}

/**
 * Checks for games that a stake was taken while stakes were, within the largest of its day, from somebody who was not
 * suspended or on a break, of age, and where they may play. A player's own limits and reality checks are not checked:
 * what counts into them has changed.
 */
export class StakesPass implements CheckPass {
  readonly #settings: SettingsPass;
  readonly #standings = new FollowedSlice(standing);
  readonly #plays = new FollowedSlice(responsiblePlayOf, playerRegistered.type);
  /** Logs of format 1 hold stakes by other rules. */
  readonly #problems: Format2Problems;
  #areHalted = false;

  constructor(settings: SettingsPass, log: FormatPass) {
    this.#settings = settings;
    this.#problems = new Format2Problems(log);
  }

  event(event: RecordedEvent): void {
    this.#problems.judge();
    if (stakesHalted.is(event)) this.#areHalted = true;
    else if (stakesResumed.is(event)) this.#areHalted = false;
    this.#standings.follow(event);
    this.#plays.follow(event);
  }

  /** @throws BadLog when a stake should have been refused, if the log is of format 2 */
  expectTaken(event: Pick<RecordedEvent, "position" | "recordedAt">, staked: Staked): void {
    const problem = this.#problemOf(staked, event.recordedAt + CLOCK_DOUBT_MS);
    if (problem !== null) this.#problems.add(event.position, problem);
  }

  #problemOf({ by, stake, least }: Staked, at: number): string | null {
    if (this.#areHalted) return "A stake was taken while stakes were halted.";
    if (least !== null) {
      const most = stakeMaxOf(this.#settings.now);
      if (stake < least || stake > most)
        return `A stake of ${formatMinor(stake)} was taken, where the largest is ${formatMinor(most)}.`;
    }
    if (this.#standings.ofStream(by).suspended) return `A stake of ${by} was taken during a suspension.`;
    const { rules, clearUntil } = this.#plays.ofStream(by);
    // Asked for every bet of a log: most players have no rule at all.
    if (at < clearUntil) return null;
    const bar = refusalOfRules(rules, at);
    return bar === null ? null : `A stake of ${by} was taken against "${bar.code}".`;
  }

  end(): void {
    this.#problems.end();
  }
}

export const stakesCheck: LogCheck<StakesPass> = {
  name: "stakes",
  begin: (passOf) => new StakesPass(passOf(settingsCheck), passOf(logFormat)),
};
