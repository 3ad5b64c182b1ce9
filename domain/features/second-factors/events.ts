import { z } from "zod";
import type { StreamName } from "../../kernel/events/event.ts";
import { anyOf, defineEvent, type PayloadOf } from "../../kernel/events/event-definition.ts";
import { adminAct, whole } from "../../kernel/events/payload.ts";
import { playerStream } from "../players/events.ts";

/** The stream of a player's second factors. */
export const factorsStream = (playerId: string): StreamName => `factors:${playerId}`;

const whose = { playerId: z.string() };
const factor = z.strictObject({ ...whose, factorId: z.string() });
const codesMade = z.strictObject({ ...whose, codes: whole });
const codeUsed = z.strictObject({ ...whose, left: whole });
const reset = z.strictObject({ ...whose, ...adminAct });

const onFactors = <P extends { readonly playerId: string }>(payload: P) => ({
  streams: [playerStream(payload.playerId), factorsStream(payload.playerId)] as const,
  payload,
});

const live = { player: ["security", "notifications"] } as const;
const notice = { to: "player", type: "safety", link: "/settings" } as const;
const NOT_YOU = "If that was not you, sign out everywhere else and write to support.";

/** A player added a passkey or an authenticator app. */
export const secondFactorAdded = defineEvent({
  type: "SecondFactorAdded",
  payload: factor,
  record: (payload: PayloadOf<typeof factor>) => onFactors(payload),
  live,
  notify: {
    ...notice,
    title: "Second factor added",
    message: () => `Your account can be confirmed in one more way. ${NOT_YOU}`,
  },
  example: [{ playerId: "p_1", factorId: "key_1" }],
});

/** A player removed a passkey or an authenticator app. */
export const secondFactorRemoved = defineEvent({
  type: "SecondFactorRemoved",
  payload: factor,
  record: (payload: PayloadOf<typeof factor>) => onFactors(payload),
  live,
  notify: {
    ...notice,
    title: "Second factor removed",
    message: () => `A passkey or an authenticator app no longer confirms your account. ${NOT_YOU}`,
  },
  example: [{ playerId: "p_1", factorId: "totp" }],
});

/** An admin removed every second factor of a player, who lost them. */
export const secondFactorsReset = defineEvent({
  type: "SecondFactorsReset",
  payload: reset,
  record: (payload: PayloadOf<typeof reset>) => onFactors(payload),
  live,
  notify: {
    ...notice,
    title: "Second factors removed",
    message: () => "An admin removed all your second factors and signed you out everywhere. Add new ones.",
  },
  example: [{ playerId: "p_1", by: "p_root", reason: "Lost telephone, seen on video." }],
});

/** A player was shown new recovery codes; older ones no longer count. */
export const recoveryCodesMade = defineEvent({
  type: "RecoveryCodesMade",
  payload: codesMade,
  record: (payload: PayloadOf<typeof codesMade>) => onFactors(payload),
  live: { player: ["security"] },
  example: [{ playerId: "p_1", codes: 10 }],
});

/** A player confirmed their account by a recovery code. */
export const recoveryCodeUsed = defineEvent({
  type: "RecoveryCodeUsed",
  payload: codeUsed,
  record: (payload: PayloadOf<typeof codeUsed>) => onFactors(payload),
  live,
  notify: {
    ...notice,
    title: "Recovery code used",
    message: ({ left }) => `${left === 1 ? "1 code is" : `${left} codes are`} left. ${NOT_YOU}`,
  },
  example: [{ playerId: "p_1", left: 9 }],
});

/** A passkey was refused because its counter went back: somebody may have a copy of it. */
export const passkeyCloneRefused = defineEvent({
  type: "PasskeyCloneRefused",
  payload: factor,
  record: (payload: PayloadOf<typeof factor>) => onFactors(payload),
  live,
  notify: {
    ...notice,
    title: "Passkey refused",
    message: () => "One of your passkeys may have been copied. Remove it and add a new one.",
    together: (times) => ({
      title: "Passkey refused",
      message: `One of your passkeys may have been copied: it was refused ${times} times. Remove it and add a new one.`,
    }),
  },
  example: [{ playerId: "p_1", factorId: "key_1" }],
});

export const secondFactorEvents = [
  secondFactorAdded,
  secondFactorRemoved,
  secondFactorsReset,
  recoveryCodesMade,
  recoveryCodeUsed,
  passkeyCloneRefused,
] as const;

export const changesFactors = anyOf(secondFactorAdded, secondFactorRemoved, secondFactorsReset);
