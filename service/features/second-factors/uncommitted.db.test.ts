import { expect, it } from "vitest";
import { endpoints } from "#domain/features/contract.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import { Authenticator } from "#service/lab/testing/authenticator.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { SITE_ORIGIN } from "#service/lab/testing/site.ts";
import { siteOf } from "#service/lab/testing/sites.ts";

describeEachEngine("a recovery code whose use is not committed", (engine) => {
  let isLost = false;
  /** A database whose transactions can fail at their end. */
  const losing = (db: OpenDatabase): OpenDatabase => {
    const transaction = db.transaction.bind(db);
    const losingAtEnd: OpenDatabase["transaction"] = (work, options) =>
      transaction(async (tx) => {
        const done = await work(tx);
        if (isLost) throw Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
        return done;
      }, options);
    return Object.assign(db, { transaction: losingAtEnd });
  };
  const site = siteOf(engine, { throughDatabase: losing });

  it("is told to nobody, and still counts", async () => {
    const player = await site.player("unlucky");
    const options = (await player.post("/api/me/passkeys/options", {})).as(endpoints.passkeyOptions);
    const response = new Authenticator(SITE_ORIGIN).make(options);
    const added = (await player.post("/api/me/passkeys", { response, name: "Key" })).as(endpoints.addPasskey);
    const use = () => player.post("/api/me/step-up", { recoveryCode: added.recoveryCodes?.[0] });
    const told = () => site.db.query("select from events where type = 'RecoveryCodeUsed'");
    isLost = true;
    const failed = await use();
    isLost = false;
    expect(failed.status).toBe(503);
    expect(await told()).toHaveLength(0);
    expect((await use()).status).toBe(200);
    expect(await told()).toHaveLength(1);
  });
});
