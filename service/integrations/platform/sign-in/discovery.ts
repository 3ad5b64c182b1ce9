import {
  allowInsecureRequests,
  ClientSecretPost,
  Configuration,
  type CustomFetch,
  clockSkew,
  customFetch,
  discovery,
  type ExportedJWKSCache,
  enableNonRepudiationChecks,
  getJwksCache,
  type ServerMetadata,
  setJwksCache,
} from "openid-client";

import { boundedFetch, type Fetch } from "#service/integrations/platform/bounded-fetch.ts";

/** Lifetime of the provider's metadata in memory (an hour, in milliseconds). */
const DISCOVERY_MS_MAX = 60 * 60 * 1_000;

const MS_PER_SECOND = 1_000;

/** Finds one provider and remembers it. */
interface DiscoveryOptions {
  readonly issuer: URL;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly insecure: boolean;
  readonly fetch: Fetch;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly timeoutMs: number;
}

/** The provider's metadata, looked up when first needed. */
export interface Discovery {
  /**
   * A configuration for one sign-in, whose calls are aborted by `signal`.
   * @throws the error of openid-client when the provider is away or answers nonsense; the next call tries again
   */
  configuration(signal: AbortSignal): Promise<Configuration>;
  /** Keeps the provider's keys that a sign-in has fetched, for the next one. */
  keep(configuration: Configuration): void;
  /** Forgets everything, so that the next sign-in looks it up again. */
  forget(): void;
}

/** Creates the look-up. It makes no request before the first sign-in, so a missing provider prevents no start. */
export function createDiscovery(options: DiscoveryOptions): Discovery {
  const { clientId, clientSecret, insecure, now } = options;
  let known: { readonly metadata: ServerMetadata; readonly until: number } | null = null;
  let asking: Promise<ServerMetadata> | null = null;
  let keys: ExportedJWKSCache | undefined;

  const metadata = async (): Promise<ServerMetadata> => {
    if (known !== null && now() < known.until) return known.metadata;
    // One request at a time: all concurrent sign-ins wait for the same answer.
    asking ??= discover(options).finally(() => {
      asking = null;
    });
    const answer = await asking;
    known = { metadata: answer, until: now() + DISCOVERY_MS_MAX };
    return answer;
  };

  return {
    async configuration(signal) {
      const skew = Math.round((now() - Date.now()) / MS_PER_SECOND);
      const client = {
        client_secret: clientSecret,
        id_token_signed_response_alg: "ES256",
        [clockSkew]: skew,
      };
      const auth = ClientSecretPost(clientSecret);
      const configuration = new Configuration(await metadata(), clientId, client, auth);
      configuration[customFetch] = asCustomFetch(boundedFetch(options.fetch, signal));
      if (insecure) allowInsecureRequests(configuration);
      // The code flow may trust TLS alone; checking the signature too costs one cached request.
      enableNonRepudiationChecks(configuration);
      if (keys !== undefined) setJwksCache(configuration, keys);
      return configuration;
    },
    keep(configuration) {
      keys = getJwksCache(configuration);
    },
    forget() {
      known = null;
      keys = undefined;
    },
  };
}

async function discover(options: DiscoveryOptions): Promise<ServerMetadata> {
  const { issuer, clientId, insecure, fetch, timeoutMs } = options;
  const configuration = await discovery(issuer, clientId, undefined, undefined, {
    [customFetch]: asCustomFetch(boundedFetch(fetch, AbortSignal.timeout(timeoutMs))),
    execute: insecure ? [allowInsecureRequests] : [],
  });
  return configuration.serverMetadata();
}

function asCustomFetch(fetch: Fetch): CustomFetch {
  return (url, { body, headers, method, redirect, signal }) => {
    // This flow sends forms and plain queries only.
    const form = body instanceof URLSearchParams || typeof body === "string" ? { body } : {};
    return fetch(url, { headers, method, redirect, ...form, ...(signal ? { signal } : {}) });
  };
}
