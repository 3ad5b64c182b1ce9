import { proposalConfirmed, proposalMade, proposalStreamName } from "#domain/features/proposals/events.ts";
import { proposalStreamKind } from "#domain/features/proposals/proposals.ts";
import type { Wanted } from "#domain/features/proposals/propose.ts";
import { PROPOSAL_MS } from "#domain/features/proposals/rules.ts";
import { settingDefinitions } from "#domain/features/registry.ts";
import { roleGranted } from "#domain/features/roles/events.ts";
import { settingsChanged } from "#domain/features/settings/events.ts";
import { accept } from "#domain/kernel/decision.ts";
import type { JsonObject } from "#domain/kernel/json.ts";
import type { CommandOrigin } from "#service/event-store/commands/command-origin.ts";
import type { Submission } from "#service/event-store/commands/submission.ts";
import { LOG_ID } from "#service/event-store/writer-options.ts";
import {
  approveCommand,
  cancelCommand,
  claimCommand,
  rejectCommand,
  requestCommand,
  reverseCommand,
} from "#service/features/deposits/commands.ts";
import { confirmCommand, undertakeCommand } from "#service/features/proposals/commands.ts";
import { type Person, readOfPlayer } from "#service/features/roles/actor.ts";
import { revokeCommand, suspendCommand } from "#service/features/roles/commands.ts";
import { readOfSettings } from "#service/features/settings/settings-command.ts";
import { playerOrigin } from "#service/http/access/player-origin.ts";
import { copiesOf, copiesWanted } from "#service/lab/testing/simulation/copies.ts";
import { type Command, commitsOf, type Meant } from "#service/lab/testing/simulation/history.ts";
import {
  FIRST_GRANT,
  GRANTED_ADMIN,
  LISTED_ADMIN,
  playerName,
} from "#service/lab/testing/simulation/people.ts";
import {
  type DepositReviewAction,
  isRequest,
  isReview,
  type ReviewAction,
  SECOND_ABOVE,
} from "./deposit-review-actions.ts";

/** The first item of the catalogue: the only one that is deposited. */
const ITEM = 1;
const NOTE = "Said the depositReview.";

const personOf = (player: number): Person => ({
  playerId: playerName(player),
  isListed: player === LISTED_ADMIN,
});

/** A repeated request draws a new id, as the service does. */
const depositIdOf = (n: number, attempt: number): string => `dep_${n}_${attempt}`;

/** The deposit that an action is about. @param before all earlier commands, the newest last */
export function meantBy(action: DepositReviewAction, before: readonly Command[]): Meant | null {
  const requests = before.filter((command) => isRequest(command.action));
  if (isRequest(action)) return { n: requests.length, depositId: null, quantity: 0 };
  if (!isReview(action)) return null;
  const told = toldOf(action, before);
  const depositId = told[action.deposit % Math.max(1, told.length)] ?? depositIdOf(requests.length, 0);
  const n = Number(depositId.split("_")[1]);
  const asked = requests[n]?.action;
  return { n, depositId, quantity: asked?.do === "request items" ? asked.quantity : 0 };
}

/**
 * Deposits that an action could be applied to: the newest first, but for reversals the oldest, which may be spent by
 * then. Those to which it was applied already come last.
 */
function toldOf({ do: what }: ReviewAction, before: readonly Command[]): readonly string[] {
  const told = new Set<string>();
  const done = new Set<string>();
  for (const command of before) {
    for (const { answer } of commitsOf(command)) {
      const { id, status } = answer;
      const step = command.action.do;
      if (typeof id !== "string") continue;
      if (what === "write off") {
        if (step === "reverse" && answer.owed !== "0") told.add(id);
        if (step === what) done.add(id);
      } else if (what === "reverse") {
        if (status === "completed") told.add(id);
        if (step === what) done.add(id);
      } else {
        if (isRequest(command.action)) told.add(id);
        if (status === "completed" || status === "rejected" || step === "cancel") done.add(id);
      }
    }
  }
  const all = what === "reverse" ? [...told] : [...told].reverse();
  return [...all.filter((id) => !done.has(id)), ...all.filter((id) => done.has(id))];
}

/** An action in deposit review as a command. @param attempt how often it was sent before */
export function depositReviewSubmission(
  action: DepositReviewAction,
  origin: CommandOrigin,
  { meant, attempt }: { readonly meant: Meant | null; readonly attempt: number },
): Submission {
  const playerId = playerName(action.player);
  if (isRequest(action)) {
    const request =
      action.do === "request"
        ? { type: action.asset, amount: action.amount }
        : { type: "roblox_limited" as const, itemId: ITEM, quantity: action.quantity };
    return requestCommand(origin, {
      playerId,
      depositId: depositIdOf(meant?.n ?? 0, attempt),
      request,
      takesItems: true,
    });
  }
  if (isReview(action)) return reviewSubmission(action, origin, meant);
  if (action.do === "confirm") return confirmNewest(action.player, origin);
  const whom = playerName(action.whom);
  if (action.do === "grant")
    return wants(action.player, origin, { kind: "grant_role", playerId: whom, role: action.role });
  if (action.do === "lift") return wants(action.player, origin, { kind: "lift_suspension", playerId: whom });
  const act = { actor: personOf(action.player), subject: personOf(action.whom), reason: NOTE };
  if (action.do === "revoke") return revokeCommand(origin, { ...act, role: action.role });
  return suspendCommand(origin, act);
}

const requestOf = (player: number) => ({
  actorId: playerName(player),
  listed: new Set([playerName(LISTED_ADMIN)]),
  definitions: settingDefinitions,
  logs: { here: LOG_ID, peers: new Set<number>() },
});

/** A proposal that needs two admins has an id that follows from the command's. */
function wants(player: number, origin: CommandOrigin, wanted: Wanted): Submission {
  const proposalId = `prop_${origin.commandId}`;
  return undertakeCommand(origin, { ...requestOf(player), wanted, reason: NOTE, proposalId });
}

/** Confirms the newest open proposal; without one it is refused. */
function confirmNewest(player: number, origin: CommandOrigin): Submission {
  const command = (proposalId: string) => confirmCommand(origin, { ...requestOf(player), proposalId });
  return {
    ...command(""),
    decide: (view) => {
      const { open } = view.stream({ kind: proposalStreamKind, name: proposalStreamName });
      return command(Object.keys(open).at(-1) ?? "").decide(view);
    },
  };
}

function reviewSubmission(action: ReviewAction, origin: CommandOrigin, meant: Meant | null): Submission {
  const depositId = meant?.depositId ?? "";
  if (action.do === "cancel")
    return cancelCommand(origin, { playerId: playerName(action.player), depositId });
  const review = { actor: personOf(action.player), id: depositId };
  if (action.do === "approve") {
    const instances = instancesNamed(action.copies, meant);
    const { listed } = requestOf(action.player);
    return approveCommand(
      origin,
      { ...review, instances, sights: new Map(), keptIn: () => null, note: null, listed },
      SECOND_ABOVE,
    );
  }
  if (action.do === "claim") return claimCommand(origin, review);
  if (action.do === "reject") return rejectCommand(origin, { ...review, note: NOTE });
  if (action.do === "reverse") return reverseCommand(origin, { ...review, reason: NOTE });
  return wants(action.player, origin, { kind: "write_off_debt", depositId });
}

function instancesNamed(
  copies: Extract<ReviewAction, { do: "approve" }>["copies"],
  meant: Meant | null,
): readonly string[] | null {
  const { n = 0, quantity = 0 } = meant ?? {};
  if (copies === null || quantity === 0) return null;
  const named = copies === "as wanted" ? copiesWanted(n, quantity) : copiesOf(copies);
  return named.map((copy) => copy.slice(copy.lastIndexOf(":") + 1));
}

/** Set up before anybody deposits: a second admin, whose role is old enough for everything. */
export function firstGrant(at: number): Submission {
  const origin: CommandOrigin = { ...playerOrigin(playerName(LISTED_ADMIN), at), commandId: FIRST_GRANT };
  const act = { by: FOUNDER, reason: NOTE };
  const wanted = { playerId: playerName(GRANTED_ADMIN), role: "admin" } as const;
  const values = { roleHours: "0" };
  const agreed = (kind: string, about: JsonObject) => {
    const proposalId = `prop_${kind}_${FIRST_GRANT}`;
    return [
      proposalMade({ ...act, proposalId, expiresAt: at + PROPOSAL_MS, act: { ...about, kind } }),
      proposalConfirmed({ proposalId, kind, by: COFOUNDER }),
    ];
  };
  const events = [
    ...agreed("grant_role", wanted),
    roleGranted(wanted.playerId, { ...act, confirmedBy: COFOUNDER, role: wanted.role }),
    ...agreed("change_settings", { values, before: { roleHours: null } }),
    settingsChanged({ ...act, confirmedBy: COFOUNDER, values }),
  ];
  const streams = [
    readOfPlayer(wanted.playerId),
    readOfSettings,
    { kind: proposalStreamKind, name: proposalStreamName },
  ];
  return {
    ...origin,
    reads: () => ({ streams }),
    decide: () => accept(events, {}),
  };
}

/** The granters of the first role, who are gone. */
const FOUNDER = "p_founder";
const COFOUNDER = "p_cofounder";
