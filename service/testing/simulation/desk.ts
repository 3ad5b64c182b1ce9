import { type CommandOrigin, playerOrigin } from "#service/event-store/command-origin.ts";
import type { Submission } from "#service/event-store/submission.ts";
import {
  approveCommand,
  cancelCommand,
  claimCommand,
  rejectCommand,
  requestCommand,
  reverseCommand,
  writeOffCommand,
} from "#service/features/deposits/commands.ts";
import type { Person } from "#service/features/roles/actor.ts";
import {
  grantCommand,
  liftCommand,
  revokeCommand,
  suspendCommand,
} from "#service/features/roles/commands.ts";
import { copiesOf, copiesWanted } from "./copies.ts";
import { type DeskAction, isRequest, isReview, type ReviewAction, SECOND_ABOVE } from "./desk-actions.ts";
import { type Command, commitsOf, type Meant } from "./history.ts";
import { GRANTED_ADMIN, LISTED_ADMIN, playerName } from "./people.ts";

/** The first item of the catalogue: the only one that deposits are of. */
const ITEM = 1;
const NOTE = "Said the desk.";

const personOf = (player: number): Person => ({
  playerId: playerName(player),
  isListed: player === LISTED_ADMIN,
});

/** A repeated request draws an id anew, as the service does. */
const depositIdOf = (n: number, attempt: number): string => `dep_${n}_${attempt}`;

/** Which deposit an action is about. @param before all commands that were sent before, the newest last */
export function meantBy(action: DeskAction, before: readonly Command[]): Meant | null {
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
 * Deposits that were told to be what an action is done to: the newest first, but to be taken back the oldest, which may
 * be spent by then. Those to which it is done already come last.
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

/** What somebody does at the desk, as a command. @param attempt how often it was sent before */
export function deskSubmission(
  action: DeskAction,
  origin: CommandOrigin,
  { meant, attempt }: { readonly meant: Meant | null; readonly attempt: number },
): Submission {
  const playerId = playerName(action.player);
  if (isRequest(action)) {
    const wish =
      action.do === "request"
        ? { type: action.asset, amount: action.amount }
        : { type: "roblox_limited" as const, itemId: ITEM, quantity: action.quantity };
    return requestCommand(origin, {
      playerId,
      depositId: depositIdOf(meant?.n ?? 0, attempt),
      wish,
      takesItems: true,
    });
  }
  if (isReview(action)) return reviewSubmission(action, origin, meant);
  const act = { actor: personOf(action.player), subject: personOf(action.whom), reason: NOTE };
  if (action.do === "grant") return grantCommand(origin, { ...act, role: action.role });
  if (action.do === "revoke") return revokeCommand(origin, { ...act, role: action.role });
  return action.do === "suspend" ? suspendCommand(origin, act) : liftCommand(origin, act);
}

function reviewSubmission(action: ReviewAction, origin: CommandOrigin, meant: Meant | null): Submission {
  const depositId = meant?.depositId ?? "";
  if (action.do === "cancel")
    return cancelCommand(origin, { playerId: playerName(action.player), depositId });
  const review = { actor: personOf(action.player), depositId };
  if (action.do === "approve") {
    const instances = instancesNamed(action.copies, meant);
    return approveCommand(origin, { ...review, instances, note: null }, SECOND_ABOVE);
  }
  if (action.do === "claim") return claimCommand(origin, review);
  if (action.do === "reject") return rejectCommand(origin, { ...review, note: NOTE });
  const command = action.do === "reverse" ? reverseCommand : writeOffCommand;
  return command(origin, { ...review, reason: NOTE });
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

/** What is there before anybody deposits: a second admin, by a grant of the one whom the settings name. */
export function firstGrant(at: number): Submission {
  const actor = personOf(LISTED_ADMIN);
  const origin: CommandOrigin = { ...playerOrigin(actor.playerId, at), commandId: FIRST_GRANT };
  const subject = personOf(GRANTED_ADMIN);
  return grantCommand(origin, { actor, subject, reason: NOTE, role: "admin" });
}

export const FIRST_GRANT = "cmd_first_grant";
