import { expect, it } from "vitest";
import type { Database } from "#projections/kernel/sql.ts";
import { PaymentDesk } from "./payment-desk.ts";
import type { PaymentProvider } from "./provider.ts";

const rowOf = (index: number) => ({
  ...{ payment_id: `p${index}`, purpose: "test", provider: "stripe", reference: `cs_${index}`, url: "" },
  ...{ expires_at: 1n, created_at: 0n, readings: 1n, hints: 1n, closed_at: null, received: 0n },
});

it("reads many payments a few at a time, with pauses for bets in between", async () => {
  const waiting = Array.from({ length: 12 }, (_, index) => rowOf(index));
  const query = async (text: string, values: readonly unknown[] = []) =>
    text.includes("set readings = readings + 1") ? waiting.splice(0, Number(values[1])) : [];
  const pauses: number[] = [];
  const nothing = { received: 0n, refunded: 0n, offered: 0n, taken: 0n, fee: 0n };
  let [under, most, read] = [0, 0, 0];
  const provider = {
    name: "stripe",
    read: async () => {
      under += 1;
      most = Math.max(most, under);
      await Promise.resolve();
      under -= 1;
      read += 1;
      return { status: "open", ...nothing };
    },
  } as unknown as PaymentProvider;
  const desk = new PaymentDesk({
    db: { query } as unknown as Database,
    providers: { stripe: provider },
    now: () => 0,
    sleep: async (ms) => void pauses.push(ms),
    onTrouble: (what, error) => {
      throw new Error(what, { cause: error });
    },
    wake: () => undefined,
  });
  await desk.look();
  expect({ read, most, pauses }).toEqual({ read: 12, most: 5, pauses: [100, 100] });
});
