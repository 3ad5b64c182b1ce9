import { expect, it } from "vitest";
import { CHAIN_LINKS_MAX } from "#domain/fairness/hash-chain.ts";
import type { Row, Sql } from "#projections/kernel/sql.ts";
import { NotLoaded } from "#service/event-store/states/not-loaded.ts";
import { worldSealer } from "#service/lab/testing/world.ts";
import { ChainLinks } from "./chain-links.ts";
import { commitmentOf } from "./commitments.ts";
import { type SealedSeedRow, seedPlace } from "./sealed-seeds.ts";
import { Vault } from "./vault.ts";

const LOG_ID = 1;
const root = Buffer.alloc(32, 7);

const sealed = (place: Omit<SealedSeedRow, "sealed">, text: string): SealedSeedRow => ({
  ...place,
  sealed: worldSealer.seal(Buffer.from(text, "latin1"), seedPlace(LOG_ID, place)),
});

const holding = (...rows: readonly SealedSeedRow[]): Pick<Sql, "run"> => ({
  run: async <R extends Row>() => rows as unknown as readonly R[],
});

const openVault = () => new Vault({ sealer: worldSealer, logId: LOG_ID, max: 10 });

it("a chain is not loaded while its links are hashed: commands wait and do not fail", async () => {
  const chain = await ChainLinks.of(root, CHAIN_LINKS_MAX);
  const place = { commitment: chain.terminal, owner: "crash:g_1-RBX", pair: 1 };
  const vault = openVault();
  const load = vault.load([chain.terminal], holding(sealed(place, root.toString("hex"))));
  let looks = 0;
  const isLoaded = load.then(() => true);
  while (!(await Promise.race([isLoaded, new Promise<false>((resolve) => setImmediate(resolve, false))]))) {
    looks += 1;
    expect(vault.has(chain.terminal)).toBe(false);
    expect(() => vault.link(chain.terminal, 1)).toThrow(NotLoaded);
  }
  expect(looks).toBeGreaterThan(1);
  expect(vault.link(chain.terminal, 1)).toBe(chain.at(1).toString("hex"));
});

it("a wrong root fails one command that needs its links, and is then looked up again", async () => {
  const { terminal } = await ChainLinks.of(root, 100);
  const place = { commitment: terminal, owner: "crash:g_1-RBX", pair: 1 };
  const vault = openVault();
  await vault.load([terminal], holding(sealed(place, Buffer.alloc(32, 8).toString("hex"))));
  expect(vault.has(terminal)).toBe(true);
  expect(() => vault.link(terminal, 1)).toThrow("is kept, sealed with a key of this service");
  expect(() => vault.link(terminal, 1)).toThrow(NotLoaded);
});

it("never draws by a seed other than the one it is committed to, in a play or when loaded", async () => {
  const [text, other] = [Buffer.alloc(32, 1).toString("hex"), Buffer.alloc(32, 2).toString("hex")];
  const place = { commitment: commitmentOf(text), owner: "p_1", pair: 1 };
  const [unsealed, loaded, right] = [openVault(), openVault(), openVault()];
  expect(unsealed.unseal(sealed(place, other))).toBe(false);
  await loaded.load([place.commitment], holding(sealed(place, other)));
  for (const vault of [unsealed, loaded])
    expect(() => vault.text(place.commitment)).toThrow("is kept, sealed with a key of this service");
  expect(right.unseal(sealed(place, text))).toBe(true);
  expect(right.text(place.commitment)).toBe(text);
});
