import type { Hono } from "hono";
import { endpoints } from "#domain/features/contract.ts";
import { recordAccess } from "#service/features/roles/access-log.ts";
import type { Env } from "#service/http/access/caller.ts";
import type { Deps } from "#service/http/deps.ts";
import { performBeside } from "#service/http/idempotency/beside-log.ts";
import { HttpProblem } from "#service/http/problem.ts";
import { route } from "#service/http/route.ts";
import type { MailServices } from "./services.ts";
import { tryMailAgain, untakenMails } from "./untaken.ts";

/** `Retry-After` while no mail server is configured. */
const MAIL_OFF_RETRY_SECONDS = 3_600;

/** Players' mail addresses, and the mails that no server accepted. */
export function mailRoutes(app: Hono<Env>, deps: Deps & MailServices): void {
  const { addresses, post } = deps;

  route(app, { deps, endpoint: endpoints.email }, ({ caller }) => addresses.shown(caller.playerId));

  route(app, { deps, endpoint: endpoints.setEmail }, async (call) => {
    const { playerId } = call.caller;
    if (post === null) {
      const detail = "This server sends no mail, so addresses cannot be confirmed.";
      throw new HttpProblem(
        503,
        { code: "mail_off", detail },
        { "Retry-After": String(MAIL_OFF_RETRY_SECONDS) },
      );
    }
    await performBeside((tx) => addresses.ask(tx, playerId, call.body.email), { call, deps });
    post.sending.wake();
    return addresses.shown(playerId);
  });

  route(app, { deps, endpoint: endpoints.verifyEmail }, async (call) => {
    const { playerId } = call.caller;
    await performBeside((tx) => addresses.confirm(tx, playerId, call.body.token), { call, deps });
    post?.sending.wake();
    return addresses.shown(playerId);
  });

  route(app, { deps, endpoint: endpoints.untakenMails }, async ({ caller, context }) => {
    const mails = await untakenMails(deps.db, addresses);
    const seen = mails.map(({ player }) => player.id);
    await recordAccess({ caller, context, what: endpoints.untakenMails.path }, seen, deps);
    return mails;
  });

  route(app, { deps, endpoint: endpoints.retryMail }, async (call) => {
    const retry = { id: call.params.id, by: call.caller.playerId, at: deps.now() };
    const retried = await performBeside((tx) => tryMailAgain(tx, retry, addresses), { call, deps });
    post?.sending.wake();
    return retried;
  });
}
