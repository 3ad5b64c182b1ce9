import type { Hono } from "hono";
import { playerAccount } from "#domain/accounts/account.ts";
import { endpoints } from "#domain/features/contract.ts";
import { CASH_OUT_DECIDED_WITHIN_MS } from "#domain/features/crash/rules.ts";
import { jsonOf } from "#domain/kernel/json.ts";
import { formatMinor } from "#domain/kernel/money.ts";
import { ANYBODY } from "#domain/player/privacy.ts";
import { crashRounds } from "#projections/features/crash/shown.ts";
import { moneyHoldings } from "#projections/features/ledger/holdings-of.ts";
import type { RoundClock } from "#service/features/game-rounds/database-clock.ts";
import type { Env } from "#service/http/access/caller.ts";
import { callerOf } from "#service/http/access/session.ts";
import type { Deps } from "#service/http/deps.ts";
import { HttpProblem, notFound, unavailableProblem } from "#service/http/problem.ts";
import { type Call, perform, route } from "#service/http/route.ts";
import { cashOutCommand } from "./commands.ts";
import type { Flights } from "./flights.ts";
import { KnownRounds } from "./known-rounds.ts";
import { Patience } from "./patience.ts";
import type { Receipts } from "./prove/receipts.ts";
import { RoundEnds } from "./round-ends.ts";

/** How long an answer waits until the read models show a round that has ended, in milliseconds. */
const SHOWN_WITHIN_MS = 5_000;

/** The crash feature's own services. */
export interface CrashServices {
  readonly clock: RoundClock;
  readonly flights: Flights;
  readonly receipts: Receipts;
}
type CrashDeps = Deps & CrashServices;
type CashOutCall = Call<typeof endpoints.cashOut>;

/** `POST /user-games/{id}/cash-out`. */
export function crashRoutes(app: Hono<Env>, deps: CrashDeps): void {
  const { receipts } = deps;
  const patience = new Patience();
  const rounds = new KnownRounds(deps);
  const ends = new RoundEnds(
    async (roundId) => (await crashRounds.find(deps.reads, roundId))?.hasEnded ?? false,
  );
  // The receipt counts once the whole request is there, and before its session is looked up. Counted earlier, it would
  // be an option: hold back the ends of many requests, and complete the latest one before the bust.
  app.use(endpoints.cashOut.path.replace("{id}", ":id"), async (context, next) => {
    // A broken body is refused where the route reads it.
    const body = await context.req.text().catch(() => "");
    const receipt = receipts.of(context);
    const roundId = roundIn(body);
    // From here on the round waits for it: the session's look-up may take longer than a round waits by itself.
    if (roundId !== null) receipts.open(roundId, receipt);
    try {
      await patience.with(() => callerOf(context, deps));
      await next();
    } finally {
      if (roundId !== null) receipts.close(roundId, receipt);
    }
  });

  route(app, { deps, endpoint: endpoints.cashOut }, (call) => {
    const receipt = receipts.of(call.context);
    const origin = call.origin();
    const decided = async () => {
      if (deps.clock.now() - receipt.receivedAt > CASH_OUT_DECIDED_WITHIN_MS)
        throw gone("clock_unsure", TOO_OLD);
      const command = { ...(await roundOf(call, rounds)), playerId: call.caller.playerId, ...receipt };
      try {
        return await perform(cashOutCommand(origin, command, deps.flights), { call, deps });
      } catch (error) {
        if (error instanceof HttpProblem && LEFT_CODES.has(error.code)) return howItLeft(call, deps);
        throw error;
      }
    };
    const { roundId } = call.body;
    const sure = async () => {
      try {
        return await receipts.during(roundId, receipt, () => patience.with(decided));
      } catch (error) {
        if (!(error instanceof HttpProblem && error.code === "busted")) throw error;
        // The bet may still leave at the last beat, if another process found a silence: the log decides.
        if (await ends.ended(roundId)) return howItLeft(call, deps);
        throw unavailableProblem(UNSURE, 1);
      }
    };
    return patience.with(sure);
  });
}

/** The round that a body names; null if it is not a cash-out. */
const roundIn = (body: string): string | null =>
  endpoints.cashOut.body.safeParse(jsonOf(body)).data?.roundId ?? null;

/** The round of a cash-out. @throws HttpProblem 404 */
async function roundOf({ params, body }: CashOutCall, rounds: KnownRounds) {
  const found = await rounds.find(body.roundId);
  if (found === null || found.gameId !== params.id) throw notFound();
  return found;
}

/** The refusal of a request that was held too long for its receipt to count. */
const TOO_OLD = "This arrived too late. The round's rules decide your bet.";
/** Refusals of a bet that has left or a round that has ended; the answer then is the bet's outcome. */
const LEFT_CODES: ReadonlySet<string> = new Set(["already_out", "round_ended"]);
/** The answer after the bust while the end of the round is not in the log. */
const UNSURE = "This round was briefly interrupted. Your bet will be decided within seconds.";

async function howItLeft({ body, caller }: CashOutCall, deps: CrashDeps) {
  const { db, writer, reads, clock } = deps;
  const { position } = writer.head;
  const viewer = { ...ANYBODY, playerId: caller.playerId, at: clock.now() };
  const models = reads.reaching(position, SHOWN_WITHIN_MS);
  const you = (await crashRounds.round(models, body.roundId, viewer))?.round;
  const bet = you?.you ?? null;
  if (you === undefined || bet === null) throw gone("no_bet", "You have no bet in this round.");
  const { id: betId, multiplier, winAmount, cause } = bet;
  if (multiplier === null || winAmount === null || cause === null) {
    if (you.point === null) throw gone("round_ended", "This round was voided and your stake returned.");
    throw gone("busted", `The round ended at ${you.point}x before your cash-out reached us.`);
  }
  const held = await moneyHoldings({ sql: db, logId: writer.logId }, playerAccount(caller.playerId));
  const balances = { rbxBalance: formatMinor(held.RBX), tixBalance: formatMinor(held.TIX) };
  return { betId, multiplier, winAmount, cause, position, ...balances };
}

const gone = (code: string, detail: string): HttpProblem => new HttpProblem(409, { code, detail });
