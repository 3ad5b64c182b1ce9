import type { Account, Asset } from "../../accounts/account.ts";
import { type Decision, type Refusal, refuse } from "../../kernel/decision.ts";
import type { SettingDefinition, Settings } from "../../kernel/setting.ts";
import type { Deposit } from "../deposits/deposit.ts";
import { debtOf, writeDebtOff } from "../deposits/reverse.ts";
import { resumeStakes, type StakingStatus } from "../halts/halt.ts";
import { type Catalogue, limitedOf, valueInForce } from "../limiteds/catalogue.ts";
import {
  changesByMoreThanHalf,
  isNear,
  liftOverride,
  needsTwoToSet,
  type OverrideAnswer,
  overrideValue,
} from "../limiteds/override.ts";
import {
  type Actor,
  type AdminAnswer,
  grantRole,
  isAdminOnceLifted,
  liftSuspension,
} from "../roles/admin.ts";
import type { Role } from "../roles/rules.ts";
import type { SettingValues } from "../settings/events.ts";
import { changeSettings, weakensControl } from "../settings/settings.ts";
import type { Act } from "./events.ts";
import type { ProposalKind } from "./rules.ts";

/** What an admin asks for, before it is known what it would change. */
export type Wanted =
  | { readonly kind: "grant_role"; readonly playerId: string; readonly role: Role }
  | { readonly kind: "lift_suspension"; readonly playerId: string }
  | {
      readonly kind: "change_settings";
      /** The version that the admin looked at. */
      readonly version: number;
      readonly values: SettingValues;
    }
  | { readonly kind: "override_value"; readonly assetId: number; readonly value: string }
  | { readonly kind: "lift_override"; readonly assetId: number }
  | { readonly kind: "resume_stakes" }
  | { readonly kind: "write_off_debt"; readonly depositId: string };

/** What is answered once an act is done, by its kind. */
export type ActAnswers = {
  readonly grant_role: AdminAnswer;
  readonly lift_suspension: AdminAnswer;
  readonly change_settings: { readonly version: number };
  readonly override_value: OverrideAnswer;
  readonly lift_override: OverrideAnswer;
  readonly resume_stakes: { readonly halted: false };
  readonly write_off_debt: { readonly id: string; readonly amount: string };
};

/** What acts stand on, each as of the head; asked only for what the act is about. @property at milliseconds */
export interface ActContext {
  readonly at: number;
  readonly actorOf: (playerId: string) => Actor;
  readonly settings: Settings;
  /** Every setting, with the default that the service was started with. */
  readonly definitions: readonly SettingDefinition[];
  readonly catalogue: () => Catalogue;
  readonly stakes: () => StakingStatus;
  readonly holding: (account: Account, asset: Asset) => bigint;
  readonly depositOf: (depositId: string) => Deposit;
}

/** Who does it, and who confirmed it; null where one is enough. */
export interface By {
  readonly actorId: string;
  readonly reason: string;
  readonly confirmedBy: string | null;
}

/** What somebody wants, with what it would change; where there is nothing to change, the decision says so. */
export function actOf(wanted: Wanted, context: ActContext): Act {
  switch (wanted.kind) {
    case "change_settings": {
      const { kind, values } = wanted;
      const before = Object.fromEntries(
        Object.keys(values).map((name) => [name, context.settings.values[name] ?? null]),
      );
      return { kind, values, before };
    }
    case "override_value":
      return { ...wanted, before: String(inForceOf(wanted.assetId, context)) };
    case "lift_override": {
      const value = limitedOf(context.catalogue(), wanted.assetId)?.value ?? "0";
      return { ...wanted, value, before: String(inForceOf(wanted.assetId, context)) };
    }
    case "resume_stakes": {
      const stakes = context.stakes();
      if (stakes.status === "taken") return { ...wanted, since: 0, halt: "" };
      return { ...wanted, since: stakes.since, halt: stakes.reason };
    }
    case "write_off_debt": {
      const deposit = context.depositOf(wanted.depositId);
      const playerId = deposit.status === "absent" ? "" : deposit.playerId;
      const debt = debtOf(context.actorOf(playerId).player, wanted.depositId);
      return { ...wanted, playerId, asset: debt?.asset ?? "RBX", owed: debt?.amount ?? "0" };
    }
    default:
      return wanted;
  }
}

const inForceOf = (assetId: number, { catalogue }: ActContext): bigint => {
  const item = limitedOf(catalogue(), assetId);
  return item === null ? 0n : valueInForce(item);
};

/** Whether an act weakens a control, and so needs two admins. */
export function needsTwo(act: Act, context: ActContext): boolean {
  switch (act.kind) {
    case "grant_role":
      return act.role === "admin";
    case "lift_suspension":
      return isAdminOnceLifted(context.actorOf(act.playerId));
    case "change_settings":
      return weakensControl(act.values, context);
    case "override_value": {
      const item = limitedOf(context.catalogue(), act.assetId);
      return item === null || needsTwoToSet(BigInt(act.value), item, context.at);
    }
    case "lift_override": {
      const item = limitedOf(context.catalogue(), act.assetId);
      return item === null || changesByMoreThanHalf(BigInt(act.value), item, context.at);
    }
    case "resume_stakes":
    case "write_off_debt":
      return true;
  }
}

/** Does what was wanted, or says why it cannot be done. */
export function doAct(act: Act, by: By, context: ActContext): Decision<ActAnswers[ProposalKind]> {
  const stale = refusalOfStale(act, context);
  if (stale !== null) return { refused: stale };
  const actor = context.actorOf(by.actorId);
  switch (act.kind) {
    case "grant_role":
      return grantRole({ ...by, ...act }, { actor, subject: context.actorOf(act.playerId) });
    case "lift_suspension":
      return liftSuspension({ ...by, ...act }, { actor, subject: context.actorOf(act.playerId) });
    case "change_settings":
      return changeSettings({ ...by, values: act.values }, { ...context, actor });
    case "override_value":
      return overrideValue(
        { ...by, assetId: act.assetId, value: BigInt(act.value) },
        { actor, catalogue: context.catalogue() },
      );
    case "lift_override":
      return liftOverride({ ...by, assetId: act.assetId }, { actor, catalogue: context.catalogue() });
    case "resume_stakes":
      return resumeStakes(by, { actor, stakes: context.stakes() });
    case "write_off_debt":
      return writeDebtOff(
        { ...by, depositId: act.depositId },
        {
          actor,
          deposit: context.depositOf(act.depositId),
          playerOf: (playerId) => context.actorOf(playerId).player,
        },
      );
  }
}

const STALE: Refusal = {
  code: "proposal_stale",
  detail: "What this would change is another by now. Look at it again, and propose it anew.",
};

/** Why an act is no longer what was seen: settings that it names or a halt are others since, or a value has moved. */
export function refusalOfStale(act: Act, context: ActContext): Refusal | null {
  if (act.kind === "change_settings") {
    const isSeen = Object.entries(act.before).every(
      ([name, value]) => (context.settings.values[name] ?? null) === value,
    );
    return isSeen ? null : STALE;
  }
  if (act.kind === "resume_stakes") {
    const stakes = context.stakes();
    return stakes.status === "halted" && stakes.since !== act.since ? STALE : null;
  }
  if (act.kind === "override_value" || act.kind === "lift_override") {
    const market = limitedOf(context.catalogue(), act.assetId)?.value ?? "0";
    const to = act.kind === "lift_override" ? BigInt(market) : BigInt(act.value);
    const isSeen =
      isNear(inForceOf(act.assetId, context), BigInt(act.before)) && isNear(to, BigInt(act.value));
    return isSeen ? null : STALE;
  }
  return null;
}

/** Refuses settings that were looked at before somebody else changed them. */
export const refusalOfVersion = (wanted: Wanted, { settings }: ActContext): Refusal | null =>
  wanted.kind !== "change_settings" || wanted.version === settings.version
    ? null
    : refuse("settings_changed", "Somebody changed the settings since you looked. Look at them again.")
        .refused;
