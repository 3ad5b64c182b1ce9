import { createHash, timingSafeEqual } from "node:crypto";
import type { Hono } from "hono";
import type { Database, Row } from "#projections/kernel/sql.ts";
import type { MailReturns } from "#service/config.ts";
import type { Env } from "#service/http/access/caller.ts";
import type { Deps } from "#service/http/deps.ts";
import { HttpProblem, notFound } from "#service/http/problem.ts";
import { readReport } from "#service/integrations/mail/delivery-report.ts";
import { attemptOf } from "#service/integrations/mail/return-path.ts";

const hashOf = (text: string): Buffer => createHash("sha256").update(text, "utf8").digest();

/** Where the mail server of the return domain posts arriving mails unchanged. */
export function returnedRoutes(app: Hono<Env>, { config, db, now }: Deps): void {
  const returns = config.mail?.returns;
  app.post("/webhooks/mail", async (context) => {
    if (returns === undefined) throw notFound();
    const given = context.req.header("Authorization") ?? "";
    if (!timingSafeEqual(hashOf(given), hashOf(`Bearer ${returns.secret}`)))
      throw new HttpProblem(401, { code: "bad_secret", detail: "This is not from our mail server." });
    await takeReturned(new Uint8Array(await context.req.arrayBuffer()), { db, returns, at: now() });
    // The same answer for every mail, so that none is sent again.
    return context.json({ received: true });
  });
}

/**
 * Records a mail that came back. Anything but a failure report on the newest attempt of one of our mails changes
 * nothing. The address no longer counts if its server refused it permanently and it was confirmed before the mail.
 */
async function takeReturned(
  raw: Uint8Array,
  { db, returns, at }: { readonly db: Database; readonly returns: MailReturns; readonly at: number },
): Promise<void> {
  const { recipients, report } = readReport(raw);
  if (report?.action !== "failed") return;
  const attempt = attemptOf(recipients, returns);
  if (attempt === null) return;
  await db.transaction(async (tx) => {
    const [sent] = await tx.query<Row & { player_id: string; position: bigint | null; ended_at: bigint }>(
      `select player_id, position, ended_at from mails where id = $1 and attempts = $2 and state = 'sent' for update`,
      [attempt.id, attempt.attempts],
    );
    if (sent === undefined) return;
    await tx.query("update mails set state = 'returned', ended_at = $2, last_error = $3 where id = $1", [
      attempt.id,
      at,
      `DSN ${report.status || "failed"}`,
    ]);
    // A mail without an event went to an address that is not the player's yet, or no longer.
    if (!report.status.startsWith("5.") || sent.position === null) return;
    await tx.query(
      "update email_addresses set bounced_at = $2 where player_id = $1 and bounced_at is null and verified_at <= $3",
      [sent.player_id, at, sent.ended_at],
    );
  });
}
