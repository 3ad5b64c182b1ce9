import { expect, it } from "vitest";
import { type ActText, actTexts, type ProposedAct } from "#web/lib/act-text.ts";
import { dateAndTime } from "#web/lib/format.ts";
import { site } from "#web/site.ts";
import { person } from "#web/testing/examples/reviews.ts";

const bob = person("bob");
const since = "2026-11-20T10:00:00.000Z";
const value = { assetId: 7, item: "Helm", from: "10.00", to: "2500.00" };

const sale = { purchaseId: "pu_1", player: bob, title: "Hat", price: "12.50" };

/** One act of each kind, and its words. */
const WORDS: { readonly [K in ProposedAct["kind"]]: readonly [Extract<ProposedAct, { kind: K }>, ActText] } =
  {
    grant_role: [
      { kind: "grant_role", player: bob, role: "admin" },
      { title: "Make bob an admin", facts: [] },
    ],
    lift_suspension: [
      { kind: "lift_suspension", player: bob },
      { title: "Lift the suspension of bob", facts: ["bob is an admin again at once."] },
    ],
    change_settings: [
      {
        kind: "change_settings",
        changes: [
          { name: "stakeMax", from: "1000.00", to: "2000.00" },
          { name: "cardsOpen", from: 0, to: 1 },
        ],
      },
      {
        title: "Change settings",
        facts: ["Largest stake: 1,000.00 → 2,000.00", "Payments by card: Off → On"],
      },
    ],
    override_value: [
      { kind: "override_value", ...value },
      { title: "Set the value of Helm", facts: ["10.00 → 2,500.00 RBX"] },
    ],
    lift_override: [
      { kind: "lift_override", ...value, item: null },
      {
        title: "Reset the value of item 7",
        facts: ["10.00 → market value, 2,500.00 RBX when it was proposed"],
      },
    ],
    resume_stakes: [
      { kind: "resume_stakes", since, halt: "The nightly check failed" },
      {
        title: "Resume stakes",
        facts: [`Halted since ${dateAndTime(since)}: The nightly check failed`],
      },
    ],
    lift_game_halt: [
      { kind: "lift_game_halt", player: bob, gameId: "g_1", title: "Bob's coin", halt: "Its title misleads" },
      { title: 'Let "Bob\'s coin" by bob take bets again', facts: ["Stopped: Its title misleads"] },
    ],
    refund_purchase: [
      { kind: "refund_purchase", ...sale, isContested: false, charged: null },
      { title: "Refund $12.50 to bob, and take the item back", facts: ["Hat, purchase pu_1"] },
    ],
    release_purchase: [
      { kind: "release_purchase", ...sale, isContested: true, charged: "12.50" },
      {
        title: "Pay bob now for a sale of $12.50",
        facts: [
          "Hat, purchase pu_1",
          "The buyer complained.",
          "The payment was reversed and the item cannot come back: the buyer will owe $12.50.",
        ],
      },
    ],
    end_refund: [
      { kind: "end_refund", purchaseId: "pu_1", player: bob, title: "Hat", amount: "12.50" },
      {
        title: "Give up the refund of $12.50 to bob",
        facts: [
          "Hat, purchase pu_1",
          "It is no longer requested. The house keeps what is there of it and settles with the buyer another way.",
        ],
      },
    ],
    write_off_dollar_debt: [
      { kind: "write_off_dollar_debt", player: bob, owed: "19.99" },
      {
        title: "Write off what bob owes in dollars",
        facts: ["$19.99 when it was proposed, at the house's cost"],
      },
    ],
    complete_withdrawal: [
      { kind: "complete_withdrawal", withdrawalId: "wd_1", player: bob, item: "Helm" },
      {
        title: "Confirm that bob has received Helm",
        facts: ["Withdrawal wd_1", "The item leaves custody permanently."],
      },
    ],
    return_withdrawal: [
      { kind: "return_withdrawal", withdrawalId: "wd_1", player: bob, item: "Helm" },
      {
        title: "Return Helm to bob, in custody",
        facts: ["Withdrawal wd_1", "We still have the item, and no trade of it is open."],
      },
    ],
    send_bank: [
      { kind: "send_bank", log: 2, currency: "TIX", amount: "12.50" },
      {
        title: "Send 12.50 TIX to log 2",
        facts: ["It moves from the bank here to the bank of that log, and cannot be recalled."],
      },
    ],
    send_item: [
      { kind: "send_item", log: 2, copy: "item:101:7", item: "Helm", serial: 12 },
      {
        title: "Send Helm #12 to log 2",
        facts: [
          "item:101:7",
          "It moves from the house here to the house of that log, and cannot be recalled.",
        ],
      },
    ],
    write_off_debt: [
      { kind: "write_off_debt", depositId: "dep_1", player: bob, owed: "12.50", asset: "RBX" },
      {
        title: "Write off what bob owes",
        facts: ["12.50 RBX when it was proposed, at the house's cost"],
      },
    ],
  };

it.each(Object.values(WORDS))("one feature has the words for it: $kind", (act, words) => {
  const texts = actTexts.partsOf(site.fills).flatMap((textOf) => textOf(act) ?? []);
  expect(texts).toEqual([words]);
});
