import { pino } from "pino";
import { readConfig } from "#service/config.ts";
import { openDatabase } from "#service/databases.ts";
import { features } from "#service/features/all.ts";
import { forgetOlderKeys, meetKeys } from "#service/keys/known-keys.ts";
import { startTrouble } from "./start-trouble.ts";

/** Seals every seed and token again under the newest keys, so that older keys can be dropped afterwards. */
async function rewrap(): Promise<void> {
  const config = readConfig(process.env, "production");
  const db = await openDatabase(config, pino({ level: "warn" }, pino.destination(2)));
  try {
    await meetKeys(db, config);
    const sealed: string[] = [];
    for (const { reseal } of features) if (reseal !== undefined) sealed.push(await reseal(db, config));
    await forgetOlderKeys(db, config);
    console.log(`Sealed again under the newest keys: ${sealed.join(", ")}.`);
  } finally {
    await db.close();
  }
}

rewrap().catch((error: unknown) => {
  const { isKnown, text } = startTrouble(error);
  console.error(text);
  process.exit(isKnown ? 2 : 1);
});
