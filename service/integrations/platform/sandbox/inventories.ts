import { createHash } from "node:crypto";
import { sampleItem, sampleItems } from "#service/integrations/platform/sample/items.ts";
import { crowdPersonas, personaOf, personas } from "#service/integrations/platform/sandbox/personas.ts";

/** Most copies of one account. */
export const COPIES_MAX = 10_000;
/** Most accounts whose inventories a sandbox remembers. */
const ACCOUNTS_MAX = 10_000;

/** A copy at the sandbox. */
export interface SandboxCopy {
  readonly assetId: number;
  readonly instance: string;
  readonly serial: number | null;
  readonly isOnHold: boolean;
}

/** A sandbox's inventories; copies can be traded, put on hold and hidden. */
export interface Inventories {
  /** An account's inventory; null without such an account. */
  of(sub: string): readonly SandboxCopy[] | null;
  isHidden(sub: string): boolean;
  /** Sets an account's copies. @throws Error when there are too many */
  set(username: string, copies: readonly SandboxCopy[]): void;
  /** Trades a copy. @returns false when the account does not have it */
  trade(instance: string, from: string, to: string): boolean;
  /** Trades a copy with a serial number, or one without. @param to an account @returns false when `from` has none */
  send(
    copy: Pick<SandboxCopy, "assetId" | "serial">,
    way: { readonly from: string; readonly to: string },
  ): boolean;
  hide(username: string, isHidden: boolean): void;
}

/** Copies of a demo player, and the cheaper items they are of: players who share items can play each other. */
const CROWD_COPIES = 16;
const CROWD_ITEMS = 20;

/** The personas' inventories, as places in the sample catalogue; some more than once. */
const OWNED: { readonly [username: string]: readonly number[] } = {
  alice: [2, 6, 10, 14, 18, 20, 20, 24, 29, 33, 36],
  bob: [5, 8, 12, 15, 20, 22, 26, 31, 34, 38],
  carol: [9, 16, 23, 27, 32, 39],
  dave: [13, 19, 25, 30, 35, 37],
  whale: Array.from({ length: 120 }, (_, n) => n % 40),
  private: [1, 11, 21],
  moderator: [28, 34],
  admin: [17, 33],
  admin2: [7],
  newbie: [],
  ...Object.fromEntries(crowdPersonas.map(({ username }, index) => [username, crowdPlaces(index)])),
};

/** Maximum copies of a made-up account, of the cheaper half of the catalogue. */
const MADE_UP_COPIES = 6;

/** Creates the inventories of a sandbox, always with the same contents. */
export function createInventories(): Inventories {
  const owned = new Map<string, readonly SandboxCopy[]>();
  const hidden = new Set<string>(["1006"]);
  const subs = new Map<string, string>(
    [...personas, ...crowdPersonas].map(({ sub, username }) => [sub, username]),
  );
  const subOf = (username: string): string => {
    const persona = personaOf(username);
    if (persona === null) throw new Error(`Nobody can be called ${username}`);
    return persona.sub;
  };
  const of = (sub: string): readonly SandboxCopy[] | null => {
    const known = owned.get(sub);
    if (known !== undefined) return known;
    if (!/^\d{4,16}$/.test(sub)) return null;
    const copies = firstCopies(sub, subs.get(sub));
    if (owned.size < ACCOUNTS_MAX) owned.set(sub, copies);
    return copies;
  };
  const move = (isMeant: (copy: SandboxCopy) => boolean, from: string, to: string): boolean => {
    const [mine, theirs] = [of(from) ?? [], of(to) ?? []];
    const copy = mine.find(isMeant);
    if (copy === undefined) return false;
    owned.set(
      from,
      mine.filter((one) => one !== copy),
    );
    owned.set(to, [...theirs, copy]);
    return true;
  };
  return {
    of,
    isHidden: (sub) => hidden.has(sub),
    set(username, copies) {
      if (copies.length > COPIES_MAX) throw new Error(`An account has at most ${COPIES_MAX} copies`);
      owned.set(subOf(username), [...copies]);
    },
    trade: (instance, from, to) => move((one) => one.instance === instance, subOf(from), subOf(to)),
    send: ({ assetId, serial }, { from, to }) =>
      move((one) => one.assetId === assetId && one.serial === serial, subOf(from), to),
    hide(username, isHidden) {
      if (isHidden) hidden.add(subOf(username));
      else hidden.delete(subOf(username));
    },
  };
}

function firstCopies(sub: string, username: string | undefined): readonly SandboxCopy[] {
  const places = username === undefined ? madeUpPlaces(sub) : (OWNED[username] ?? []);
  return places.flatMap((place, n): SandboxCopy[] => {
    const item = sampleItems[place];
    if (item === undefined) return [];
    const { assetId } = item;
    // Carol's newest copy was bought a moment ago.
    const isOnHold = username === "carol" && n === places.length - 1;
    return [{ assetId, instance: instanceOf(sub, assetId, n), serial: serialOf(sub, assetId, n), isOnHold }];
  });
}

function crowdPlaces(index: number): readonly number[] {
  const first = sampleItems.length - CROWD_ITEMS;
  return Array.from({ length: CROWD_COPIES }, (_, n) => first + ((index * 3 + n * 7) % CROWD_ITEMS));
}

function madeUpPlaces(sub: string): readonly number[] {
  const bytes = createHash("sha256").update(`copies:${sub}`).digest();
  const half = sampleItems.length >> 1;
  return Array.from(
    { length: (bytes[0] ?? 0) % MADE_UP_COPIES },
    (_, n) => half + ((bytes[n + 1] ?? 0) % half),
  );
}

/** A name that no copy of any other account has: a UUID for newer items, a number for older ones. */
function instanceOf(sub: string, assetId: number, n: number): string {
  const hex = createHash("sha256").update(`copy:${sub}:${assetId}:${n}`).digest("hex");
  if (assetId % 2 === 0) return String(Number.parseInt(hex.slice(0, 11), 16));
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join("-");
}

function serialOf(sub: string, assetId: number, n: number): number | null {
  if (sampleItem(assetId)?.isNumbered !== true) return null;
  return 1 + (createHash("sha256").update(`serial:${sub}:${assetId}:${n}`).digest().readUInt32BE() % 9_999);
}
