import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../kernel/json.ts";
import { approves, hats, people, ROOT, rbx, requests } from "../../../testing/deposits.ts";
import { carriedOut, type Decide, GivenLog } from "../../../testing/given.ts";
import { catalogued, HAT_2 } from "../../../testing/items.ts";

function asked(request: Decide<JsonObject>): GivenLog {
  const log = new GivenLog();
  log.append([...people, catalogued]);
  return carriedOut(log, request);
}

describe("a deposit of items that another log may have", () => {
  const ask = (keptIn: (copy: string) => number | null | undefined) => {
    const decision = approves(ROOT, { instances: ["1", "2"], keptIn })(asked(requests(hats(2))));
    return "refused" in decision ? decision.refused : null;
  };

  it("is refused if one is there, and names it and the log", () => {
    const refused = ask((copy) => (copy === HAT_2 ? 3 : null));
    expect(refused).toMatchObject({ code: "kept_elsewhere", facts: { copies: [HAT_2] } });
    expect(refused?.detail).toContain(`${HAT_2} in log 3`);
  });

  it("is refused if a log could not be asked", () => {
    expect(ask((copy) => (copy === HAT_2 ? undefined : null))?.code).toBe("log_unavailable");
    expect(ask(() => null)).toBeNull();
  });

  it("asks about no currency", () => {
    const decision = approves(ROOT, { keptIn: () => undefined })(asked(requests(rbx("1.00"))));
    expect("events" in decision).toBe(true);
  });
});
