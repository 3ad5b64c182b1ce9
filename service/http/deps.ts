import type { Logger } from "pino";
import type { ReadModels } from "#projections/kernel/read-models.ts";
import type { Config } from "#service/config.ts";
import type { Sealer } from "#service/crypto/seal.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import type { Writer } from "#service/event-store/writer.ts";
import type { Sessions } from "#service/features/players/sessions.ts";
import type { HeadSigner } from "#service/ledger/head-signer.ts";
import type { SignIn } from "#service/platform/sign-in.ts";
import type { LiveHub } from "./live-hub.ts";
import type { Positions } from "./positions.ts";

/** How far a projection has come. */
export interface ProjectionHealth {
  readonly name: string;
  readonly position: number;
  readonly lag: number;
  /** For how long its checkpoint has not moved, in milliseconds. */
  readonly stillMs: number;
}

/** The read side, as far as routes need it. */
export interface ReadSide {
  readonly models: ReadModels;
  /** Waits, bounded, until the projections have passed a position. */
  whenReached(projections: readonly string[], position: number, timeoutMs: number): Promise<void>;
  health(): Promise<readonly ProjectionHealth[]>;
}

/** Everything a route may use. */
export interface Deps {
  readonly config: Config;
  readonly db: OpenDatabase;
  readonly writer: Writer;
  readonly reads: ReadSide;
  readonly positions: Positions;
  readonly sessions: Sessions;
  /** Null when sign-in is not configured: every path then answers 503. */
  readonly signIn: SignIn | null;
  readonly signer: HeadSigner;
  readonly tokenSealer: Sealer;
  readonly live: LiveHub;
  readonly log: Logger;
  readonly now: () => number;
}
