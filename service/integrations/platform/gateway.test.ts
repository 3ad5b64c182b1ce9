import { beforeEach, describe, expect, it } from "vitest";
import type { Fetch } from "#service/integrations/platform/bounded-fetch.ts";
import {
  createGateway,
  hostsAt,
  LIVE_HOSTS,
  PAGES_MAX,
  type PlatformGateway,
} from "#service/integrations/platform/gateway.ts";
import { REQUEST_ATTEMPTS_MAX } from "#service/integrations/platform/platform-request.ts";
import { PlatformTrouble } from "#service/integrations/platform/platform-trouble.ts";
import { sampleItems } from "#service/integrations/platform/sample/items.ts";
import { recordedPlatform } from "#service/lab/testing/stand-ins/recorded-platform.ts";
import { driveSandbox, ORIGIN, START } from "#service/lab/testing/stand-ins/sandbox-driver.ts";

/** How long the gateway waited, in milliseconds, pause by pause. */
let waited: number[];
let now: number;

beforeEach(() => {
  waited = [];
  now = START;
});

/** Days of prices requested. */
const DAYS = 30;

const wireOf = (fetch: Fetch) => ({
  fetch,
  sleep: async (ms: number) => {
    waited.push(ms);
    now += ms;
  },
  now: () => now,
  random: () => 0,
});

const troubleOf = async (asked: Promise<unknown>): Promise<PlatformTrouble> => {
  const error = await asked.then(
    () => new Error("It was answered"),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof PlatformTrouble)) throw error;
  return error;
};

/** An account with an inventory, on either platform. */
interface Stage {
  readonly gateway: PlatformGateway;
  readonly platformId: string;
  readonly accessToken: string;
  /** An item that has a name, prices and a picture, and one that does not exist. */
  readonly assetId: number;
  readonly unknownId: number;
}

async function sandboxStage(): Promise<Stage> {
  const driver = driveSandbox();
  const { access_token: accessToken = "" } = await driver.tokensFor("alice");
  const gateway = createGateway(hostsAt(ORIGIN), wireOf(driver.sandbox.clientFetch));
  const assetId = sampleItems[0]?.assetId ?? 0;
  return { gateway, platformId: "1001", accessToken, assetId, unknownId: 5 };
}

async function recordedStage(): Promise<Stage> {
  const gateway = createGateway(LIVE_HOSTS, wireOf(recordedPlatform()));
  return { gateway, platformId: "1001", accessToken: "AT", assetId: 1_365_767, unknownId: 5 };
}

describe.each([
  ["the recorded answers of the platform", recordedStage],
  ["the sandbox", sandboxStage],
] as const)("the gateway, before %s", (_name, prepare) => {
  let stage: Stage;
  beforeEach(async () => {
    stage = await prepare();
  });

  it("lists all copies with item, name, serial and kind", async () => {
    const copies = await stage.gateway.inventory(stage.platformId, stage.accessToken);
    expect(copies.length).toBeGreaterThan(2);
    for (const copy of copies) {
      expect(copy).toEqual({
        assetId: expect.any(Number),
        instance: expect.stringMatching(/^[A-Za-z0-9-]+$/),
        serial: copy.serial === null ? null : expect.any(Number),
        assetType: expect.any(Number),
        isOnHold: expect.any(Boolean),
      });
      expect(copy.assetType).toBeGreaterThan(0);
    }
    expect(copies.some(({ serial }) => serial !== null)).toBe(true);
    expect(copies.some(({ serial }) => serial === null)).toBe(true);
  });

  it("names and prices the items of an account", async () => {
    const names = await stage.gateway.named(stage.platformId);
    const copies = await stage.gateway.inventory(stage.platformId, stage.accessToken);
    for (const { assetId } of copies) {
      expect(names.get(assetId)).toEqual({
        name: expect.stringMatching(/\S/),
        recentAverage: expect.any(Number),
        original: names.get(assetId)?.original === null ? null : expect.any(Number),
      });
    }
  });

  it("returns details and prices of an item, daily ones newest first", async () => {
    const item = await stage.gateway.item(stage.assetId);
    expect(item).toEqual({
      name: expect.stringMatching(/\S/),
      description: expect.any(String),
      assetType: 8,
    });
    const prices = await stage.gateway.prices(stage.assetId, DAYS);
    expect(prices?.daily.length).toBeGreaterThan(29);
    expect(prices?.recentAverage).toBeGreaterThan(0);
  });

  it("returns nothing for an item that does not exist", async () => {
    expect(await stage.gateway.item(stage.unknownId)).toBeNull();
    expect(await stage.gateway.prices(stage.unknownId, DAYS)).toBeNull();
    expect(await stage.gateway.picture(stage.unknownId)).toBeNull();
  });

  it("finds the address of a finished picture", async () => {
    expect(await stage.gateway.picture(stage.assetId)).toMatch(/^https?:\/\/.+/);
  });
});

/** A platform that gives these answers in turn, then repeats the last one. */
function answering(...answers: readonly (() => Response | Promise<Response>)[]) {
  const asked: URL[] = [];
  const fetch: Fetch = async (url) => {
    asked.push(new URL(url));
    const answer = answers[Math.min(asked.length, answers.length) - 1];
    if (answer === undefined) throw new TypeError("fetch failed");
    return answer();
  };
  return { gateway: createGateway(LIVE_HOSTS, wireOf(fetch)), asked };
}

const copy = (n: number) => ({
  assetDetails: { assetId: "7", inventoryItemAssetType: "HAT", instanceId: `c-${n}` },
});
const page =
  (items: readonly object[], next: string, headers: HeadersInit = {}) =>
  () =>
    Response.json({ inventoryItems: items, nextPageToken: next }, { headers });
const failing =
  (status: number, headers: HeadersInit = {}) =>
  () =>
    Response.json({ errors: [{ code: 0, message: "x" }] }, { status, headers });
const unreachable = () => {
  throw new TypeError("fetch failed");
};

describe("daily prices", () => {
  const DAY_MS = 86_400_000;
  const point = (value: number, days: number) => ({
    value,
    date: new Date(START - days * DAY_MS).toISOString(),
  });

  it("are one for each of the last thirty days: none older, none of the future, none twice", async () => {
    const priceDataPoints = [
      point(9, 31),
      point(3, 29),
      point(1, 0),
      point(8, -2),
      point(2, 1),
      point(7, 29),
    ];
    const { gateway } = answering(() => Response.json({ priceDataPoints }));
    expect((await gateway.prices(7, DAYS))?.daily).toEqual([1, 2, 3]);
  });
});

describe("a long inventory", () => {
  it("is read page by page with the same query, to the page without a token", async () => {
    const { gateway, asked } = answering(page([copy(1)], "a"), page([copy(2)], "b"), page([copy(3)], ""));
    expect((await gateway.inventory("1001", "AT")).map(({ instance }) => instance)).toEqual([
      "c-1",
      "c-2",
      "c-3",
    ]);
    expect(asked.map(({ searchParams }) => searchParams.get("pageToken"))).toEqual([null, "a", "b"]);
    const rest = asked.map((url) => {
      url.searchParams.delete("pageToken");
      return url.href;
    });
    expect(new Set(rest).size).toBe(1);
    expect(rest[0]).toContain("filter=onlyCollectibles%3Dtrue%3BinventoryItemAssetTypes%3D*");
    expect(rest[0]).toContain("maxPageSize=100");
  });

  it("ends with an empty page, whatever its token", async () => {
    const { gateway, asked } = answering(page([copy(1)], "a"), page([], "b"));
    expect(await gateway.inventory("1001", "AT")).toHaveLength(1);
    expect(asked).toHaveLength(2);
  });

  it("fails when its pages form a circle, or never end", async () => {
    const circle = answering(page([copy(1)], "a"));
    expect((await troubleOf(circle.gateway.inventory("1001", "AT"))).kind).toBe("strange");
    expect(circle.asked).toHaveLength(2);
    let n = 0;
    const endless = answering(() => {
      n += 1;
      return page([copy(n)], `t-${n}`)();
    });
    expect((await troubleOf(endless.gateway.inventory("1001", "AT"))).kind).toBe("strange");
    expect(endless.asked).toHaveLength(PAGES_MAX);
  });

  it("waits between pages when the limit is used up, as long as the headers say", async () => {
    const used = { "x-ratelimit-remaining": "0, 80", "x-ratelimit-reset": "9" };
    const { gateway } = answering(page([copy(1)], "a", used), page([copy(2)], ""));
    expect(await gateway.inventory("1001", "AT")).toHaveLength(2);
    expect(waited).toEqual([9_000]);
  });

  it("fails, with the time to retry, when the limit lasts longer than the time left", async () => {
    const used = { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "55" };
    const { gateway } = answering(page([copy(1)], "a", used));
    expect(await troubleOf(gateway.inventory("1001", "AT"))).toMatchObject({
      kind: "busy",
      retryAfterSeconds: 55,
    });
    expect(waited).toEqual([]);
  });
});

describe("a platform in trouble", () => {
  it.each([
    ["fails", failing(500)],
    ["is away for maintenance", failing(503)],
    ["cannot be reached", unreachable],
  ])("is asked again after growing pauses when it %s, up to a limit", async (_what, answer) => {
    const { gateway, asked } = answering(answer);
    expect((await troubleOf(gateway.inventory("1001", "AT"))).kind).toBe("away");
    expect(asked).toHaveLength(REQUEST_ATTEMPTS_MAX);
    expect(waited).toEqual([250, 500, 1_000]);
  });

  it("may fail before it answers", async () => {
    const { gateway } = answering(failing(500), unreachable, page([copy(1)], ""));
    expect(await gateway.inventory("1001", "AT")).toHaveLength(1);
  });

  it("is asked again when it says so, by either header", async () => {
    const { gateway } = answering(
      failing(429, { "x-ratelimit-reset": "3" }),
      failing(429, { "retry-after": "2" }),
      failing(429),
      page([copy(1)], ""),
    );
    expect(await gateway.inventory("1001", "AT")).toHaveLength(1);
    expect(waited).toEqual([3_000, 2_000, 5_000]);
  });

  it.each([
    ["hidden in the newer form", 403, { code: "PERMISSION_DENIED", message: "private" }, "hidden"],
    ["hidden in the older form", 403, { errors: [{ code: 11, message: "no permission" }] }, "hidden"],
    ["refusing the token", 401, { errors: [{ code: 0, message: "Invalid token" }] }, "unauthorized"],
    ["without such an account", 404, { code: "NOT_FOUND", message: "x" }, "strange"],
    ["rejecting the request as invalid", 400, { code: "INVALID_ARGUMENT", message: "x" }, "strange"],
    ["answering something else", 200, { items: [] }, "strange"],
    [
      "naming a copy in an unknown form",
      200,
      { inventoryItems: [{ assetDetails: { ...copy(1).assetDetails, instanceId: "a,b" } }] },
      "strange",
    ],
    [
      "giving an item too large a number",
      200,
      { inventoryItems: [{ assetDetails: { ...copy(1).assetDetails, assetId: "9".repeat(20) } }] },
      "strange",
    ],
  ] as const)("is asked once when it is %s", async (_what, status, body, kind) => {
    const { gateway, asked } = answering(() => Response.json(body, { status }));
    expect((await troubleOf(gateway.inventory("1001", "AT"))).kind).toBe(kind);
    expect(asked).toHaveLength(1);
  });

  it("is not believed when its answer is too long, or no JSON", async () => {
    const large = answering(() => new Response("x".repeat(300_000)));
    expect((await troubleOf(large.gateway.inventory("1001", "AT"))).kind).toBe("away");
    const html = answering(() => new Response("<html>"));
    expect((await troubleOf(html.gateway.inventory("1001", "AT"))).kind).toBe("strange");
  });

  it("receives no token where none is needed, and its texts are cut and cleaned", async () => {
    const heard: (string | null)[] = [];
    const fetch: Fetch = async (_url, init) => {
      heard.push(new Headers(init.headers).get("Authorization"));
      return Response.json({ Name: `  A\u202e\u0000${"b".repeat(200)}`, Description: null, AssetTypeId: 8 });
    };
    const item = await createGateway(LIVE_HOSTS, wireOf(fetch)).item(7);
    expect(item).toEqual({ name: `A  ${"b".repeat(97)}`, description: "", assetType: 8 });
    expect(heard).toEqual([null]);
  });

  it("has no picture before it is finished", async () => {
    for (const state of ["Pending", "InReview", "Blocked", "Error", "TemporarilyUnavailable"]) {
      const data = [{ targetId: 7, state, imageUrl: "https://tr.rbxcdn.com/x" }];
      expect(await answering(() => Response.json({ data })).gateway.picture(7)).toBeNull();
    }
  });
});
