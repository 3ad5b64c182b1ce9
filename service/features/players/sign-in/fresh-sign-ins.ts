import { hash } from "node:crypto";
import type { Deps } from "#service/http/deps.ts";
import { SIGN_IN_MS_MAX } from "#service/integrations/platform/sign-in/sign-in-state.ts";

/** Longer than a state is valid, even with the clocks of two processes apart, in milliseconds. */
const KEPT_MS = 2 * SIGN_IN_MS_MAX;

/**
 * Uses up the state of a fresh sign-in. Otherwise a copy of the state's cookie could be combined with an answer that
 * the provider gave without asking the person.
 * @returns false if it was used before
 */
export async function spendFreshSignIn(
  state: string,
  { db, now }: Pick<Deps, "db" | "now">,
): Promise<boolean> {
  const at = now();
  await db.query("delete from fresh_sign_ins where used_at < $1", [at - KEPT_MS]);
  const used = await db.query(
    `insert into fresh_sign_ins (state_hash, used_at) values ($1, $2)
      on conflict (state_hash) do nothing returning state_hash`,
    [hash("sha256", state, "hex"), at],
  );
  return used.length === 1;
}
