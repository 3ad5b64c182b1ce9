import { setTimeout as sleep } from "node:timers/promises";
import { endpoints } from "#domain/features/contract.ts";
import { Insistent } from "./insist.ts";
import { depositCopies, type Item, itemsBeyondTraffic } from "./item-traffic.ts";
import { type Player, shown, signIn } from "./load.ts";
import type { Log } from "./logs.ts";

/** Number of items staked between the logs. Each game for one takes it from the loser's log for good. */
const ITEMS = 24;
/** The copies of each item that go to each log: more to the first one. */
const COPIES_OF: readonly (readonly number[])[] = [[0, 1], [2]];
/** How long an offer of an item stays open, in milliseconds: joins look things up in two logs. */
const OPEN_FOR_MS = 12_000;
/** Pause of a player with nothing to stake, in milliseconds. */
const IDLE_MS = 300;

/** Gives players of each log items in custody there. @returns the copies */
export async function depositStakes(logs: readonly Log[]): Promise<readonly string[]> {
  const deposited: string[] = [];
  for (const [n, log] of logs.entries()) {
    const admins: Player[] = [];
    for (const name of log.admins) admins.push(await signIn(log.service.url, name, true));
    for (const [place, item] of itemsBeyondTraffic(ITEMS).entries()) {
      const player = log.players[place % log.players.length];
      if (player === undefined) throw new Error("a log has players");
      deposited.push(...(await depositCopies(log, { player, admins, item, places: COPIES_OF[n] ?? [] })));
    }
  }
  return deposited;
}

/** Players of both logs who open coinflips for items, and stake items on those of the other log. */
export class ItemStakes extends Insistent {
  /** Every departed stake that a player was told of, by its transit. */
  readonly told: { readonly log: Log; readonly transitId: string }[] = [];
  /** How often a stake was refused, by code: games end while players are on their way to them. */
  readonly refused = new Map<string, number>();

  constructor(logs: readonly Log[]) {
    super();
    for (const log of logs) for (const player of log.players) this.begin(this.#play(log, player));
  }

  async #play(log: Log, player: Player): Promise<void> {
    while (this.isRunning) {
      const free = await freeItems(log, player).catch(() => []);
      const game = await gameFor(log, player, free).catch(() => undefined);
      const [first] = free;
      if (game !== undefined) await this.#join(log, player, game);
      else if (first !== undefined) await this.#offer(log, player, first);
      else await sleep(IDLE_MS);
    }
  }

  async #join(log: Log, player: Player, game: Game): Promise<void> {
    const { id, log: of, item } = game;
    const body = { log: of, betItems: [{ limitedId: item, quantity: 1 }] };
    const joined = await this.ask(log, player, { path: `/away-coinflips/${id}/join`, body });
    if (joined.status === 200) {
      this.told.push({ log, transitId: String(joined.body.id) });
      return;
    }
    const code = String(joined.body.code ?? joined.status);
    this.refused.set(code, (this.refused.get(code) ?? 0) + 1);
    await sleep(IDLE_MS);
  }

  /** Offers an item for a limited time, so that players cannot wait for each other's offers for ever. */
  async #offer(log: Log, player: Player, item: Item): Promise<void> {
    const body = { betItems: [{ limitedId: item, quantity: 1 }], betSide: "rbx" };
    const opened = await this.ask(log, player, { path: "/live-coinflips", body });
    for (let waited = 0; waited < OPEN_FOR_MS && this.isRunning; waited += IDLE_MS) await sleep(IDLE_MS);
    if (opened.status !== 200) return;
    await this.ask(log, player, { path: `/live-coinflips/${opened.body.id}/cancel`, body: {} });
  }
}

/** The items of which a player has a free copy in custody. */
async function freeItems({ service }: Log, player: Player): Promise<readonly Item[]> {
  const owned = endpoints.userLimiteds.answers[200].parse(await shown(service, "/user/limiteds", player));
  const free = owned.filter(({ inCustody, inPlay }) => inCustody && !inPlay);
  return free.map(({ limited }) => limited.robloxAssetId).toSorted(() => Math.random() - 0.5);
}

interface Game {
  readonly id: string;
  readonly log: number;
  readonly item: Item;
}

/** A game of the other log for one of some items. */
async function gameFor({ service }: Log, player: Player, free: readonly Item[]): Promise<Game | undefined> {
  const open = await shown(service, "/away-coinflips", player);
  const { items } = endpoints.awayCoinflips.answers[200].parse(open);
  const fitting = items.flatMap(({ id, log, betAmount, betItems }) => {
    const item = betItems[0]?.limitedId;
    return betAmount === null && item !== undefined && free.includes(item) ? [{ id, log, item }] : [];
  });
  return fitting[Math.floor(Math.random() * fitting.length)];
}
