import { formatMinor } from "../../kernel/money.ts";
import { instantOf } from "../../kernel/time.ts";
import type { PlayLimit, ResponsiblePlayAnswer } from "./contract.ts";
import { isLapsed, reviewDueAt } from "./limits.ts";
import { freedOf, isExcluded, isOfAge, limitOf, type ResponsiblePlay, realityCheckDueAt } from "./play.ts";
import { LIMITS, type LimitName } from "./rules.ts";
import { sessionAt, usedOf } from "./windows.ts";

const orNull = <T, U>(value: T | null, turn: (value: T) => U): U | null =>
  value === null ? null : turn(value);
const moneyOf = (amount: string): string => formatMinor(BigInt(amount));

/** What a player is shown of their limits, breaks and session of play. @param at milliseconds */
export function responsiblePlayAt(play: ResponsiblePlay, at: number): ResponsiblePlayAnswer {
  const { rules } = play;
  const { age, exclusion, timeOutUntil } = rules;
  const dueAt = realityCheckDueAt(play, at);
  const session = sessionAt(play, at);
  return {
    age: {
      isConfirmed: age.confirmed !== null && isOfAge(rules),
      at: orNull(age.confirmed, (confirmed) => instantOf(confirmed.at)),
      textVersion: age.confirmed?.textVersion ?? null,
      asked: isOfAge(rules) ? null : (age.asked?.gate ?? null),
      isUnderAge: age.isUnderAge,
      check: null,
    },
    region: rules.region,
    review: { dueAt: instantOf(reviewDueAt(rules)), isDue: at >= reviewDueAt(rules) },
    limits: LIMITS.map((name) => limitAt(play, name, at)),
    timeOut: timeOutUntil !== null && at < timeOutUntil ? { until: instantOf(timeOutUntil) } : null,
    exclusion:
      exclusion !== null && isExcluded(rules, at)
        ? { until: orNull(exclusion.until, instantOf), endsAt: orNull(exclusion.endsAt, instantOf) }
        : null,
    realityCheck: {
      everyMinutes: rules.realityCheckMinutes,
      dueAt: orNull(dueAt, instantOf),
      isDue: dueAt !== null && at >= dueAt,
    },
    session: {
      startedAt: orNull(session, ({ since }) => instantOf(since)),
      wagered: formatMinor(session?.wagered ?? 0n),
      net: formatMinor(session?.net ?? 0n),
    },
  };
}

function limitAt(play: ResponsiblePlay, name: LimitName, at: number): PlayLimit {
  const { amount, pending } = limitOf(play.rules, name);
  const { kind, window } = name;
  const freed = freedOf(play, name, at);
  const used = kind === "stake" || window === "bet" ? 0n : usedOf(play, { kind, window, at });
  return {
    kind,
    window,
    amount: orNull(amount, moneyOf),
    used: formatMinor(used),
    freesAt: orNull(freed, (next) => instantOf(next.at)),
    pending: orNull(
      pending !== null && !isLapsed(pending, at) ? pending : null,
      ({ amount: asked, from }) => ({
        amount: orNull(asked, moneyOf),
        from: instantOf(from),
      }),
    ),
  };
}
