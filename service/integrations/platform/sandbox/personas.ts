import { createHash } from "node:crypto";

/** A person who can sign in at the sandbox. */
export interface Persona {
  /** The platform's account id, as text of digits; the only thing about a persona that never changes. */
  readonly sub: string;
  readonly username: string;
  readonly displayName: string;
  /** When the account was opened, in seconds since 1970. */
  readonly createdAt: number;
  /** For an account whose head shot is not drawn yet. */
  readonly hasNoPicture?: true;
  /** One line for the sign-in page. */
  readonly note: string;
}

/** The people of every sandbox. Their ids are fixed, so that settings can name them. */
export const personas = [
  {
    sub: "1001",
    username: "alice",
    displayName: "Alice",
    createdAt: 1_584_682_495,
    note: "A regular player",
  },
  {
    sub: "1002",
    username: "bob",
    displayName: "Bob",
    createdAt: 1_511_093_400,
    note: "Someone to play against",
  },
  {
    sub: "1003",
    username: "carol",
    displayName: "Carol ✦",
    createdAt: 1_602_324_000,
    note: "A name beyond plain letters",
  },
  {
    sub: "1004",
    username: "dave",
    displayName: "Dave",
    createdAt: 1_467_331_200,
    note: "A fourth at the table",
  },
  {
    sub: "1005",
    username: "whale",
    displayName: "Moby",
    createdAt: 1_231_006_505,
    note: "Owns the rarest items",
  },
  {
    sub: "1006",
    username: "private",
    displayName: "Priva Te",
    createdAt: 1_640_995_200,
    note: "Inventory hidden",
  },
  {
    sub: "1007",
    username: "moderator",
    displayName: "Morgan",
    createdAt: 1_420_070_400,
    note: "Keeps the chat civil",
  },
  {
    sub: "1008",
    username: "admin",
    displayName: "Ada",
    createdAt: 1_356_998_400,
    note: "Administrator",
  },
  {
    sub: "1009",
    username: "admin2",
    displayName: "Grace",
    createdAt: 1_370_044_800,
    note: "A second administrator",
  },
  {
    sub: "1010",
    username: "newbie",
    displayName: "newbie",
    createdAt: 1_763_596_800,
    hasNoPicture: true,
    note: "New, no picture yet",
  },
] as const satisfies readonly Persona[];

/** Names of demo players begin with this, and no other account's does. */
const DEMO_PREFIX = "demo_";
const CROWD_SUB_MIN = 1_101;
const CROWD_CREATED_AT = 1_546_300_800;
const SECONDS_BETWEEN_ACCOUNTS = 8_640_000;

/**
 * The demo players: programs that play in the demo. Username and display name are the same, since the site shows a
 * player under either.
 */
export const crowdPersonas: readonly Persona[] = [
  "demo_iris",
  "demo_otto",
  "demo_nora",
  "demo_hugo",
  "demo_mila",
  "demo_theo",
  "demo_zoe",
  "demo_ravi",
  "demo_luna",
  "demo_finn",
].map((name, index) => ({
  sub: String(CROWD_SUB_MIN + index),
  username: name,
  displayName: name,
  createdAt: CROWD_CREATED_AT + index * SECONDS_BETWEEN_ACCOUNTS,
  note: "Plays by itself in the demo",
}));

/** Whether a display name is a demo player's. */
export const isDemoName = (displayName: string): boolean => displayName.startsWith(DEMO_PREFIX);

const USERNAME = /^[A-Za-z0-9_]{3,20}$/;
const FIXED: ReadonlyMap<string, Persona> = new Map(
  [...personas, ...crowdPersonas].map((persona) => [persona.username, persona]),
);

/** Ids of made-up accounts begin far above the fixed ones and stay within what JSON numbers represent exactly. */
const MADE_UP_SUB_MIN = 10_000_000_000;
const MADE_UP_SUB_BYTES = 6;
const MADE_UP_CREATED_MIN = 1_420_070_400;
const MADE_UP_CREATED_SPAN = 300_000_000;

/**
 * The account id behind a user name: fixed for the personas above, else a pure function of the name. Case does
 * not matter, as on the platform.
 * @example subOf("alice") // "1001"
 */
export function subOf(username: string): string {
  const name = username.toLowerCase();
  const fixed = FIXED.get(name);
  if (fixed) return fixed.sub;
  return String(MADE_UP_SUB_MIN + hashOf(name).readUIntBE(0, MADE_UP_SUB_BYTES));
}

/**
 * The persona behind a user name; a name nobody has yet makes a new account.
 * @returns null when the text cannot be a user name (3 to 20 letters, digits or `_`), or only a demo player's
 * @example personaOf("zed_99") // the same account every time
 */
export function personaOf(username: string): Persona | null {
  if (!USERNAME.test(username)) return null;
  const fixed = FIXED.get(username.toLowerCase());
  if (fixed) return fixed;
  if (username.toLowerCase().startsWith(DEMO_PREFIX)) return null;
  const age = hashOf(username.toLowerCase()).readUInt32BE(MADE_UP_SUB_BYTES) % MADE_UP_CREATED_SPAN;
  return {
    sub: subOf(username),
    username,
    displayName: username,
    createdAt: MADE_UP_CREATED_MIN + age,
    note: "A made-up account",
  };
}

/** A persona's claims in ID tokens and user info under the scope `profile`, without the picture. */
export function profileClaims(persona: Persona): Readonly<Record<string, string | number>> {
  return {
    name: persona.displayName,
    nickname: persona.displayName,
    preferred_username: persona.username,
    created_at: persona.createdAt,
    profile: `https://www.roblox.com/users/${persona.sub}/profile`,
  };
}

function hashOf(name: string): Buffer {
  return createHash("sha256").update(name, "utf8").digest();
}
