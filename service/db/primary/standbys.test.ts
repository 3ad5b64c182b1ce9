import { describe, expect, test } from "vitest";
import { judgeStandbys, type ReplicationFacts, type StandbyFacts } from "./standbys.ts";

const primary: StandbyFacts = { name: "a:5432", url: "a", timeline: 2, position: 120 };
const standby: StandbyFacts = { name: "b:5432", url: "b", timeline: null, position: 120 };
const waited: ReplicationFacts = { names: "*", commit: "on", senders: [{ name: "b", sync: "sync" }] };
const judged = (
  other: Partial<StandbyFacts> = {},
  replication: Partial<ReplicationFacts> = {},
): ReturnType<typeof judgeStandbys> =>
  judgeStandbys([primary, { ...standby, ...other }], primary, { ...waited, ...replication });

describe("a primary and its standby", () => {
  test("are sound when commits wait for a standby that has every event", () => {
    expect(judged()).toEqual({
      lines: [
        "a:5432 is the primary, on timeline 2, at position 120.",
        "b:5432 is a standby and has every event.",
        "Commits wait for b.",
      ],
      problems: [],
    });
    expect(judged({}, { senders: [{ name: "b", sync: "quorum" }] }).problems).toEqual([]);
  });

  test.each<[string, Partial<ReplicationFacts>]>([
    ["set synchronous_standby_names", { names: "" }],
    ["while synchronous_commit is local", { commit: "local" }],
    ["No standby is connected", { senders: [] }],
    ["grant pg_monitor", { senders: [{ name: "b", sync: null }] }],
    ["is one that commits wait for", { senders: [{ name: "b", sync: "async" }] }],
  ])("are wrong where commits may not wait: %s", (problem, replication) => {
    expect(judged({}, replication).problems.join()).toContain(problem);
  });

  test("are unsound while the standby lacks events; the report names the positions", () => {
    expect(judged({ position: 100 }).problems).toEqual(["b:5432 lacks the positions 101 to 120."]);
  });

  test("are unsound when the other server does not answer, or takes writes itself", () => {
    expect(judged({ position: null, error: new Error("refused") }).problems).toEqual([
      "b:5432 does not answer: refused",
    ]);
    expect(judged({ timeline: 1 }).problems.join()).toContain("takes writes on timeline 1 and is no standby");
  });

  test("are unsound when the settings name the primary alone", () => {
    expect(judgeStandbys([primary], primary, waited).problems.join()).toContain("names no standby");
  });
});
