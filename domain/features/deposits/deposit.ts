import type { Copy } from "../../accounts/item.ts";
import type { RecordedEvent, StreamName } from "../../kernel/events/event.ts";
import type { EventOf } from "../../kernel/events/event-definition.ts";
import type { StreamKind, StreamRead } from "../../kernel/events/stream-kind.ts";
import {
  custodyArrived,
  custodyEnded,
  type DepositSubject,
  type depositReversed,
  depositStream,
  isDepositEvent,
} from "./events.ts";

/** A deposit that waits for review. */
export type PendingDeposit = {
  readonly status: "pending";
  readonly playerId: string;
  readonly wanted: DepositSubject;
  /** The admin reviewing it, and until when in milliseconds. */
  readonly claim: { readonly by: string; readonly until: number } | null;
  /** The first approval of two. */
  readonly first: { readonly by: string; readonly copies: readonly Copy[] } | null;
};

/** A deposit that was credited. */
export type CompletedDeposit = {
  readonly status: "completed";
  readonly playerId: string;
  readonly wanted: DepositSubject;
  /** What it keeps in custody. */
  readonly copies: readonly Copy[];
  /** What of it came home from other logs. */
  readonly home: readonly HomeCopy[];
};

/** A copy of a deposit that went to another log and came home, and the transit that kept it in custody then. */
export type HomeCopy = { readonly copy: Copy; readonly keptBy: string };

/** A rejected or cancelled deposit. */
export type EndedDeposit = {
  readonly status: "rejected" | "cancelled";
  readonly playerId: string;
};

/** A reversed deposit. Copies that come home later, or were staked at the time, can be taken back as well. */
export type ReversedDeposit = {
  readonly status: "reversed";
  readonly playerId: string;
  readonly home: readonly HomeCopy[];
};

/** In place of a deposit: copies that came from another log by one transit. It cannot be reversed here. */
export type ArrivedDeposit = {
  readonly status: "arrived";
  /** Of no player. */
  readonly playerId: "";
  readonly copies: readonly Copy[];
  /** The deposits of this log by which some of them had come in. */
  readonly homes: readonly { readonly copy: Copy; readonly depositId: string }[];
};

/** What the log says of a deposit, as far as a decision needs it. */
export type Deposit =
  | { readonly status: "absent" }
  | PendingDeposit
  | CompletedDeposit
  | ArrivedDeposit
  | ReversedDeposit
  | EndedDeposit;

const initialDeposit: Deposit = { status: "absent" };

/** Follows a deposit's stream by one event. */
function evolveDeposit(deposit: Deposit, event: RecordedEvent, stream: StreamName): Deposit {
  if (custodyEnded.is(event)) return withoutCopy(deposit, event.payload.copy);
  if (custodyArrived.is(event))
    return stream === event.stream ? withArrived(deposit, event.payload) : withHome(deposit, event.payload);
  if (!isDepositEvent(event)) return deposit;
  if (event.type === "DepositRequested") {
    const { playerId, wanted } = event.payload;
    return { status: "pending", playerId, wanted, claim: null, first: null };
  }
  if (event.type === "DepositReversed") return reversed(deposit, event.payload);
  if (deposit.status !== "pending") return deposit;
  const { playerId, wanted } = deposit;
  if (event.type === "DepositRejected") return { status: "rejected", playerId };
  if (event.type === "DepositCancelled") return { status: "cancelled", playerId };
  if (event.type === "DepositCompleted") {
    return {
      status: "completed",
      playerId,
      wanted,
      copies: [...event.payload.credited, ...event.payload.kept],
      home: [],
    };
  }
  if (event.type === "DepositApproved") {
    const { by, copies } = event.payload;
    return { ...deposit, claim: null, first: { by, copies } };
  }
  const { by, until } = event.payload;
  return { ...deposit, claim: { by, until } };
}

type Arrived = EventOf<typeof custodyArrived>["payload"];

function withArrived(deposit: Deposit, { copy, homeId }: Arrived): ArrivedDeposit {
  const { copies, homes } = deposit.status === "arrived" ? deposit : { copies: [], homes: [] };
  return {
    status: "arrived",
    playerId: "",
    copies: [...copies, copy],
    homes: homeId === null ? homes : [...homes, { copy, depositId: homeId }],
  };
}

/** Copies that are home but were not free stay reversible: otherwise staking one would keep it. */
function reversed(
  deposit: Deposit,
  { playerId, copies }: EventOf<typeof depositReversed>["payload"],
): ReversedDeposit {
  const home = deposit.status === "completed" || deposit.status === "reversed" ? deposit.home : [];
  return { status: "reversed", playerId, home: home.filter(({ copy }) => !copies.includes(copy)) };
}

/** A copy of the deposit has come home, and may do so again: the newest transit keeps it. */
function withHome(deposit: Deposit, { copy, depositId: keptBy }: Arrived): Deposit {
  if (deposit.status !== "completed" && deposit.status !== "reversed") return deposit;
  const others = deposit.home.filter((one) => one.copy !== copy);
  return { ...deposit, home: [...others, { copy, keptBy }] };
}

const withoutCopy = (deposit: Deposit, gone: string): Deposit =>
  deposit.status === "completed" || deposit.status === "arrived"
    ? { ...deposit, copies: deposit.copies.filter((copy) => copy !== gone) }
    : deposit;

/** How this state follows its stream. */
export const depositStreamKind: StreamKind<Deposit> = {
  kind: "deposit",
  foldVersion: 5,
  initial: initialDeposit,
  evolve: evolveDeposit,
};

/** The stream of a deposit. */
export const readOfDeposit = (depositId: string): StreamRead<Deposit> => ({
  kind: depositStreamKind,
  name: depositStream(depositId),
});
