import { setTimeout as sleep } from "node:timers/promises";
import { endpoints } from "#domain/features/contract.ts";
import type { Row } from "#projections/kernel/sql.ts";
import { sampleItems } from "#service/integrations/platform/sample/items.ts";
import { demand, post, sync } from "./coinflips.ts";
import { AGAIN_MS, Insistent } from "./insist.ts";
import { type Player, shown, signIn } from "./load.ts";
import type { Log } from "./logs.ts";

/** The owner of several copies of each sample item at a sandbox. */
const OWNER = "whale";
/** How many of the cheapest sample items are deposited, and the copies of each. */
const ITEMS = 4;
const COPIES_EACH = 3;
/** Most flips against the bot until the house has won enough items. */
const FLIPS_MAX = 200;
const TRADE_URL = "https://www.roblox.com/trades/1";

/** The house's items that can be sent. */
async function houseItems({ service }: Log, admin: Player): Promise<readonly string[]> {
  const { items } = endpoints.houseItems.answers[200].parse(
    await shown(service, "/admin/transits/items", admin),
  );
  return items.map(({ copy }) => copy);
}

/** An item by its number at the platform. */
export type Item = number;

const byPrice = sampleItems.toSorted((a, b) => a.price - b.price).map(({ assetId }): Item => assetId);
/** The cheapest items after those that houses send each other. */
export const itemsBeyondTraffic = (count: number): readonly Item[] => byPrice.slice(ITEMS, ITEMS + count);

/** A deposit of some copies of an item, for future players. */
interface Depositing {
  readonly player: Player;
  readonly admins: readonly Player[];
  readonly item: Item;
  /** The places of the owner's copies. */
  readonly places: readonly number[];
}

/** A player gets copies of an item at the platform, and deposits them. @returns their names */
export async function depositCopies(
  { service }: Log,
  { player, admins, item, places }: Depositing,
): Promise<readonly string[]> {
  const { copies } = await service.sandbox<{ copies: { assetId: number; instance: string }[] }>(
    `/control/inventories/${OWNER}`,
  );
  const all = copies.filter(({ assetId }) => assetId === item).map(({ instance }) => instance);
  const instances = places.flatMap((place) => all[place] ?? []);
  for (const instance of instances)
    await service.sandbox("/control/inventories", { instance, from: OWNER, to: player.name });
  await sync(service, player);
  const limiteds = endpoints.limiteds.answers[200].parse(await shown(service, "/limiteds", player));
  const itemId = limiteds.find(({ robloxAssetId }) => robloxAssetId === item)?.id;
  const wish = { type: "roblox_limited", itemId, quantity: instances.length, tradeUrl: TRADE_URL };
  const asked = await post(service, player, { path: "/deposits", body: wish });
  demand(asked.status === 200, () => `an item could not be deposited: ${JSON.stringify(asked.body)}`);
  for (const admin of admins)
    await post(service, admin, { path: `/admin/deposits/${asked.body.id}/approve`, body: { instances } });
  return instances.map((instance) => `item:${item}:${instance}`);
}

/** A player of a log deposits items and loses some to the house. @returns the house's copies */
export async function winItems(log: Log): Promise<readonly string[]> {
  const { service, players, admins: names } = log;
  const admins: Player[] = [];
  for (const name of names) admins.push(await signIn(service.url, name, true));
  const [player, admin] = [players[0], admins[0]];
  if (player === undefined || admin === undefined) throw new Error("a log has players and admins");
  const assetIds = byPrice.slice(0, ITEMS);
  const places = Array.from({ length: COPIES_EACH }, (_, n) => n);
  for (const item of assetIds) await depositCopies(log, { player, admins, item, places });
  for (let flip = 0; flip < FLIPS_MAX; flip += 1) {
    const limitedId = assetIds[flip % assetIds.length];
    const body = { betItems: [{ limitedId, quantity: 1 }], betSide: "rbx" };
    await post(service, player, { path: "/games/coinflip-vs-bot", body });
    const won = await houseItems(log, admin);
    if (won.length >= ITEMS) return won;
  }
  throw new Error(`the house has not won ${ITEMS} items`);
}

/** A departure that admins were told of, by its transit. */
interface ToldDeparture {
  readonly from: number;
  readonly transitId: string;
}

/** The admins of each log, who send the house's items to the other log. */
export class ItemTraffic extends Insistent {
  /** Every item whose departure its admins were told of. */
  readonly told: ToldDeparture[] = [];

  constructor([one, two]: readonly [Log, Log]) {
    super();
    this.begin(this.#send(one, two));
    this.begin(this.#send(two, one));
  }

  async #send(from: Log, to: Log): Promise<void> {
    while (this.isRunning) {
      try {
        await this.#sendOne(from, to);
      } catch {
        // The log is away: its admins sign in once it is back.
      }
      await sleep(AGAIN_MS);
    }
  }

  async #sendOne(from: Log, to: Log): Promise<void> {
    const { url } = from.service;
    const [first, second] = await Promise.all(from.admins.map((name) => signIn(url, name, true)));
    if (first === undefined || second === undefined) return;
    for (const copy of await houseItems(from, first)) {
      const wish = { log: to.id, copy, reason: "For this scenario." };
      const asked = await this.ask(from, first, { path: "/admin/transits/items", body: wish });
      const proposal = endpoints.sendCopy.answers[202].safeParse(asked.body).data?.proposal;
      if (proposal === undefined) continue;
      const path = `/admin/proposals/${proposal.id}/confirm`;
      const { status } = await this.ask(from, second, { path, body: {} });
      if (status === 200) this.told.push({ from: from.id, transitId: `${from.id}-${proposal.id}` });
    }
  }
}

/**
 * The holders, over all logs, of each copy that is not held exactly once by a permitted holder. @param by their pattern
 */
export async function auditCopies(
  logs: readonly Log[],
  { copies, by }: { readonly copies: readonly string[]; readonly by: RegExp },
): Promise<string[]> {
  const wrong: string[] = [];
  for (const copy of copies) {
    const places: string[] = [];
    for (const { id, db } of logs) {
      const rows = await db.query<Row & { account: string }>(
        "select account from holdings where asset = $1 and amount = 1 and account <> 'elsewhere'",
        [copy],
      );
      places.push(...rows.map(({ account }) => `${account} of log ${id}`));
    }
    if (places.length !== 1 || !by.test(places[0] ?? ""))
      wrong.push(`${copy} is with ${places.join(" and ") || "nobody"}`);
  }
  return wrong;
}

/** Copies that are not with exactly one house, and confirmed departures that are not there exactly once. */
export async function auditItems(
  logs: readonly Log[],
  { copies, told }: { readonly copies: readonly string[]; readonly told: readonly ToldDeparture[] },
): Promise<string[]> {
  const wrong = await auditCopies(logs, { copies, by: /^house / });
  for (const { id, db } of logs) {
    const rows = await db.query<Row & { stream: string }>(
      "select stream from events where type = 'TransitLeft' and stream ~ '-prop_'",
    );
    const left = rows.map(({ stream }) => stream.slice(stream.indexOf(":") + 1));
    for (const { from, transitId } of told) {
      const times = left.filter((one) => one === transitId).length;
      if (from === id && times !== 1)
        wrong.push(`${transitId} left ${times} times, and its admins were told of it`);
    }
  }
  return wrong;
}
