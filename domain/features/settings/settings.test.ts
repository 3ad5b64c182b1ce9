import { describe, expect, it } from "vitest";
import { CURRENCIES } from "../../accounts/account.ts";
import { minor } from "../../kernel/money.ts";
import { settingText } from "../../kernel/setting.ts";
import { DAY_MS } from "../../kernel/time.ts";
import { flipForItems, worth } from "../../testing/bot-flips.ts";
import { open, rbx } from "../../testing/coinflips.ts";
import { actorIn, DORA, people, ROOT } from "../../testing/deposits.ts";
import { carriedOut, type GivenEvent, GivenLog, given, NOON } from "../../testing/given.ts";
import { ALICE, enriched, flip, flipped, registered } from "../../testing/players.ts";
import { set, settingsIn } from "../../testing/settings.ts";
import { bankFellBelowFloor } from "../bank/events.ts";
import { secondApprovalAboveOf } from "../deposits/settings.ts";
import { settingDefinitions } from "../registry.ts";
import { settingsChanged } from "./events.ts";
import { type ChangeSettings, changeSettings, initialSettings } from "./settings.ts";

const changes =
  (values: ChangeSettings["values"], { actorId = ROOT, holding = () => minor("100000000.00") } = {}) =>
  (log: GivenLog) =>
    changeSettings(
      { actorId, reason: "Because", values },
      {
        actor: actorIn(log, actorId),
        settings: settingsIn(log),
        definitions: settingDefinitions,
        holding,
      },
    );

describe("settings", () => {
  it("are changed by an admin, with name and reason, and counted", () => {
    for (const actorId of [ROOT, DORA])
      given(...people)
        .when(changes({ stakeMax: "5000", coinflipOpenHours: "2" }, { actorId }))
        .then({
          type: "SettingsChanged",
          schemaVersion: 2,
          stream: "settings:house",
          payload: {
            by: actorId,
            reason: "Because",
            values: { stakeMax: "5000", coinflipOpenHours: "2" },
            confirmedBy: null,
          },
          postings: [],
        })
        .answers({ version: 1 });
    for (const actorId of [ALICE, "p_nobody"])
      given(...people).refuses(changes({ stakeMax: "5000" }, { actorId }), "forbidden");
  });

  it("are not changed to their present values", () => {
    const changed = set({ stakeMax: "5000" });
    given(...people, changed)
      .when(changes({ stakeMax: "5000", experienceDayMax: null }))
      .refused("settings_unchanged");
    given(...people, changed).answers(changes({ stakeMax: null }), { version: 2 });
  });

  it("leave the others as they are, and tell no effect of those that do not change", () => {
    // The default floor is above what the bank holds; the floor that is in force is not.
    const low = set({ bankFloor: "0", stakeMax: "7000" });
    const holding = () => minor("50000.00");
    for (const values of [{ experienceDayMax: "5" }, { experienceDayMax: "5", bankFloor: "0" }]) {
      const decide = changes(values, { holding });
      given(...people, low)
        .when(decide)
        .then(
          settingsChanged({
            by: ROOT,
            reason: "Because",
            values: { experienceDayMax: "5" },
            confirmedBy: null,
          }),
        );
      const log = new GivenLog();
      log.append([...people, low]);
      carriedOut(log, decide);
      expect(settingsIn(log).values).toEqual({ bankFloor: "0", stakeMax: "7000", experienceDayMax: "5" });
    }
    given(...people, low)
      .when(changes({ bankFloor: "5000001" }, { holding }))
      .then(
        settingsChanged({ by: ROOT, reason: "Because", values: { bankFloor: "5000001" }, confirmedBy: null }),
        ...CURRENCIES.map((currency) => bankFellBelowFloor({ currency, bank: "5000000", floor: "5000001" })),
      );
  });

  it("have each a name and a place of their own", () => {
    for (const of of ["name", "order"] as const)
      expect(new Set(settingDefinitions.map((one) => one[of])).size).toBe(settingDefinitions.length);
  });

  it.each(settingDefinitions)("stay within their bounds: $name", (setting) => {
    const { name, least, most } = setting;
    for (const value of [least, most])
      given(...people).answers(changes({ [name]: String(value) }), { version: 1 });
    for (const value of [least - 1n, most + 1n, 2n ** 63n])
      given(...people)
        .when(changes({ [name]: String(value) }))
        .refused(
          "setting_out_of_range",
          `${name}: must be ${settingText(setting, least)} to ${settingText(setting, most)}.`,
        );
  });
});

describe("the maximum stake", () => {
  const rich = [registered(), enriched(minor("1000000.00"))];

  it("is the admins' value, for the coin, for the bot and between players", () => {
    const changed = set({ stakeMax: "5000" });
    given(...rich, changed).refuses(flip("rbx", "50.01"), "stake_out_of_range", "A stake is 1.00 to 50.00.");
    given(...rich, changed).answers(flip("rbx", "50.00"), { won: true });
    given(...rich, changed).refuses(open(rbx("50.01")), "stake_out_of_range", "A stake is 1.00 to 50.00.");
    given(...rich, changed).answers(open(rbx("50.00")), { creatorId: ALICE });
    const items = worth("5001", "item:1:1");
    const held = { account: `player:${ALICE}`, asset: "item:1:1", delta: 1n } as const;
    const gift = { ...enriched(1n), postings: [held] };
    given(...rich, gift, changed)
      .when(flipForItems(items))
      .refused("stake_out_of_range", "Stake items worth 1.00 to 50.00 RBX in total: yours are worth 50.01.");
    given(...rich, gift).answers(flipForItems(items), { won: true });
  });

  it("is the rule's again when it is reset", () => {
    given(...rich, set({ stakeMax: "5000" }), set({ stakeMax: null }))
      .when(flip("rbx", "100000.00"))
      .answers({ won: true });
  });
});

describe("the maximum experience of a day", () => {
  it("is the admins' value, from the next game on", () => {
    const won = { result: "rbx" as const, payout: 198n - 1n, edge: 3n };
    const experience = (...before: readonly GivenEvent[]) => {
      const { decision } = given(registered(), ...before).when(flip("rbx", "1.00"));
      if ("refused" in decision) throw new Error(decision.refused.detail);
      return decision.events.map(({ payload }) => payload.xp);
    };
    expect(experience(set({ experienceDayMax: "15" }))).toEqual([11]);
    expect(experience(flipped({ xp: 11 }), set({ experienceDayMax: "15" }))).toEqual([4]);
    expect(experience(flipped({ xp: 11 }), set({ experienceDayMax: "0" }))).toEqual([0]);
    expect(experience(flipped({ ...won, xp: 1_000 }), set({ experienceDayMax: "2000" }))).toEqual([11]);
  });
});

describe("a coinflip's waiting time", () => {
  it("is the admins' value when it was opened", () => {
    given(registered(), set({ coinflipOpenHours: "48" }))
      .when(open(rbx("1.00")))
      .answers({ expiresAt: NOON + 2 * DAY_MS });
    given(registered()).answers(open(rbx("1.00")), { expiresAt: NOON + DAY_MS });
  });
});

describe("the deposit threshold for a second admin", () => {
  it("is the admins' value, else the value that the service was started with", () => {
    expect(secondApprovalAboveOf(initialSettings, 7n)).toBe(7n);
    expect(secondApprovalAboveOf({ version: 1, values: { secondApprovalAbove: "5" } }, 7n)).toBe(5n);
  });
});
