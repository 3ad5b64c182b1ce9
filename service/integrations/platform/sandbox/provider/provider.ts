import type { ApiFaultSwitch } from "#service/integrations/platform/sandbox/api-faults.ts";
import type { FaultPlace, FaultSwitch } from "#service/integrations/platform/sandbox/faults.ts";
import type { Inventories } from "#service/integrations/platform/sandbox/inventories.ts";
import type { GrantBook } from "#service/integrations/platform/sandbox/provider/grants.ts";
import type { TokenMint } from "#service/integrations/platform/sandbox/provider/tokens.ts";

/** The one application registered with a sandbox. */
export interface SandboxClient {
  readonly id: string;
  readonly secret: string;
  /** Compared byte for byte, as on the platform. */
  readonly redirectUris: readonly string[];
}

/** The shared state of the sandbox's endpoints. */
export interface Provider {
  /** With its trailing slash. */
  readonly issuer: string;
  readonly client: SandboxClient;
  readonly faults: FaultSwitch;
  readonly book: GrantBook;
  readonly mint: TokenMint;
  readonly inventories: Inventories;
  readonly apiFaults: ApiFaultSwitch;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Waits for milliseconds, or until the caller disconnects. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** The scopes on offer: those of the platform's discovery document and the inventory's. */
export const SCOPES = [
  "openid",
  "profile",
  "email",
  "verification",
  "credentials",
  "age",
  "premium",
  "roles",
  "user.inventory-item:read",
] as const;

/** The address of a persona's head shot. */
export function pictureUrl(issuer: string, username: string): string {
  return new URL(`/avatars/${username}.svg`, issuer).href;
}

/** The effect of a fault on an answer. */
interface Strike {
  readonly fault: string;
  readonly at: FaultPlace;
  readonly delayMs: number;
}

/**
 * Applies a slow or failing fault to an endpoint.
 * @returns the answer of a failing platform, or null when the endpoint may answer by itself
 */
export async function strike(
  provider: Provider,
  fault: Strike | null,
  { place, signal }: { readonly place: FaultPlace; readonly signal: AbortSignal },
): Promise<Response | null> {
  if (fault === null || fault.at !== place) return null;
  if (fault.fault === "slow") await provider.sleep(fault.delayMs, signal);
  return fault.fault === "error_500" ? platformFailure() : null;
}

/** The error of the platform's gateway. */
export function platformFailure(): Response {
  return Response.json({ errors: [{ code: 0, message: "InternalServerError" }] }, { status: 500 });
}
