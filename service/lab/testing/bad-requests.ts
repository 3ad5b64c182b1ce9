import { endpoints } from "#domain/features/contract.ts";
import type { Endpoint } from "#domain/kernel/contract.ts";
import { SITE_ORIGIN } from "#service/lab/testing/site.ts";
import type { Sent } from "#service/lab/testing/visitor.ts";

/** The sender of a bad request. */
export type Sender = "alice" | "nobody" | "expired";

/** A request that has to be refused, with the expected answer. */
export interface BadRequest {
  readonly what: string;
  readonly from: Sender;
  readonly sent: Sent;
  readonly status: number;
  readonly code: string;
}

/** The expected refusal. */
type Refused = readonly [status: number, code: string];

const INVALID: Refused = [400, "invalid_request"];
const MALFORMED: Refused = [400, "malformed_json"];
const JSON_HEADERS = { "Content-Type": "application/json", Origin: SITE_ORIGIN };

const FLIP = "/api/games/coinflip";
const ROTATE = "/api/fairness/rotate";
/** A valid bet. */
const GOOD = { betAmount: 1, betSide: "rbx" };
const MEBIBYTE = 1_024 * 1_024;
/** As deep as 64 KiB allow. */
const DEPTH = 30_000;

function bad(what: string, sent: Sent, [status, code]: Refused, from: Sender = "alice"): BadRequest {
  return { what, from, sent, status, code };
}

/** A post of raw text. */
const posted = (path: string, body: RequestInit["body"], headers: HeadersInit = {}): Sent => ({
  method: "POST",
  path,
  body,
  headers: { ...JSON_HEADERS, ...headers },
});

const got = (path: string, headers: HeadersInit = {}): Sent => ({ method: "GET", path, headers });

const nested = (depth: number): string => `${"[".repeat(depth)}${"]".repeat(depth)}`;

/** The path of an endpoint with something in place of its parameters. */
const pathOf = (endpoint: Endpoint): string => `/api${endpoint.path.replaceAll(/\{\w+\}/g, "1")}`;

/** Every endpoint for players, called without a valid session. */
export function withoutSession(): BadRequest[] {
  const forPlayers = Object.values<Endpoint>(endpoints).filter(({ access }) => access !== "public");
  return forPlayers.flatMap((endpoint) => {
    const path = pathOf(endpoint);
    const sent = endpoint.method === "GET" ? got(path) : { ...posted(path, "{}"), method: endpoint.method };
    return (["nobody", "expired"] as const).map((from) =>
      bad(`${endpoint.method} ${endpoint.path} of ${from}`, sent, [401, "unauthorized"], from),
    );
  });
}

const FORGED_TOKENS = ["", "x", "A".repeat(43), "A".repeat(5_000), "' or 1=1 --", "%00", "../../etc/passwd"];

/** Session cookies that were never issued. */
export const forgedSessions = (): BadRequest[] =>
  FORGED_TOKENS.map((token) => {
    const cookie = { Cookie: `florin_session=${token}` };
    return bad(
      `a session cookie ${JSON.stringify(token.slice(0, 20))}`,
      posted(FLIP, JSON.stringify(GOOD), cookie),
      [401, "unauthorized"],
      "nobody",
    );
  });

/** Amounts as JSON text, with the expected refusals. */
const AMOUNTS: readonly (readonly [text: string, refused: Refused])[] = [
  ["0", [400, "invalid_request"]],
  ["-0", [400, "invalid_request"]],
  ["0.01", [400, "stake_out_of_range"]],
  ["0.99", [400, "stake_out_of_range"]],
  ["100000.01", [400, "stake_out_of_range"]],
  ["999999999999.99", [400, "stake_out_of_range"]],
  ["-1", INVALID],
  ["-0.01", INVALID],
  ["1.001", INVALID],
  ["0.30000000000000004", INVALID],
  ["1e-7", INVALID],
  ["1000000000000", INVALID],
  ["9007199254740993", INVALID],
  ["1e21", INVALID],
  ["1e309", INVALID],
  ["-1e309", INVALID],
  ['"1.00"', INVALID],
  ['"1"', INVALID],
  ['""', INVALID],
  ["null", INVALID],
  ["true", INVALID],
  ["[1]", INVALID],
  ["{}", INVALID],
  ["NaN", MALFORMED],
  ["Infinity", MALFORMED],
  ["0x10", MALFORMED],
  ["01", MALFORMED],
  ["1,50", MALFORMED],
  ["+1", MALFORMED],
  [".5", MALFORMED],
  ["1.", MALFORMED],
  ["", MALFORMED],
  ["1000.01", [409, "insufficient_balance"]],
  ["100000", [409, "insufficient_balance"]],
];

/** Invalid stakes. */
export const amounts = (): BadRequest[] =>
  AMOUNTS.map(([text, refused]) =>
    bad(`an amount of ${text || "nothing"}`, posted(FLIP, `{"betAmount":${text},"betSide":"rbx"}`), refused),
  );

const SIDES = [
  '"gold"',
  '"RBX"',
  '""',
  '" rbx"',
  '"__proto__"',
  '"constructor"',
  "null",
  "1",
  '["rbx"]',
  "{}",
];

/** Fields that are wrong, missing or too many. */
export function fields(): BadRequest[] {
  const bodies = {
    "no amount": `{"betSide":"rbx"}`,
    "no side": `{"betAmount":1}`,
    "no fields": "{}",
    "one field more": `{"betAmount":1,"betSide":"rbx","x":1}`,
    "somebody else's name": `{"betAmount":1,"betSide":"rbx","playerId":"p_other"}`,
    "a result of one's own": `{"betAmount":1,"betSide":"rbx","result":"rbx"}`,
    "a prototype": `{"betAmount":1,"betSide":"rbx","__proto__":{"isAdmin":true}}`,
    "a constructor": `{"betAmount":1,"betSide":"rbx","constructor":{}}`,
    "a deep amount": `{"betAmount":${nested(DEPTH)},"betSide":"rbx"}`,
    "a deep field more": `{"betAmount":1,"betSide":"rbx","x":${nested(DEPTH)}}`,
  };
  return [
    ...SIDES.map((side) => bad(`side ${side}`, posted(FLIP, `{"betAmount":1,"betSide":${side}}`), INVALID)),
    ...Object.entries(bodies).map(([what, body]) => bad(what, posted(FLIP, body), INVALID)),
  ];
}

/** A body sent piece by piece, without a length. */
function streamed(bytes: number): ReadableStream<Uint8Array> {
  const chunk = new Uint8Array(MEBIBYTE / 16).fill(0x20);
  let left = bytes;
  return new ReadableStream({
    pull(controller) {
      if (left <= 0) return controller.close();
      left -= chunk.length;
      controller.enqueue(chunk);
    },
  });
}

/** Bodies that are not JSON, not an object, or too large. */
export function bodies(): BadRequest[] {
  const notObjects = ["null", "[]", "1", '"x"', "true", nested(DEPTH), `[${JSON.stringify(GOOD)}]`];
  const notJson = [
    "",
    " ",
    "{",
    "betAmount=1&betSide=rbx",
    "<bet/>",
    "{'betAmount':1}",
    "\u0000",
    "{}{}",
    "﻿",
  ];
  const good = JSON.stringify(GOOD);
  const long = `${good}${" ".repeat(10 * MEBIBYTE)}`;
  const tooLarge: Refused = [413, "body_too_large"];
  const notJsonType: Refused = [415, "unsupported_media_type"];
  const types = [
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "text/json",
  ];
  return [
    ...notObjects.map((body) => bad(`a body ${body.slice(0, 20)}`, posted(FLIP, body), INVALID)),
    ...notJson.map((body) => bad(`a body ${JSON.stringify(body)}`, posted(FLIP, body), MALFORMED)),
    ...['"\\u0000"', '["\\ud800"]', '{"\\u0000":1}', nested(DEPTH)].map((kept) =>
      bad(
        `a deposit that keeps ${kept.slice(0, 20)}`,
        posted("/api/deposits", `{"type":"rbx","amount":5,"tradeUrl":${kept}}`),
        INVALID,
      ),
    ),
    bad("bytes that are no text", posted(FLIP, new Uint8Array([0xff, 0xfe, 0x7b, 0])), MALFORMED),
    bad("no body", { method: "POST", path: FLIP, headers: JSON_HEADERS }, MALFORMED),
    bad("10 MB", posted(FLIP, long), tooLarge),
    bad(
      "10 MB that say their length",
      posted(FLIP, long, { "Content-Length": String(long.length) }),
      tooLarge,
    ),
    bad("10 MB bit by bit", posted(FLIP, streamed(10 * MEBIBYTE)), tooLarge),
    bad("10 MB to a path that is none", posted("/api/nowhere", long), tooLarge),
    ...types.map((type) => bad(type, posted(FLIP, good, { "Content-Type": type }), notJsonType)),
    bad("no type", { method: "POST", path: FLIP, body: new TextEncoder().encode(good) }, notJsonType),
  ];
}

const KEYS = ["", "x".repeat(129), "schlüssel", "\x7f", "a\tb", "\xa0", "x".repeat(5_000)];

/** Invalid idempotency keys, and invalid positions. */
export function headers(): BadRequest[] {
  const positions = ["", "abc", "-1", "1.5", "1e3", "0x1", "9".repeat(16), "1, 2"];
  return [
    ...KEYS.map((key) =>
      bad(
        `a key ${JSON.stringify(key.slice(0, 20))}`,
        posted(FLIP, JSON.stringify(GOOD), { "Idempotency-Key": key }),
        [400, "invalid_idempotency_key"],
      ),
    ),
    ...positions.map((position) =>
      bad(
        `a position ${JSON.stringify(position)}`,
        got("/api/games/stats", { "Ledger-Min-Position": position }),
        [400, "invalid_position"],
      ),
    ),
  ];
}

const FOREIGN_ORIGINS = [
  "https://evil.example",
  "http://localhost:3001",
  "https://localhost:3000",
  "http://localhost:3000.evil.example",
  "http://evil.localhost:3000",
  "http://localhost",
  "http://localhost:3000/",
  "null",
  "",
];

/** Posts that another site makes a visitor's browser send. */
export function crossSite(): BadRequest[] {
  const refused: Refused = [403, "foreign_origin"];
  const good = JSON.stringify(GOOD);
  const { Origin: _own, ...noOrigin } = JSON_HEADERS;
  const sent = { method: "POST", path: FLIP, body: good };
  return [
    ...FOREIGN_ORIGINS.map((origin) =>
      bad(`Origin ${JSON.stringify(origin)}`, posted(FLIP, good, { Origin: origin }), refused),
    ),
    bad(
      "a post without Origin that the browser calls cross-site",
      { ...sent, headers: { ...noOrigin, "Sec-Fetch-Site": "cross-site" } },
      refused,
    ),
    bad(
      "a form of another site",
      posted(FLIP, "betAmount=1", {
        "Content-Type": "application/x-www-form-urlencoded",
        Origin: "https://evil.example",
      }),
      refused,
    ),
    bad(
      "a rotation from another site",
      posted(ROTATE, `{"clientSeed":"mine"}`, { Origin: "https://evil.example" }),
      refused,
    ),
  ];
}

const CLIENT_SEEDS = [
  "",
  "x".repeat(65),
  "é",
  "🎲",
  "a b",
  "a\n",
  "\n",
  "a\u0000",
  "a:b",
  "a.b",
  "ａ",
  1,
  null,
  [],
  {},
];

/** Client seeds that do not mean the same bytes everywhere. */
export const clientSeeds = (): BadRequest[] => [
  ...CLIENT_SEEDS.map((clientSeed) =>
    bad(
      `a client seed ${JSON.stringify(clientSeed).slice(0, 20)}`,
      posted(ROTATE, JSON.stringify({ clientSeed })),
      INVALID,
    ),
  ),
  bad("no client seed", posted(ROTATE, "{}"), INVALID),
  bad(
    "a server seed of one's own",
    posted(ROTATE, `{"clientSeed":"mine","serverSeed":"${"0".repeat(64)}"}`),
    INVALID,
  ),
];

/** Unknown paths and methods. */
export function paths(): BadRequest[] {
  const nothing: Refused = [404, "not_found"];
  const unknown = [
    "/api",
    "/api/",
    "/api/nowhere",
    "/api/games",
    "/api/games/",
    "/api/games/coinflip/",
    "/api//games/stats",
    "/api/GAMES/stats",
    "/api/games/x/y/proof",
    "/api/games/nobody/proof",
    "/api/__proto__",
    "/api/constructor",
  ];
  const noMethod: Refused = [405, "method_not_allowed"];
  const ofMethod = (method: string, path: string): BadRequest =>
    bad(`${method} ${path}`, { method, path, headers: JSON_HEADERS }, noMethod);
  return [
    ...unknown.map((path) => bad(`GET ${path}`, got(path), nothing)),
    bad("POST to a path that is none", posted("/api/nowhere", "{}"), nothing),
    bad("a game's id of 65 characters", got(`/api/games/${"x".repeat(65)}/proof`), INVALID),
    bad("a game's id of half a character", got("/api/games/%E0%A4%A/proof"), INVALID),
    bad("a game's id of a percent sign", got("/api/games/%/proof"), INVALID),
    bad("a game's id with slashes", got("/api/games/..%2F..%2Fhealth/proof"), INVALID),
    bad("a game's id with a NUL", got("/api/games/a%00b/proof"), INVALID),
    ofMethod("GET", FLIP),
    ofMethod("PUT", FLIP),
    ofMethod("PATCH", FLIP),
    ofMethod("DELETE", FLIP),
    ofMethod("OPTIONS", FLIP),
    ofMethod("POST", "/api/games/stats"),
    ofMethod("POST", "/api/login"),
    ofMethod("POST", "/api/logout"),
    ofMethod("DELETE", "/api/health"),
    ofMethod("POST", "/api/openapi.json"),
    ofMethod("PROPFIND", "/api/auth/user"),
  ];
}

const LISTS = ["/api/games/history", "/api/games/bets", "/api/ledger", "/api/ledger/heads"];
const LIMITS = ["0", "201", "-1", "1.5", "1e2", "abc", "", "+1", "%2010", "9".repeat(17), "%00", "%E0%A4%A"];
const BEFORES = ["-1", "0", "abc", "", "1.5", "9".repeat(16), "9".repeat(17), "0x10", "%00"];
const NEXTS = ["", "x".repeat(201)];
const FORGED_NEXTS = [
  "garbage",
  "0",
  "-1",
  "%00",
  "%E0%A4%A",
  "p",
  "p0",
  "p-1",
  "P1",
  "p1.5",
  "pzzzzzzzzzzz",
  "null",
];

/** Queries that are out of range, forged cursors, and unknown fields. */
export function queries(): BadRequest[] {
  const asked = (path: string, query: string, refused: Refused = INVALID): BadRequest =>
    bad(`GET ${path}?${query.slice(0, 40)}`, got(`${path}?${query}`), refused);
  const arrays = LISTS.slice(0, 2);
  const pages = LISTS.slice(2);
  return [
    ...LISTS.flatMap((path) => LIMITS.map((limit) => asked(path, `limit=${limit}`))),
    ...LISTS.map((path) => asked(path, "limit=1&limit=2")),
    ...LISTS.map((path) => asked(path, "offset=1")),
    ...LISTS.map((path) => asked(path, "__proto__=1")),
    ...arrays.flatMap((path) => BEFORES.map((before) => asked(path, `before=${before}`))),
    ...arrays.map((path) => asked(path, "next=p1")),
    ...pages.map((path) => asked(path, "before=1")),
    ...pages.flatMap((path) => NEXTS.map((next) => asked(path, `next=${next}`))),
    ...pages.flatMap((path) =>
      FORGED_NEXTS.map((next) => asked(path, `next=${next}`, [400, "invalid_cursor"])),
    ),
    asked("/api/leaderboard", "period=year"),
    asked("/api/leaderboard", "period=day&period=week"),
    asked("/api/leaderboard", "by=losses"),
    asked("/api/leaderboard", "by="),
    asked("/api/leaderboard", "limit=10"),
    ...["0", "-1", "1.5", "abc", "01", "9".repeat(16), "%00", "1%20or%201=1"].map((position) =>
      bad(`GET /api/ledger/receipts/${position}`, got(`/api/ledger/receipts/${position}`), INVALID),
    ),
    bad("a receipt beyond the head", got("/api/ledger/receipts/999999999999999"), [404, "not_found"]),
  ];
}
