import type { Logger } from "pino";
import type { ProjectionRuntime } from "#projections/kernel/runtime.ts";
import type { Config } from "#service/config.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import type { Writer } from "#service/event-store/writer.ts";
import type { Beacon } from "#service/features/beacon/beacon.ts";
import type { Verifications } from "#service/features/halts/verifications.ts";
import type { CoinflipSettlementWorker } from "#service/features/live-coinflips/settlement-worker.ts";
import type { PlatformTokenStore } from "#service/features/players/platform-tokens.ts";
import type { Sessions } from "#service/features/players/sessions.ts";
import type { Watchers } from "#service/features/spectator/watchers.ts";
import type { Sealer } from "#service/keys/seal.ts";
import type { HeadSigner } from "#service/ledger/head-signer.ts";
import type { PlatformGateway } from "#service/platform/gateway.ts";
import type { Pictures } from "#service/platform/pictures.ts";
import type { SignIn } from "#service/platform/sign-in.ts";
import type { Limits } from "./limits.ts";
import type { LiveHub } from "./live-hub.ts";
import type { Positions } from "./positions.ts";
import type { RequestCounts } from "./request-counts.ts";

/** Everything a route may use. */
export interface Deps {
  readonly config: Config;
  readonly db: OpenDatabase;
  readonly writer: Writer;
  readonly reads: ProjectionRuntime;
  readonly positions: Positions;
  /** How long an answer waits for read models that are not as new as it has to be, in milliseconds. */
  readonly readWaitMs: number;
  readonly sessions: Sessions;
  /** Null when sign-in is not configured: every path then answers 503. */
  readonly signIn: SignIn | null;
  readonly signer: HeadSigner;
  readonly tokenSealer: Sealer;
  readonly gateway: PlatformGateway;
  readonly platformTokens: PlatformTokenStore;
  readonly pictures: Pictures;
  /** The picture of an item of the sample catalogue; of no item in production. */
  readonly samplePicture: (assetId: number) => string | null;
  readonly beacon: Beacon;
  readonly coinflips: CoinflipSettlementWorker;
  readonly verifications: Verifications;
  readonly live: LiveHub;
  readonly watchers: Watchers;
  readonly limits: Limits;
  readonly requests: RequestCounts;
  readonly log: Logger;
  readonly now: () => number;
}
