import { BANK_FLOOR, BANK_RISK } from "#domain/features/bank/rules.ts";
import { STAKE_MAX } from "#domain/features/house-flips/rules.ts";
import { XP_DAY_MAX } from "#domain/features/players/level.ts";
import { settingsStream } from "#domain/features/settings/events.ts";
import { ROLE_HOURS } from "#domain/features/settings/rules.ts";
import {
  type SettingDefaults,
  type Settings,
  settingsStreamKind,
} from "#domain/features/settings/settings.ts";
import type { Config } from "#service/config.ts";
import type { LogView, StreamRead } from "#service/event-store/submission.ts";
import { readOfBank } from "#service/features/bank/stakes.ts";

const HOUR_MS = 3_600_000;

/** What every command that follows a setting reads. */
export const readOfSettings: StreamRead = { kind: settingsStreamKind, name: settingsStream };

/** What changing them reads besides: it may stop the bank. */
export const readsOfChange: readonly StreamRead[] = [readOfBank];

/** The settings as of the head. */
export const settingsIn = (view: LogView): Settings => view.stream(settingsStreamKind, settingsStream);

/** What settings are while nobody has set them: as the rules, or the environment, have it. */
export const defaultsOf = ({ coinflipOpenMs, secondApprovalAbove }: Config): SettingDefaults => ({
  stakeMax: STAKE_MAX,
  experienceDayMax: BigInt(XP_DAY_MAX),
  coinflipOpenHours: BigInt(coinflipOpenMs / HOUR_MS),
  secondApprovalAbove,
  roleHours: BigInt(ROLE_HOURS),
  bankRisk: BANK_RISK,
  bankFloor: BANK_FLOOR,
});
