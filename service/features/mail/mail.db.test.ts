import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { endpoints } from "#domain/features/contract.ts";
import type { Email } from "#domain/features/mail/contract.ts";
import { HOUR_MS, MINUTE_MS } from "#domain/kernel/time.ts";
import { LOG_ID } from "#service/event-store/writer-options.ts";
import { mail } from "#service/features/mail/feature.ts";
import type { CaughtMail } from "#service/integrations/mail/catcher/caught-mails.ts";
import { type RunningCatcher, startCatcher } from "#service/integrations/mail/catcher/start.ts";
import { endMail, putLooseMail, takeMails } from "#service/integrations/mail/outbox.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { createSite, type Site } from "#service/lab/testing/site.ts";
import type { Visitor } from "#service/lab/testing/visitor.ts";

/** A scheduler that runs nothing: the tests decide when mails are sent. */
const never = { after: () => () => undefined };

/** How the mail server treats recipients and texts; set by a test. */
interface Behaviour {
  rcpt: { code: number; text: string } | null;
  data: { code: number; text: string } | null;
  losesAnswer: boolean;
}

async function startServer(behaviour: Behaviour): Promise<RunningCatcher> {
  const refusal = ({ code, text }: { code: number; text: string }) =>
    Object.assign(new Error(text), { responseCode: code });
  const catcher: RunningCatcher = await startCatcher({
    host: "127.0.0.1",
    port: 0,
    smtp: {
      onRcptTo: (_address, _session, done) => done(behaviour.rcpt === null ? null : refusal(behaviour.rcpt)),
      onData: (stream, { envelope }, done) => {
        const chunks: Buffer[] = [];
        stream.on("data", (chunk: Buffer) => void chunks.push(chunk));
        stream.on("end", () => {
          if (behaviour.data !== null) return done(refusal(behaviour.data));
          void catcher.mails
            .add(Buffer.concat(chunks), { to: envelope.rcptTo.map(({ address }) => address) }, 0)
            .then(() => done(behaviour.losesAnswer ? refusal({ code: 451, text: "lost" }) : null));
        });
      },
    },
  });
  return catcher;
}

describeEachEngine("mail", (engine) => {
  let site: Site;
  let catcher: RunningCatcher;
  const behaviour: Behaviour = { rcpt: null, data: null, losesAnswer: false };
  let people = 0;

  beforeAll(async () => {
    catcher = await startServer(behaviour);
    site = await createSite(engine, {
      scheduler: never,
      config: { mail: { url: catcher.smtpUrl, from: "no-reply@florin.example" } },
    });
  });
  afterAll(async () => {
    await site.close();
    await catcher.close();
  });

  const someone = () => {
    people += 1;
    return site.player(`mail_${people}`);
  };
  const put = (who: Visitor, email: unknown) => who.ask("PUT /api/me/email", { email });
  const emailOf = async (who: Visitor): Promise<Email> =>
    (await who.get("/api/me/email")).as(endpoints.email);
  const verify = (who: Visitor, token: string) => who.post("/api/me/email/verify", { token });
  const services = () => mail.of(site.service.deps);
  const send = async () => {
    await services().post?.following.look();
    await services().post?.sending.look();
  };
  const mailsTo = async (address: string): Promise<CaughtMail[]> => {
    await send();
    return catcher.mails.list(address);
  };
  const tokenIn = (caught: CaughtMail | undefined): string =>
    /#confirm-email=([\w-]{43})/.exec(caught?.text ?? "")?.[1] ?? "";
  const confirmed = async (who: Visitor, address: string) => {
    expect((await put(who, address)).status).toBe(200);
    return (await verify(who, tokenIn((await mailsTo(address))[0]))).as(endpoints.verifyEmail);
  };
  const states = async (kind: string) =>
    (await site.db.query("select state, attempts from mails where kind = $1 order by id", [kind])).at(-1);
  const suspend = async (who: Visitor) => {
    const admin = await site.player("admin");
    const { id } = await who.user();
    const answer = await admin.post(`/api/admin/players/${id}/suspend`, { reason: "For the test" });
    expect(answer.status).toBe(200);
  };

  describe("an address", () => {
    it("is known for the sandbox's personas only", async () => {
      const address = "alice@florin.example";
      expect(await emailOf(await site.player("alice"))).toEqual({
        email: address,
        isVerified: true,
        isRefused: false,
        deliversTo: address,
      });
      expect(await emailOf(await someone())).toEqual({
        email: null,
        isVerified: false,
        isRefused: false,
        deliversTo: null,
      });
    });

    it("replaces a newer one by no request sent again, and one key confirms one link", async () => {
      const who = await someone();
      const ask = (email: string, key: string) =>
        who.ask("PUT /api/me/email", { email }, { "Idempotency-Key": key });
      await ask("old@mail.example", "old");
      await ask("new@mail.example", "new");
      expect((await ask("old@mail.example", "old")).as(endpoints.setEmail).email).toBe("new@mail.example");
      expect((await ask("other@mail.example", "new")).code).toBe("idempotency_key_reused");
      expect(await mailsTo("other@mail.example")).toEqual([]);
      const token = tokenIn((await mailsTo("new@mail.example"))[0]);
      const confirm = (sent: string) =>
        who.post("/api/me/email/verify", { token: sent }, { "Idempotency-Key": "confirm" });
      expect((await confirm(token)).as(endpoints.verifyEmail).isVerified).toBe(true);
      await ask("next@mail.example", "next");
      expect((await confirm(token)).as(endpoints.verifyEmail).email).toBe("next@mail.example");
      expect((await confirm("x".repeat(43))).code).toBe("idempotency_key_reused");
    });

    it("counts once its owner has opened the link, which changes nothing a second time", async () => {
      const who = await someone();
      const address = "Some.One@mail.example";
      expect((await put(who, " Some.One@Mail.Example ")).as(endpoints.setEmail)).toEqual({
        email: address,
        isVerified: false,
        isRefused: false,
        deliversTo: null,
      });
      const [caught] = await mailsTo(address);
      expect(caught?.subject).toBe("Confirm your email address");
      expect(caught?.headers).toContainEqual({ key: "auto-submitted", value: "auto-generated" });
      const token = tokenIn(caught);
      const after = { email: address, isVerified: true, isRefused: false, deliversTo: address };
      expect((await verify(who, token)).as(endpoints.verifyEmail)).toEqual(after);
      expect((await verify(who, token)).as(endpoints.verifyEmail)).toEqual(after);
      expect(await emailOf(who)).toEqual(after);
    });

    it("cannot be confirmed by other players, or by an invalid, replaced or expired link", async () => {
      const [who, thief] = [await someone(), await someone()];
      await put(who, "first@mail.example");
      const first = tokenIn((await mailsTo("first@mail.example"))[0]);
      expect((await verify(thief, first)).code).toBe("email_token_invalid");
      expect((await verify(who, "A".repeat(43))).code).toBe("email_token_invalid");
      await put(who, "second@mail.example");
      expect((await verify(who, first)).code).toBe("email_token_invalid");
      const second = tokenIn((await mailsTo("second@mail.example"))[0]);
      site.clock.now += 24 * HOUR_MS;
      expect((await verify(who, second)).code).toBe("email_token_invalid");
      expect(await emailOf(who)).toEqual({
        email: null,
        isVerified: false,
        isRefused: false,
        deliversTo: null,
      });
    });

    it("stays in use until a new one is confirmed, and is then notified", async () => {
      const who = await someone();
      await confirmed(who, "old@mail.example");
      await put(who, "new@mail.example");
      expect(await emailOf(who)).toEqual({
        email: "new@mail.example",
        isVerified: false,
        isRefused: false,
        deliversTo: "old@mail.example",
      });
      await verify(who, tokenIn((await mailsTo("new@mail.example"))[0]));
      expect((await mailsTo("old@mail.example"))[0]?.subject).toBe("Your email address was changed");
      expect((await emailOf(who)).deliversTo).toBe("new@mail.example");
    });

    it("is stored sealed, with a hash of its token, and neither is logged", async () => {
      const who = await someone();
      await put(who, "secret@mail.example");
      const rows = await site.db.query<{ content: string; address: string }>(
        `select coalesce(m.content, '') || c.address as address, encode(c.token_hash, 'escape') as content
          from email_confirmations c left join mails m on m.player_id = c.player_id`,
      );
      const token = tokenIn((await mailsTo("secret@mail.example"))[0]);
      expect(token).toHaveLength(43);
      expect(JSON.stringify(rows)).not.toContain("secret@mail");
      expect(JSON.stringify(rows)).not.toContain(token);
      expect(site.logLines.join("\n")).not.toContain("secret@mail");
      const [left] = await site.db.query(
        "select count(*) as n from mails where state = 'sent' and content is not null",
      );
      expect(left).toEqual({ n: 0n });
    });

    it("gets at most five links a day for one player, and three for all players", async () => {
      const who = await someone();
      for (let n = 0; n < 5; n += 1) expect((await put(who, `many_${n}@mail.example`)).status).toBe(200);
      const sixth = await put(who, "many_5@mail.example");
      expect([sixth.status, sixth.headers.get("Retry-After")]).toEqual([429, "86400"]);
      for (let n = 0; n < 3; n += 1)
        expect((await put(await someone(), "Victim@mail.example")).status).toBe(200);
      expect((await put(await someone(), "victim@mail.example")).status).toBe(429);
      site.clock.now += 24 * HOUR_MS;
      expect((await put(who, "many_5@mail.example")).status).toBe(200);
    });

    it.each([
      "",
      "no-address",
      "a@b",
      `${"a".repeat(250)}@mail.example`,
      "a@mail.example\r\nBcc: b@mail.example",
      7,
      null,
    ])("is not %j", async (email) => {
      expect((await put(await site.player("bob"), email)).status).toBe(400);
    });

    it("is readable only by its player", async () => {
      expect((await site.visitor().get("/api/me/email")).status).toBe(401);
      expect((await put(site.visitor(), "a@mail.example")).status).toBe(401);
    });
  });

  describe("the outbox", () => {
    it("sends one mail per event, however often the log is read", async () => {
      const who = await someone();
      await confirmed(who, "once@mail.example");
      await suspend(who);
      await send();
      await site.db.query("update mail_checkpoints set position = position - 1 where log_id = $1", [LOG_ID]);
      const mails = await mailsTo("once@mail.example");
      expect(mails.map(({ subject }) => subject)).toEqual([
        "Account suspended",
        "Confirm your email address",
      ]);
      expect(mails[0]?.text).toContain("For the test");
      expect(mails[0]?.messageId).toMatch(/^<m_\w+@florin\.example>$/);
    });

    it("sends nothing about events older than a day, or without an address", async () => {
      const [who, other] = [await someone(), await someone()];
      await suspend(other);
      await confirmed(who, "old-news@mail.example");
      await suspend(who);
      site.clock.now += 24 * HOUR_MS;
      expect(await mailsTo("old-news@mail.example")).toHaveLength(1);
    });

    it("retries while the server is down, and with the same id after a lost answer", async () => {
      const who = await someone();
      await confirmed(who, "later@mail.example");
      await suspend(who);
      behaviour.data = { code: 451, text: "not now, later@mail.example" };
      expect(await mailsTo("later@mail.example")).toHaveLength(1);
      behaviour.data = null;
      expect(await mailsTo("later@mail.example")).toHaveLength(1);
      site.clock.now += MINUTE_MS;
      behaviour.losesAnswer = true;
      expect(await mailsTo("later@mail.example")).toHaveLength(2);
      behaviour.losesAnswer = false;
      site.clock.now += 5 * MINUTE_MS;
      const [again, before] = await mailsTo("later@mail.example");
      expect(again?.messageId).toBe(before?.messageId);
      expect(await states("notice")).toEqual({ state: "sent", attempts: 3 });
      expect(site.logLines.join("\n")).not.toContain("later@mail");
    });

    it("gives up after a day", async () => {
      const who = await someone();
      await confirmed(who, "never@mail.example");
      await suspend(who);
      behaviour.data = { code: 550, text: "no" };
      for (let n = 0; n < 8; n += 1) {
        await send();
        site.clock.now += 8 * HOUR_MS;
      }
      behaviour.data = null;
      expect(await states("notice")).toMatchObject({ state: "given_up" });
    });

    it("continues after a mail that cannot be composed, which it gives up after a day like any other", async () => {
      const who = await someone();
      await confirmed(who, "next@mail.example");
      const { id: playerId } = await who.user();
      for (let n = 0; n < 6; n += 1)
        await putLooseMail(site.db, {
          kind: "torn",
          playerId,
          content: "torn",
          at: site.clock.now - HOUR_MS,
        });
      await suspend(who);
      await send();
      expect([await states("torn"), await states("notice")]).toEqual([
        { state: "waiting", attempts: 1 },
        { state: "sent", attempts: 1 },
      ]);
      for (let n = 0; n < 8; n += 1) {
        site.clock.now += 8 * HOUR_MS;
        await send();
      }
      expect(await states("torn")).toMatchObject({ state: "given_up" });
    });

    it("stops sending to a refused address, which must be confirmed again", async () => {
      const who = await someone();
      await confirmed(who, "gone@mail.example");
      await suspend(who);
      behaviour.rcpt = { code: 550, text: "no such user" };
      await send();
      behaviour.rcpt = null;
      expect(await states("notice")).toEqual({ state: "bounced", attempts: 1 });
      expect(await emailOf(who)).toEqual({
        email: "gone@mail.example",
        isVerified: false,
        isRefused: true,
        deliversTo: null,
      });
      expect(await confirmed(who, "gone@mail.example")).toMatchObject({ isVerified: true });
    });

    it("shows unaccepted mails to admins, with masked addresses, and retries them at their request", async () => {
      const [who, admin] = [await someone(), await site.player("admin")];
      await confirmed(who, "Refused@mail.example");
      await suspend(who);
      behaviour.rcpt = { code: 550, text: "no such user: Refused@mail.example" };
      await send();
      const { id: playerId } = await who.user();
      const shown = async () => {
        const answer = await admin.get("/api/admin/mails");
        expect(answer.text).not.toContain("efused@");
        return answer.as(endpoints.untakenMails).filter(({ player }) => player.id === playerId);
      };
      const [mail] = await shown();
      expect(mail).toMatchObject({
        state: "bounced",
        address: "R…@mail.example",
        template: "notice",
        attempts: 1,
      });
      expect([mail?.error, mail?.isKept, mail?.retriedBy]).toEqual(["EENVELOPE 550", true, null]);
      const again = (key = "first") =>
        admin.post(`/api/admin/mails/${mail?.id}/retry`, {}, { "Idempotency-Key": key });
      // Still refused, so the address no longer counts.
      expect((await again()).status).toBe(200);
      // A request whose answer was lost is no second retry.
      expect((await again()).status).toBe(200);
      await send();
      expect(await shown()).toMatchObject([
        { state: "bounced", attempts: 2, retriedBy: { username: "admin" } },
      ]);
      expect((await emailOf(who)).deliversTo).toBeNull();
      behaviour.rcpt = null;
      behaviour.data = { code: 451, text: "not now" };
      expect((await again("second")).status).toBe(200);
      await send();
      expect(await shown()).toMatchObject([{ state: "waiting", error: "EMESSAGE 451", attempts: 3 }]);
      expect((await again("third")).code).toBe("mail_waits");
      behaviour.data = null;
      site.clock.now += HOUR_MS;
      expect((await mailsTo("Refused@mail.example")).map(({ subject }) => subject)).toHaveLength(2);
      expect(await shown()).toEqual([]);
      expect((await again("fourth")).code).toBe("unknown_mail");
      expect((await emailOf(who)).deliversTo).toBe("Refused@mail.example");
      const { items } = (await admin.get(`/api/admin/reads?player=${playerId}`)).as(endpoints.adminReads);
      expect(items.map(({ what }) => what)).toContain("/admin/mails");
      for (const [by, status] of [
        [who, 403],
        [site.visitor(), 401],
      ] as const) {
        expect((await by.get("/api/admin/mails")).status).toBe(status);
        expect((await by.post("/api/admin/mails/m_1/retry", {})).status).toBe(status);
      }
    });

    it("cannot retry a mail whose content is deleted", async () => {
      const [who, admin] = [await someone(), await site.player("admin")];
      behaviour.rcpt = { code: 550, text: "no" };
      await put(who, "unconfirmed@mail.example");
      await send();
      behaviour.rcpt = null;
      const { id } = await who.user();
      const mails = (await admin.get("/api/admin/mails")).as(endpoints.untakenMails);
      const mail = mails.find(({ player }) => player.id === id);
      expect(mail).toMatchObject({ template: "confirm-address", isKept: false, address: "u…@mail.example" });
      expect((await admin.post(`/api/admin/mails/${mail?.id}/retry`, {})).code).toBe("mail_not_kept");
    });

    it("leaves a mail to its sender until the lease ends, after which that sender changes nothing", async () => {
      const { id: playerId } = await (await someone()).user();
      const at = site.clock.now;
      await putLooseMail(site.db, { kind: "test", playerId, content: "", at });
      const take = async () =>
        (await takeMails(site.db, { at, max: 5 })).filter(({ kind }) => kind === "test");
      const [first] = await take();
      expect([first?.attempts, await take()]).toEqual([1, []]);
      await site.db.query(
        "update mails set leased_until = leased_until - interval '1 hour' where kind = 'test'",
      );
      const [second] = await take();
      expect(second).toMatchObject({ id: first?.id, attempts: 2 });
      if (first === undefined || second === undefined) throw new Error("both were taken");
      await endMail(site.db, first, { end: "sent", error: null, at });
      expect(await states("test")).toEqual({ state: "waiting", attempts: 2 });
      await endMail(site.db, second, { end: "dropped", error: null, at });
      expect(await states("test")).toEqual({ state: "dropped", attempts: 2 });
    });
  });
});

describeEachEngine("mail of an older log", (engine) => {
  it("begins at the head, so that an imported log sends no mails", async () => {
    const db = await engine.fresh({ readModels: true });
    const catcher = await startCatcher({ host: "127.0.0.1", port: 0 });
    try {
      const before = await createSite(engine, { db, scheduler: never });
      const admin = await before.player("admin");
      const { id } = await (await before.player("bob")).user();
      await admin.post(`/api/admin/players/${id}/suspend`, { reason: "Before" });
      const carol = await before.player("carol");
      expect((await carol.ask("PUT /api/me/email", { email: "a@mail.example" })).code).toBe("mail_off");
      await before.close();
      const after = await createSite(engine, {
        db,
        scheduler: never,
        config: { mail: { url: catcher.smtpUrl, from: "no-reply@florin.example" } },
      });
      await after.service.deps.reads.rebuild(["notifications"]);
      await mail.of(after.service.deps).post?.following.look();
      await mail.of(after.service.deps).post?.sending.look();
      expect(catcher.mails.list()).toEqual([]);
      await after.close();
    } finally {
      await catcher.close();
      await db.close();
    }
  });
});
