import { describe, expect, it } from "vitest";
import { PaperLog, portsKnowing } from "../../testing/paper-log.ts";
import { recordRecovery } from "../recovery.ts";
import { isKept, provePeerEvent } from "./peer-receipt.ts";

const recovered = (count: number) => {
  const decision = recordRecovery(count);
  return "events" in decision ? decision.events : [];
};

function logOf(number: number, blocks = 1): PaperLog {
  const log = new PaperLog(number);
  for (let n = 1; n <= blocks; n += 1) log.append([...recovered(n), ...recovered(n + 100), ...recovered(n)]);
  return log;
}

const [first, second] = [logOf(1), logOf(2)];
const ports = portsKnowing(first, second);

describe("a receipt of another log", () => {
  it("proves its event and names its log", async () => {
    const check = await provePeerEvent(second.receipt(2), ports);
    expect(check).toMatchObject({ ok: true, proved: { log: 2, event: second.events[1] } });
  });

  it("proves nothing when another known log has signed it, even if both keys share an id", async () => {
    const genuine = first.receipt(1);
    const { log: _, at: __, ...head } = genuine.head;
    const signedByAnother = { ...genuine, head: second.sign({ ...head, log: "1" }) };
    expect(await provePeerEvent(signedByAnother, ports)).toEqual({
      ok: false,
      problem: "The signature of the head of block 1 is not valid.",
    });
  });

  it("proves nothing by the key of a known log that claims to be another log", async () => {
    const genuine = first.receipt(1);
    const { at: _, ...head } = genuine.head;
    const renamed = { ...genuine, head: first.sign({ ...head, log: "2" }) };
    expect(await provePeerEvent(renamed, ports)).toMatchObject({ ok: false });
    expect(await provePeerEvent(renamed, portsKnowing({ number: 2, key: first.key }))).toEqual({
      ok: false,
      problem: "The signed head is that of another log.",
    });
  });

  it.each(["3", "0", "01", "", "1.0", "__proto__"])("proves nothing about an unknown log %j", async (log) => {
    const { head, ...rest } = first.receipt(1);
    expect(await provePeerEvent({ ...rest, head: { ...head, log } }, ports)).toEqual({
      ok: false,
      problem: "The signed head is that of a log that is not known.",
    });
  });
});

describe("a receipt leaves its log", () => {
  const log = logOf(1, 3);

  it("once a kept head covers it, and not before", () => {
    const ofBlock2 = log.receipt(5);
    expect(isKept(ofBlock2, null)).toBe(false);
    expect([1, 2, 3].map((block) => isKept(ofBlock2, log.head(block)))).toEqual([false, true, true]);
  });

  it("never by the head of another log or of another history of its own", () => {
    expect(isKept(log.receipt(1), logOf(2, 3).head())).toBe(false);
    const other = new PaperLog(1);
    other.append(recovered(9));
    expect(isKept(log.receipt(1), other.head())).toBe(false);
  });
});
