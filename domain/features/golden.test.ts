import { createHash, createHmac } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Account, Asset } from "../accounts/account.ts";
import { pvpCommitment } from "../fairness/rt1.ts";
import { recomputeSt1, type St1Crypto } from "../fairness/st1.ts";
import { fromHex, toHex } from "../kernel/bytes.ts";
import { type RecordedEvent, type StreamName, streamsOf } from "../kernel/events/event.ts";
import { kindOf, readEvent, type StreamKind } from "../kernel/events/stream-kind.ts";
import type { Settings } from "../kernel/setting.ts";
import { isBalanced } from "../ledger/posting.ts";
import type { Player } from "../player/player.ts";
import { flatSettings } from "../testing/settings.ts";
import { depositor } from "./deposits/depositor.ts";
import type { CoinFlipped } from "./house-flips/events.ts";
import type { CoinflipJoined, CoinflipOpened, CoinflipSettled } from "./live-coinflips/events.ts";
import { openCoinflips } from "./live-coinflips/open-coinflips.ts";
import { resultOf } from "./live-coinflips/settle.ts";
import { experience } from "./players/experience.ts";
import { eventTypes, streamKinds } from "./registry.ts";
import { standing } from "./roles/standing.ts";
import type { SeedPairRotated } from "./seed-pairs/events.ts";
import { seedPair } from "./seed-pairs/seed-pair.ts";

/** Events as once stored, and the results they must always give. */
interface Golden {
  readonly file: string;
  readonly events: readonly RecordedEvent[];
  readonly streams: { readonly [stream: StreamName]: object | null };
  readonly holdings: { readonly [account: string]: { readonly [asset: string]: string } };
}

const folder = new URL("../testing/fixtures/", import.meta.url);
const golden = readdirSync(folder)
  .filter((file) => /^events-(?:[a-z]+-)?v\d+\.json$/.test(file))
  .map((file): Golden => {
    const text = readFileSync(new URL(file, folder), "utf8");
    const revive = (key: string, value: unknown) => (key === "delta" ? BigInt(value as string) : value);
    return { file, ...(JSON.parse(text, revive) as Omit<Golden, "file">) };
  });

/** Events of coins drawn from a seed pair. */
const FLIPS: ReadonlySet<string> = new Set(["CoinFlipped", "ItemsFlipped"]);

const kinds = new Map<string, StreamKind<unknown>>(streamKinds.map((kind) => [kind.kind, kind]));

const nodeCrypto: St1Crypto = {
  sha256: async (bytes) => createHash("sha256").update(bytes).digest(),
  hmacSha256: async (key, message) => createHmac("sha256", key).update(message).digest(),
};

/** A state as the flat object of the fixtures. */
function flat(stream: StreamName, state: unknown): unknown {
  if (kindOf(stream) === "player") return flatPlayer(state as Player);
  return kindOf(stream) === "settings" ? flatSettings(state as Settings) : state;
}

function flatPlayer(player: Player): object {
  if (player.status === "absent") return player;
  const { total, day, today } = experience.of(player);
  const { open, ...deposits } = depositor.of(player);
  return {
    status: player.status,
    ...seedPair.of(player),
    ...{ experience: total, experienceDay: day, experienceToday: today },
    openCoinflips: openCoinflips.of(player),
    standing: { ...standing.of(player), openDeposits: open, ...deposits },
  };
}

it("every version of every event type ever written is kept", () => {
  const logs = golden.flatMap(({ events }) => events.map((e) => `${e.type} ${e.schemaVersion}`));
  const kept = new Set([...logs, ...examplesKept()]);
  for (const [type, { version: present }] of Object.entries(eventTypes)) {
    for (let version = 1; version <= present; version += 1) expect(kept).toContain(`${type} ${version}`);
  }
});

describe.each(golden)("the events of $file", ({ events, streams, holdings }) => {
  it("can be read, and fold to what they always did", () => {
    const folded = new Map<StreamName, unknown>();
    for (const event of events) {
      for (const stream of streamsOf(event)) {
        const kind = kinds.get(kindOf(stream));
        if (kind === undefined) throw new Error(`Nobody folds ${stream}`);
        const before = folded.get(stream) ?? kind.initial;
        folded.set(stream, kind.evolve(before, readEvent(event, eventTypes), stream));
      }
    }
    expect([...folded.keys()].sort()).toEqual(Object.keys(streams).sort());
    for (const [stream, state] of Object.entries(streams)) {
      const found = folded.get(stream as StreamName);
      if (state === null) expect(found).toBeNull();
      else expect(flat(stream as StreamName, found)).toMatchObject(state);
    }
  });

  it("are in order, balance, and leave the same holdings", () => {
    const found = new Map<string, bigint>();
    const versions = new Map<StreamName, number>();
    for (const [index, { position, stream, version, postings }] of events.entries()) {
      expect(position).toBe(index + 1);
      expect(version).toBe((versions.get(stream) ?? 0) + 1);
      versions.set(stream, version);
      expect(isBalanced(postings)).toBe(true);
      for (const { account, asset, delta } of postings) {
        const key = holdingKey(account, asset);
        found.set(key, (found.get(key) ?? 0n) + delta);
      }
    }
    const kept = Object.entries(holdings).flatMap(([account, assets]) =>
      Object.entries(assets).map(([asset, amount]) => [`${account} ${asset}`, BigInt(amount)] as const),
    );
    expect(found).toEqual(new Map(kept));
  });

  it("have the results that follow from their revealed seeds", async () => {
    const revealed = events
      .filter(({ type }) => type === "SeedPairRotated")
      .map(({ payload }) => payload as SeedPairRotated["payload"]);
    for (const { payload, type } of events) {
      const flip = payload as CoinFlipped["payload"];
      const seeds = revealed.find((one) => FLIPS.has(type) && one.revealed.pair === flip.pair)?.revealed;
      if (seeds === undefined) continue;
      const check = await recomputeSt1({ ...seeds, nonce: flip.nonce }, nodeCrypto);
      expect(Buffer.from(check.commitment).toString("hex")).toBe(seeds.serverSeedHash);
      expect(check.result).toBe(flip.result);
    }
    expect(revealed.length > 0).toBe(events.some(({ type }) => FLIPS.has(type)));
  });

  it("have the results of games between players that follow from beacon and seed", () => {
    for (const { type, payload } of events) {
      if (type !== "CoinflipSettled") continue;
      const { gameId, round, signature, serverSeed, digest, result } = payload as CoinflipSettled["payload"];
      const found = (wanted: string) =>
        events.find((event) => event.type === wanted && event.payload.gameId === gameId)?.payload ?? {};
      const { creator, commitment } = found("CoinflipOpened") as CoinflipOpened["payload"];
      const { joiner } = found("CoinflipJoined") as CoinflipJoined["payload"];
      const drawn = resultOf(
        gameId,
        { creator, joiner, round },
        { beacon: { round, signature }, serverSeed },
      );
      expect(toHex(pvpCommitment(fromHex(serverSeed) ?? new Uint8Array()))).toBe(commitment);
      expect({ digest: toHex(drawn.digest), result: drawn.result }).toEqual({ digest, result });
    }
  });
});

const holdingKey = (account: Account, asset: Asset): string => `${account} ${asset}`;

/** Types and versions of the features' examples. */
function examplesKept(): readonly string[] {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" });
  const kept = files.filter((file) => file.endsWith("events.golden.jsonl"));
  const lines = kept.flatMap((file) =>
    readFileSync(join(import.meta.dirname, file), "utf8")
      .trim()
      .split("\n"),
  );
  return lines.map((line) => {
    const { type, schemaVersion } = JSON.parse(line) as Pick<RecordedEvent, "type" | "schemaVersion">;
    return `${type} ${schemaVersion}`;
  });
}
