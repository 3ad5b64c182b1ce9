import { afterAll, beforeAll, expect, it } from "vitest";
import { endpoints } from "#domain/features/contract.ts";
import { mail } from "#service/features/mail/feature.ts";
import { WEBHOOK_BYTES_MAX } from "#service/http/access/guards.ts";
import { type ReturnedMail, returnedMail } from "#service/integrations/mail/catcher/returned-mail.ts";
import { type RunningCatcher, startCatcher } from "#service/integrations/mail/catcher/start.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { createSite, SITE_ORIGIN, type Site } from "#service/lab/testing/site.ts";
import type { Visitor } from "#service/lab/testing/visitor.ts";

const DOMAIN = "returns.florin.example";
const SECRET = "a-secret-of-our-mail-server";
const never = { after: () => () => undefined };

describeEachEngine("returned mails", (engine) => {
  let site: Site;
  let catcher: RunningCatcher;
  let people = 0;

  beforeAll(async () => {
    catcher = await startCatcher({ host: "127.0.0.1", port: 0 });
    const returns = { domain: DOMAIN, secret: SECRET };
    site = await createSite(engine, {
      scheduler: never,
      config: { mail: { url: catcher.smtpUrl, from: "no-reply@florin.example", returns } },
    });
  });
  afterAll(async () => {
    await site.close();
    await catcher.close();
  });

  const post = (body: string, secret = SECRET) =>
    site.service.app.request(`${SITE_ORIGIN}/api/webhooks/mail`, {
      method: "POST",
      body,
      headers: { "Content-Type": "message/rfc822", Authorization: `Bearer ${secret}` },
    });
  const send = async () => {
    await mail.of(site.service.deps).post?.following.look();
    await mail.of(site.service.deps).post?.sending.look();
  };
  const put = (who: Visitor, email: string) => who.ask("PUT /api/me/email", { email });
  const confirm = async (who: Visitor, address: string) => {
    expect((await put(who, address)).status).toBe(200);
    await send();
    const token = /#confirm-email=([\w-]{43})/.exec(catcher.mails.list(address)[0]?.text ?? "")?.[1] ?? "";
    expect((await who.post("/api/me/email/verify", { token })).status).toBe(200);
  };
  const tell = async (who: Visitor) => {
    const { id } = await who.user();
    const admin = await site.player("admin");
    for (const act of ["suspend", "reinstate"])
      await admin.post(`/api/admin/players/${id}/${act}`, { reason: "For the test" });
    await send();
  };
  /** A player with a confirmed address, and the mail of an event sent to it. */
  const sent = async () => {
    people += 1;
    const [who, address] = [await site.player(`returned_${people}`), `returned_${people}@mail.example`];
    await confirm(who, address);
    await tell(who);
    const returnPath = catcher.mails.list(address)[0]?.returnPath ?? "";
    return { who, address, report: { recipient: address, returnPath } satisfies ReturnedMail };
  };
  const emailOf = async (who: Visitor) => (await who.get("/api/me/email")).as(endpoints.email);
  const untaken = async (who: Visitor) => {
    const { id } = await who.user();
    const mails = (await (await site.player("admin")).get("/api/admin/mails")).as(endpoints.untakenMails);
    return mails.filter(({ player }) => player.id === id);
  };
  const stands = async (who: Visitor) => ({
    mails: (await untaken(who)).map(({ state, error }) => [state, error]),
    isRefused: (await emailOf(who)).isRefused,
  });
  const UNTOUCHED = { mails: [], isRefused: false };
  const RETURNED = { mails: [["returned", "DSN 5.1.1"]], isRefused: true };

  it("are shown to admins and to their player, who gets no mail until the address is confirmed again", async () => {
    const { who, address, report } = await sent();
    expect(report.returnPath).toMatch(/^r-[0-9a-z]{24}-1-[0-9a-f]{20}@returns\.florin\.example$/);
    expect((await post(returnedMail(report))).status).toBe(200);
    expect(await stands(who)).toEqual(RETURNED);
    expect(await emailOf(who)).toMatchObject({ email: address, isVerified: false, deliversTo: null });
    const before = catcher.mails.list(address).length;
    await tell(who);
    expect(catcher.mails.list(address)).toHaveLength(before);
    await confirm(who, address);
    expect(await emailOf(who)).toMatchObject({ isVerified: true, isRefused: false });
    // The repeated report names an attempt before the confirmation.
    await post(returnedMail(report));
    expect((await emailOf(who)).isRefused).toBe(false);
  });

  it("are retried at an admin's request, and only the newest attempt can come back", async () => {
    const { who, address, report } = await sent();
    await post(returnedMail(report));
    const [returned] = await untaken(who);
    const admin = await site.player("admin");
    expect((await admin.post(`/api/admin/mails/${returned?.id}/retry`, {})).status).toBe(200);
    await send();
    const again = { ...report, returnPath: catcher.mails.list(address)[0]?.returnPath ?? "" };
    expect(again.returnPath).not.toBe(report.returnPath);
    await post(returnedMail(report));
    expect((await stands(who)).isRefused).toBe(false);
    await post(returnedMail(again));
    expect(await stands(who)).toEqual(RETURNED);
  });

  it("are accepted only from our mail server, and with the tag of their attempt", async () => {
    const { who, report } = await sent();
    const other = await sent();
    for (const secret of ["", `${SECRET}x`, SECRET.slice(1)])
      expect((await post(returnedMail(report), secret)).status).toBe(401);
    const [, id = "", , tag = ""] = /^r-(\w+)-(\d)-(\w+)@/.exec(report.returnPath) ?? [];
    const [, , , othersTag = ""] = /^r-(\w+)-(\d)-(\w+)@/.exec(other.report.returnPath) ?? [];
    for (const returnPath of [
      `r-${id}-1-${othersTag}@${DOMAIN}`,
      `r-${id}-2-${tag}@${DOMAIN}`,
      `r-${id}-1-${tag}@other.example`,
      `r-${id}-1-${"0".repeat(20)}@${DOMAIN}`,
      "no-reply@florin.example",
    ])
      expect((await post(returnedMail({ ...report, returnPath }))).status).toBe(200);
    expect(await stands(who)).toEqual(UNTOUCHED);
    // Servers may change it to capitals.
    await post(returnedMail({ ...report, returnPath: report.returnPath.toUpperCase() }));
    expect(await stands(who)).toEqual(RETURNED);
    expect(await stands(other.who)).toEqual(UNTOUCHED);
  });

  it("do not include delays, replies, and truncated or large mails", async () => {
    const { who, report } = await sent();
    const whole = returnedMail(report);
    for (const body of [
      returnedMail({ ...report, action: "delayed", status: "4.4.1" }),
      whole.replace("multipart/report;", "multipart/mixed;"),
      `To: ${report.returnPath}\r\nAuto-Submitted: auto-replied\r\n\r\nI am away. Action: failed\r\nStatus: 5.1.1\r\n`,
      whole.slice(0, whole.indexOf("Action:")),
      "",
      "\u0000\n\n\n",
      "To: x\n".repeat(1_000),
    ])
      expect((await post(body)).status).toBe(200);
    expect((await post("x".repeat(WEBHOOK_BYTES_MAX + 1))).status).toBe(413);
    expect(await stands(who)).toEqual(UNTOUCHED);
  });

  it("leave an address in use that was not at fault, or was confirmed since", async () => {
    const { who, report } = await sent();
    await post(returnedMail({ ...report, status: "4.4.7" }));
    expect(await stands(who)).toEqual({ mails: [["returned", "DSN 4.4.7"]], isRefused: false });
    const late = await sent();
    site.clock.now += 1_000;
    await confirm(late.who, "another@mail.example");
    await post(returnedMail(late.report));
    expect(await stands(late.who)).toEqual({ ...RETURNED, isRefused: false });
  });

  it("include mails with links, which leave the confirmed address in use", async () => {
    const { who } = await sent();
    await put(who, "mistyped@mail.example");
    await send();
    const returnPath = catcher.mails.list("mistyped@mail.example")[0]?.returnPath ?? "";
    await post(returnedMail({ recipient: "mistyped@mail.example", returnPath }));
    expect((await untaken(who)).map(({ state, isKept }) => [state, isKept])).toEqual([["returned", false]]);
    expect((await emailOf(who)).deliversTo).toMatch(/^returned_/);
  });

  it("are not accepted without a domain for them", async () => {
    const without = await createSite(engine, {
      scheduler: never,
      config: { mail: { url: catcher.smtpUrl, from: "no-reply@florin.example" } },
    });
    const somebody = await without.player("somebody");
    expect((await somebody.post("/api/webhooks/mail", {})).status).toBe(404);
    await without.close();
  });
});
