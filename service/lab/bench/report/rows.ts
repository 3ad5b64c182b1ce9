import { LONG_ROWS } from "./long-rows.ts";

/** The source of a figure: a subject, and one of its measures. */
export interface Figure {
  readonly subject: string;
  readonly measure: string;
}

/** One ratio with a floor: ours ÷ baseline, not below the floor (or not above it, if less is better). */
export interface Row {
  readonly id: string;
  readonly name: string;
  readonly unit: string;
  readonly ours: Figure;
  readonly baseline: Figure;
  readonly floor: number;
  readonly goal: number;
  /** Less is better: floor and goal are maxima of the ratio. */
  readonly atMost: boolean;
  /** Measured only on a folder of long logs, which take hours to make: `--long`. */
  readonly isLong?: boolean;
}

type Ratio = Pick<Row, "ours" | "baseline">;
type Bounds = Pick<Row, "floor" | "goal" | "atMost">;

/** The same measure of two subjects. */
const between = (ours: string, baseline: string, measure = "rate"): Ratio => ({
  ours: { subject: ours, measure },
  baseline: { subject: baseline, measure },
});
/** Two measures of one subject. */
const within = (subject: string, ours: string, baseline: string): Ratio => ({
  ours: { subject, measure: ours },
  baseline: { subject, measure: baseline },
});
const atLeast = (floor: number, goal: number): Bounds => ({ floor, goal, atMost: false });
const atMost = (floor: number, goal: number): Bounds => ({ floor, goal, atMost: true });

/** Every row of the benchmarks, in the order of the report. */
export const ROWS: readonly Row[] = [
  {
    id: "engine-32",
    name: "engine, 32 in flight: durable double-entry bets/s ÷ one transaction per bet with the same rows",
    unit: "bets/s",
    ...between("writer-32", "transaction-32"),
    ...atLeast(10, 20),
  },
  {
    id: "engine-saturated",
    name: "engine, saturated: ÷ the same baseline at its best",
    unit: "bets/s",
    ...between("writer-saturated", "transaction-best"),
    ...atLeast(18, 40),
  },
  {
    id: "user-coinflip",
    name: "user coinflip, saturated: bets/s ÷ house flip, saturated",
    unit: "bets/s",
    ...between("user-coinflip-saturated", "writer-saturated"),
    ...atLeast(0.6, 0.9),
  },
  {
    id: "engine-emmett",
    name: "engine, saturated: ÷ Emmett appendToStream of the event alone, at its best of 1, 8, 32",
    unit: "bets/s",
    ...between("writer-saturated", "emmett-best"),
    ...atLeast(12, 25),
  },
  {
    id: "http-transaction",
    name: "HTTP, 256 connections: the real route ÷ the same route with one transaction per bet",
    unit: "bets/s",
    ...between("http-writer", "http-transaction"),
    ...atLeast(8, 20),
  },
  {
    id: "http-echo",
    name: "HTTP, 256 connections: the real route ÷ a Hono echo that parses JSON with zod",
    unit: "requests/s",
    ...between("http-writer", "http-echo"),
    ...atLeast(0.3, 0.5),
  },
  {
    id: "http-cpu",
    name: "HTTP, 256 connections: the service's processor time of a bet ÷ that of the echo's request",
    unit: "us",
    ...between("http-writer", "http-echo", "cpu"),
    ...atMost(2.5, 1.8),
  },
  {
    id: "lone-bet",
    name: "lone bet: p50 at one client ÷ one transaction per bet at one client",
    unit: "ms",
    ...between("writer-lone", "transaction-lone", "p50"),
    ...atMost(0.5, 0.25),
  },
  {
    id: "open-loop",
    name: "open loop: p99 at 5,000 bets/s ÷ p99 of the baseline at its saturation",
    unit: "ms",
    ...between("writer-open-loop", "transaction-best", "p99"),
    ...atMost(0.5, 0.3),
  },
  {
    id: "hash-chain",
    name: "hash chain: rate with ÷ without",
    unit: "bets/s",
    ...between("writer-saturated", "writer-without-chain"),
    ...atLeast(0.92, 0.97),
  },
  {
    id: "rules-of-play",
    name: "limits, breaks and checks of play, saturated: rate with ÷ without",
    unit: "bets/s",
    ...between("writer-saturated", "writer-without-rules"),
    ...atLeast(0.97, 0.99),
  },
  {
    id: "processes-256-256",
    name: "two processes on one log, 256 callers each: total bets/s ÷ one process at 256",
    unit: "bets/s",
    ...between("processes-256-256", "process-alone"),
    ...atLeast(0.65, 0.85),
  },
  {
    id: "processes-256-1",
    name: "two processes, 256 callers in one and one in the other: busy process's bets/s ÷ the same alone",
    unit: "bets/s",
    ...between("processes-256-1", "process-alone"),
    ...atLeast(0.6, 0.8),
  },
  {
    id: "two-logs",
    name: "two logs, two processes, own databases, 256 callers each: total bets/s ÷ one at 256",
    unit: "bets/s",
    ...between("two-logs", "process-alone"),
    ...atLeast(1, 1.5),
  },
  {
    id: "rebuild",
    name: "rebuild: events/s of rebuilding every projection ÷ saturated append rate",
    unit: "events/s",
    ...within("read-models", "rebuild", "append"),
    ...atLeast(6, 10),
  },
  {
    id: "lag",
    name: "lag: projection lag p99 at half the saturated rate ÷ commit p99",
    unit: "ms",
    ...within("read-models", "lag", "commit"),
    ...atMost(20, 5),
  },
  {
    id: "pglite",
    name: "PGlite, 32 in flight: group commit ÷ one transaction per bet on PGlite",
    unit: "bets/s",
    ...between("pglite-writer", "pglite-transaction"),
    ...atLeast(6, 10),
  },
  {
    id: "memory",
    name: "memory: heap + external after a forced collection, after twice as many bets ÷ after the first half",
    unit: "MB",
    ...within("memory", "after", "halfway"),
    ...atMost(1.1, 1.02),
  },
  {
    id: "coinflips",
    name: "create + join + settle, saturated, local beacon stubbed to be instant: games/s ÷ one transaction per step with row locks and the same rows",
    unit: "games/s",
    ...between("coinflips-writer", "coinflips-transaction"),
    ...atLeast(12, 20),
  },
  {
    id: "open-coinflips",
    name: "open-game list with 10,000 open games: first page p50 ÷ with 100 open games",
    unit: "ms",
    ...within("open-coinflips", "many", "few"),
    ...atMost(2, 1.2),
  },
  {
    id: "inventory-sync",
    name: "inventory sync of 1,000 items ÷ one transaction per item",
    unit: "items/s",
    ...between("inventory-whole", "inventory-one-by-one"),
    ...atLeast(20, 50),
  },
  {
    id: "live-stream",
    name: "live stream, 1,000 listeners on one process: event delivery p99 ÷ a millisecond",
    unit: "ms",
    ...within("live-stream", "many", "millisecond"),
    ...atMost(300, 100),
  },
  {
    id: "history-first-page",
    name: "with 5,000,000 entries and one player of 1,000,000: first page, p50 ÷ the same with 10,000 entries",
    unit: "ms",
    ...within("history", "first", "firstOfFew"),
    ...atMost(3, 1.5),
  },
  {
    id: "history-later-page",
    name: "with 5,000,000 entries and one player of 1,000,000: a later page, p50 ÷ the same with 10,000 entries",
    unit: "ms",
    ...within("history", "later", "laterOfFew"),
    ...atMost(3, 1.5),
  },
  {
    id: "balance-as-of",
    name: "with 5,000,000 entries and one player of 1,000,000: balance as of a random position, p50 ÷ the same with 10,000 entries",
    unit: "ms",
    ...within("history", "balance", "balanceOfFew"),
    ...atMost(3, 1.5),
  },
  {
    id: "chat-delivery",
    name: "chat, 1,000 listeners on one process: from a message's answer until it is heard, p99 ÷ with 10 listeners",
    unit: "ms",
    ...within("chat", "many", "few"),
    ...atMost(8, 3),
  },
  {
    id: "chat-load",
    name: "chat, 20 messages/s to 1,000 listeners: from a message's answer until it is heard, p99 ÷ one at a time to 10",
    unit: "ms",
    ours: { subject: "chat-load", measure: "heard" },
    baseline: { subject: "chat", measure: "few" },
    ...atMost(8, 3),
  },
  {
    id: "chat-bets",
    name: "bets beside 20 messages/s to 1,000 listeners: p50 ÷ beside a chat in which nobody writes",
    unit: "ms",
    ...within("chat-load", "beside", "alone"),
    ...atMost(1.1, 1.05),
  },
  {
    id: "chat-loop",
    name: "event loop of a process with 20 messages/s to 1,000 listeners: delay p99 ÷ where nobody writes",
    unit: "ms",
    ...within("chat-load", "lag", "lagAlone"),
    ...atMost(2, 1.2),
  },
  {
    id: "chat-memory",
    name: "memory of a process with 20 messages/s to 1,000 listeners: all of it in the second half of the time ÷ in the first",
    unit: "MB",
    ...within("chat-load", "second", "first"),
    ...atMost(1.15, 1.05),
  },
  {
    id: "purchases",
    name: "purchases observed paid and delivered, saturated: listing, beginning and payment, purchases/s ÷ one transaction per step with row locks and the same rows",
    unit: "purchases/s",
    ...between("purchases-writer", "purchases-transaction"),
    ...atLeast(4, 10),
  },
  {
    id: "webhooks",
    name: "bets beside 1,000 webhooks at once of 500 payments: p99 ÷ without",
    unit: "ms",
    ...within("webhooks", "beside", "alone"),
    ...atMost(3, 1.5),
  },
  {
    id: "frames",
    name: "frames to 1,000 listeners of a room: CPU a frame ÷ writing one buffer to 1,000 sockets in a bare loop",
    unit: "ms",
    ...within("frames", "room", "bareLoop"),
    ...atMost(3, 1.3),
  },
  {
    id: "chat-history",
    name: "chat, a page anywhere in a room with 1,000,000 messages: p50 ÷ the same with 1,000",
    unit: "ms",
    ...within("chat-history", "large", "small"),
    ...atMost(2, 1.2),
  },
  {
    id: "notifications",
    name: "notifications, the unread of one player with 10,000 stored: p50 ÷ the same with 10",
    unit: "ms",
    ...within("notifications", "many", "few"),
    ...atMost(2, 1.2),
  },
  {
    id: "activities",
    name: "activity feed, a player with 200 friends: p50 with what a log of 5,000,000 events left ÷ of 100,000",
    unit: "ms",
    ...within("activities", "long", "short"),
    ...atMost(3, 1.5),
  },
  {
    id: "crash-round",
    name: "crash, one round of 200 bettors: steps/s of 200 bets, 200 cash-outs and settling ÷ one transaction per step with the same rows",
    unit: "steps/s",
    ...between("crash-writer", "crash-transaction"),
    ...atLeast(6, 15),
  },
  {
    id: "crash-rounds",
    name: "crash, 50 rounds at once of 20 bettors each: transitions later than planned, p99 ÷ with one round",
    unit: "ms",
    ...within("crash-service", "many", "one"),
    ...atMost(5, 2),
  },
  {
    id: "crash-cash-outs",
    name: "crash, cash-out answered, 200 at once: p99 ÷ a lone flip's p99",
    unit: "ms",
    ...within("crash-service", "cashOut", "flip"),
    ...atMost(8, 3),
  },
  {
    id: "browse",
    name: "shop with 100,000 listings: p50 of searches with and without a match, filters, each order and a later page, together ÷ with 1,000",
    unit: "ms",
    ...within("browse", "many", "few"),
    ...atMost(3, 1.5),
  },
  {
    id: "standby",
    name: "append rate with a synchronous standby on this machine ÷ alone",
    unit: "bets/s",
    ...between("standby-synchronous", "standby-alone"),
    ...atLeast(0.4, 0.7),
  },
  {
    id: "replica",
    name: "questions/s of primary and one replica, a processor for each ÷ of the primary on its processor",
    unit: "questions/s",
    ...within("replica", "both", "primary"),
    ...atLeast(1.2, 1.6),
  },
  ...LONG_ROWS,
];
