/** Where a figure comes from: a subject of a round, and which of its measures. */
export interface Figure {
  readonly subject: string;
  readonly measure: string;
}

/** One ratio that is held: ours ÷ baseline, not below the floor (or not above it, where less is better). */
export interface Row {
  readonly id: string;
  readonly name: string;
  readonly unit: string;
  readonly ours: Figure;
  readonly baseline: Figure;
  readonly floor: number;
  readonly goal: number;
  /** Less is better: floor and goal are the most that the ratio may be. */
  readonly atMost: boolean;
}

const of = (subject: string, measure = "rate"): Figure => ({ subject, measure });

/** Every row of the benchmarks, in the order in which they are told. */
export const ROWS: readonly Row[] = [
  {
    id: "engine-32",
    name: "engine, 32 in flight: durable double-entry bets/s ÷ one transaction per bet with the same rows",
    unit: "bets/s",
    ours: of("writer-32"),
    baseline: of("transaction-32"),
    ...{ floor: 5, goal: 8, atMost: false },
  },
  {
    id: "engine-saturated",
    name: "engine, saturated: ÷ the same baseline at its best",
    unit: "bets/s",
    ours: of("writer-saturated"),
    baseline: of("transaction-best"),
    ...{ floor: 8, goal: 25, atMost: false },
  },
  {
    id: "user-coinflip",
    name: "user coinflip, saturated: bets/s ÷ house flip, saturated",
    unit: "bets/s",
    ours: of("user-coinflip-saturated"),
    baseline: of("writer-saturated"),
    ...{ floor: 0.6, goal: 0.9, atMost: false },
  },
  {
    id: "engine-emmett",
    name: "engine, saturated: ÷ Emmett appendToStream of the event alone, at its best of 1, 8, 32",
    unit: "bets/s",
    ours: of("writer-saturated"),
    baseline: of("emmett-best"),
    ...{ floor: 8, goal: 25, atMost: false },
  },
  {
    id: "http-transaction",
    name: "HTTP, 256 connections: the real route ÷ the same route with one transaction per bet",
    unit: "bets/s",
    ours: of("http-writer"),
    baseline: of("http-transaction"),
    ...{ floor: 4, goal: 8, atMost: false },
  },
  {
    id: "http-echo",
    name: "HTTP, 256 connections: the real route ÷ a Hono echo that parses JSON with zod",
    unit: "requests/s",
    ours: of("http-writer"),
    baseline: of("http-echo"),
    ...{ floor: 0.3, goal: 0.7, atMost: false },
  },
  {
    id: "lone-bet",
    name: "lone bet: p50 at one client ÷ one transaction per bet at one client",
    unit: "ms",
    ours: of("writer-lone", "p50"),
    baseline: of("transaction-lone", "p50"),
    ...{ floor: 1.2, goal: 0.6, atMost: true },
  },
  {
    id: "open-loop",
    name: "open loop: p99 at 5,000 bets/s ÷ p99 of the baseline at its saturation",
    unit: "ms",
    ours: of("writer-open-loop", "p99"),
    baseline: of("transaction-best", "p99"),
    ...{ floor: 0.6, goal: 0.3, atMost: true },
  },
  {
    id: "hash-chain",
    name: "hash chain: rate with ÷ without",
    unit: "bets/s",
    ours: of("writer-saturated"),
    baseline: of("writer-without-chain"),
    ...{ floor: 0.9, goal: 0.97, atMost: false },
  },
  {
    id: "processes-256-256",
    name: "two processes on one log, 256 callers each: total bets/s ÷ one process at 256",
    unit: "bets/s",
    ours: of("processes-256-256"),
    baseline: of("process-alone"),
    ...{ floor: 0.5, goal: 0.8, atMost: false },
  },
  {
    id: "processes-256-1",
    name: "two processes, 256 callers in one and one in the other: busy process's bets/s ÷ the same alone",
    unit: "bets/s",
    ours: of("processes-256-1"),
    baseline: of("process-alone"),
    ...{ floor: 0.4, goal: 0.7, atMost: false },
  },
  {
    id: "rebuild",
    name: "rebuild: events/s of rebuilding every projection ÷ saturated append rate",
    unit: "events/s",
    ours: of("read-models", "rebuild"),
    baseline: of("read-models", "append"),
    ...{ floor: 2, goal: 10, atMost: false },
  },
  {
    id: "lag",
    name: "lag: projection lag p99 at half the saturated rate ÷ commit p99",
    unit: "ms",
    ours: of("read-models", "lag"),
    baseline: of("read-models", "commit"),
    ...{ floor: 20, goal: 5, atMost: true },
  },
  {
    id: "pglite",
    name: "PGlite, 32 in flight: group commit ÷ one transaction per bet on PGlite",
    unit: "bets/s",
    ours: of("pglite-writer"),
    baseline: of("pglite-transaction"),
    ...{ floor: 6, goal: 10, atMost: false },
  },
  {
    id: "memory",
    name: "memory: heap + external after a forced collection, after twice as many bets ÷ after the first half",
    unit: "MB",
    ours: of("memory", "after"),
    baseline: of("memory", "halfway"),
    ...{ floor: 1.1, goal: 1.02, atMost: true },
  },
  {
    id: "coinflips",
    name: "create + join + settle, saturated, local beacon stubbed to be instant: games/s ÷ one transaction per step with row locks and the same rows",
    unit: "games/s",
    ours: of("coinflips-writer"),
    baseline: of("coinflips-transaction"),
    ...{ floor: 4, goal: 10, atMost: false },
  },
  {
    id: "open-coinflips",
    name: "open-game list with 10,000 open games: first page p50 ÷ with 100 open games",
    unit: "ms",
    ours: of("open-coinflips", "many"),
    baseline: of("open-coinflips", "few"),
    ...{ floor: 2, goal: 1.2, atMost: true },
  },
  {
    id: "inventory-sync",
    name: "inventory sync of 1,000 items ÷ one transaction per item",
    unit: "items/s",
    ours: of("inventory-whole"),
    baseline: of("inventory-one-by-one"),
    ...{ floor: 20, goal: 50, atMost: false },
  },
  {
    id: "live-stream",
    name: "live stream, 1,000 listeners on one process: event delivery p99 ÷ with 10 listeners",
    unit: "ms",
    ours: of("live-stream", "many"),
    baseline: of("live-stream", "few"),
    ...{ floor: 10, goal: 3, atMost: true },
  },
  {
    id: "history-first-page",
    name: "with 5,000,000 entries and one player of 1,000,000: first page, p50 ÷ the same with 10,000 entries",
    unit: "ms",
    ours: of("history", "first"),
    baseline: of("history", "firstOfFew"),
    ...{ floor: 3, goal: 1.5, atMost: true },
  },
  {
    id: "history-later-page",
    name: "with 5,000,000 entries and one player of 1,000,000: a later page, p50 ÷ the same with 10,000 entries",
    unit: "ms",
    ours: of("history", "later"),
    baseline: of("history", "laterOfFew"),
    ...{ floor: 3, goal: 1.5, atMost: true },
  },
  {
    id: "balance-as-of",
    name: "with 5,000,000 entries and one player of 1,000,000: balance as of a random position, p50 ÷ the same with 10,000 entries",
    unit: "ms",
    ours: of("history", "balance"),
    baseline: of("history", "balanceOfFew"),
    ...{ floor: 3, goal: 1.5, atMost: true },
  },
  {
    id: "chat-delivery",
    name: "chat, 1,000 listeners on one process: from a message's answer until it is heard, p99 ÷ with 10 listeners",
    unit: "ms",
    ours: of("chat", "many"),
    baseline: of("chat", "few"),
    ...{ floor: 8, goal: 3, atMost: true },
  },
  {
    id: "chat-load",
    name: "chat, 20 messages/s to 1,000 listeners: from a message's answer until it is heard, p99 ÷ one at a time to 10",
    unit: "ms",
    ours: of("chat-load", "heard"),
    baseline: of("chat", "few"),
    ...{ floor: 8, goal: 3, atMost: true },
  },
  {
    id: "chat-bets",
    name: "bets beside 20 messages/s to 1,000 listeners: p50 ÷ beside a chat in which nobody writes",
    unit: "ms",
    ours: of("chat-load", "beside"),
    baseline: of("chat-load", "alone"),
    ...{ floor: 1.5, goal: 1.1, atMost: true },
  },
  {
    id: "frames",
    name: "frames to 1,000 listeners of a room: CPU a frame ÷ writing one buffer to 1,000 sockets in a bare loop",
    unit: "ms",
    ours: of("frames", "room"),
    baseline: of("frames", "bareLoop"),
    ...{ floor: 3, goal: 1.3, atMost: true },
  },
  {
    id: "chat-history",
    name: "chat, a page anywhere in a room with 1,000,000 messages: p50 ÷ the same with 1,000",
    unit: "ms",
    ours: of("chat-history", "large"),
    baseline: of("chat-history", "small"),
    ...{ floor: 2, goal: 1.2, atMost: true },
  },
  {
    id: "notifications",
    name: "notifications, the unread of one player with 10,000 stored: p50 ÷ the same with 10",
    unit: "ms",
    ours: of("notifications", "many"),
    baseline: of("notifications", "few"),
    ...{ floor: 2, goal: 1.2, atMost: true },
  },
  {
    id: "activities",
    name: "activity feed, a player with 200 friends: p50 with what a log of 5,000,000 events left ÷ of 100,000",
    unit: "ms",
    ours: of("activities", "long"),
    baseline: of("activities", "short"),
    ...{ floor: 3, goal: 1.5, atMost: true },
  },
  {
    id: "crash-round",
    name: "crash, one round of 200 bettors: steps/s of 200 bets, 200 cash-outs and settling ÷ one transaction per step with the same rows",
    unit: "steps/s",
    ours: of("crash-writer"),
    baseline: of("crash-transaction"),
    ...{ floor: 6, goal: 15, atMost: false },
  },
  {
    id: "crash-rounds",
    name: "crash, 50 rounds at once of 20 bettors each: transitions later than planned, p99 ÷ with one round",
    unit: "ms",
    ours: of("crash-service", "many"),
    baseline: of("crash-service", "one"),
    ...{ floor: 5, goal: 2, atMost: true },
  },
  {
    id: "crash-cash-outs",
    name: "crash, cash-out answered, 200 at once: p99 ÷ a lone flip's p99",
    unit: "ms",
    ours: of("crash-service", "cashOut"),
    baseline: of("crash-service", "flip"),
    ...{ floor: 8, goal: 3, atMost: true },
  },
];
