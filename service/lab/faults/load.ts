import { setTimeout as sleep } from "node:timers/promises";
import type { Bet, Journal } from "./journal.ts";

/** Request timeout in milliseconds; shorter than the service holds a command, so that some are sent again. */
const ANSWER_MAX_MS = 3_000;
/** Pause before an unanswered player retries, in milliseconds. */
const AGAIN_MIN_MS = 20;
const AGAIN_MAX_MS = 250;
/** The refusal of bets while a reality check is due: after half an hour of play, until it is acknowledged. */
const REALITY_CHECK_DUE = "reality_check_due";
/** One in this many bets is sent twice at once, and one again after its answer. */
const TWICE_ONE_IN = 12;

/** A player over HTTP. */
export interface Player {
  readonly id: string;
  readonly name: string;
  readonly cookie: string;
}

/**
 * Signs a player in like a browser, through the sandbox of a service process.
 * @param isFresh for sensitive calls
 */
export async function signIn(url: string, name: string, isFresh = false): Promise<Player> {
  const begun = await fetch(`${url}/api/login?login_hint=${name}${isFresh ? "&fresh=1" : ""}`, {
    redirect: "manual",
  });
  const away = await fetch(locationOf(begun), { redirect: "manual" });
  const { pathname, search } = new URL(locationOf(away));
  const finished = await fetch(`${url}${pathname}${search}`, {
    redirect: "manual",
    headers: { Cookie: cookiesOf(begun) },
  });
  const cookie = cookiesOf(finished);
  const user = await fetch(`${url}/api/auth/user`, { headers: { Cookie: cookie } });
  if (user.status !== 200) throw new Error(`${name} could not sign in: ${await user.text()}`);
  return { id: ((await user.json()) as { readonly id: string }).id, name, cookie };
}

/** The data at a path of the API, for a player or a visitor. @throws without success */
export async function shown(
  { url }: { readonly url: string },
  path: string,
  player?: Player,
): Promise<unknown> {
  const headers = player === undefined ? {} : { Cookie: player.cookie };
  const response = await fetch(`${url}/api${path}`, { headers });
  if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${await response.text()}`);
  return response.json();
}

const locationOf = (response: Response): string => {
  const location = response.headers.get("Location");
  if (location === null) throw new Error(`${response.url} answered ${response.status} and leads nowhere`);
  return location;
};

const cookiesOf = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((line) => line.split(";")[0] ?? "")
    .filter((pair) => !pair.endsWith("="))
    .join("; ");

/** Options of a load. */
export interface Crowd {
  readonly players: readonly Player[];
  /** The prefix of bets' keys: another for returning players. */
  readonly keys?: string;
  /** Awaited before each new bet; by default there is no pause. */
  readonly turn?: () => Promise<void>;
  /** Receives the latency of each answer that settled a bet, in milliseconds. */
  readonly answered?: (ms: number) => void;
}

/** Players who bet one after the other without a pause, and retry with the same key until they know the outcome. */
export class Load {
  readonly #journal: Journal;
  readonly #urls: readonly string[];
  readonly #crowd: Crowd;
  readonly #work: Promise<void>[] = [];
  #running = true;
  #abandoned = false;
  #turn = 0;
  #made = 0;

  /** @param urls the service processes, chosen at random for each request */
  constructor(journal: Journal, urls: readonly string[], crowd: Crowd) {
    this.#journal = journal;
    this.#urls = urls;
    this.#crowd = crowd;
    for (const player of crowd.players) this.#work.push(this.#play(player));
  }

  /** Begins no more bets, and waits until every player knows the outcome of the last one. */
  async stop(): Promise<void> {
    this.#running = false;
    await Promise.all(this.#work);
  }

  /** Abandons every bet at once, whatever its outcome. */
  abandon(): void {
    this.#running = false;
    this.#abandoned = true;
  }

  async #play(player: Player): Promise<void> {
    for (;;) {
      await this.#crowd.turn?.();
      if (!this.#running) return;
      this.#made += 1;
      const number = this.#made;
      const bet = betOf(player, number, this.#crowd.keys ?? "bet");
      await this.#insist(player, bet, number % TWICE_ONE_IN === 0);
      if (number % TWICE_ONE_IN === 1) await this.#send(player, bet);
    }
  }

  /** Retries until the outcome of a bet is known. */
  async #insist(player: Player, bet: Bet, twice: boolean): Promise<void> {
    let pause = AGAIN_MIN_MS;
    for (let isKnown = false; !isKnown && !this.#abandoned; ) {
      const sent = Array.from({ length: twice ? 2 : 1 }, () => this.#send(player, bet));
      isKnown = (await Promise.all(sent)).some(Boolean);
      if (isKnown) return;
      await sleep(pause);
      pause = Math.min(pause * 2, AGAIN_MAX_MS);
    }
  }

  /** @returns whether the outcome of the bet is known */
  async #send(player: Player, bet: Bet): Promise<boolean> {
    this.#turn += 1;
    const url = this.#urls[this.#turn % this.#urls.length] ?? "";
    const told = this.#journal.asked(bet);
    const began = performance.now();
    const answer = await ask(url, player, bet).catch(() => null);
    const isKnown = answer !== null && this.#journal.heard(told, answer);
    if (isKnown) this.#crowd.answered?.(performance.now() - began);
    if (isKnown && told.refused === REALITY_CHECK_DUE) await acknowledge(url, player);
    return isKnown;
  }
}

/** Sends a bet once. @throws when there is no answer */
export async function ask(
  url: string,
  player: Player,
  { key, body }: Pick<Bet, "key" | "body">,
): Promise<{ readonly status: number; readonly text: string }> {
  const response = await fetch(`${url}/api/games/coinflip`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "Idempotency-Key": key, Cookie: player.cookie },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(ANSWER_MAX_MS),
  });
  return { status: response.status, text: await response.text() };
}

/** Acknowledges a reality check. If that fails, the next bet is refused again, and this is repeated. */
async function acknowledge(url: string, player: Player): Promise<void> {
  await fetch(`${url}/api/responsible-play/reality-check/acknowledge`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Cookie: player.cookie },
    body: "{}",
    signal: AbortSignal.timeout(ANSWER_MAX_MS),
  })
    .then((response) => response.arrayBuffer())
    .catch(() => {});
}

function betOf(player: Player, number: number, keys: string): Bet {
  const betSide = number % 3 === 0 ? "tix" : "rbx";
  return {
    playerId: player.id,
    key: `${keys}-${player.name}-${number}`,
    body: { betAmount: 1 + (number % 5) / 4, betSide },
  };
}
