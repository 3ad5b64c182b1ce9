import { boundedFetch, type Fetch } from "#service/integrations/platform/bounded-fetch.ts";
import type { PlatformGateway } from "#service/integrations/platform/gateway.ts";

/** Largest picture, in bytes. */
export const PICTURE_BYTES_MAX = 2 * 1_024 * 1_024;
/** Time limit for a picture's host, in milliseconds. */
const PICTURE_TIMEOUT_MS = 5_000;
/** Most pictures in memory, and most bytes of them. */
const KEPT_MAX = 2_000;
const KEPT_BYTES_MAX = 64 * 1_024 * 1_024;
/** How long a picture is kept before it is fetched again, and how long after a failure it is not. */
const KEPT_MS = 24 * 60 * 60 * 1_000;
const MISSED_MS = 30_000;
/** Most pictures fetched at a time; beyond it there is no picture at the moment. */
export const FETCHES_MAX = 16;

/** A picture with its type, which follows from its content, not from its host's claim. */
export interface Picture {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly type: "image/png" | "image/jpeg" | "image/webp";
}

/** Returns the platform's pictures of items. */
export interface Pictures {
  /** Null while there is none to show. */
  of(assetId: number): Promise<Picture | null>;
}

interface PicturesOptions {
  readonly gateway: Pick<PlatformGateway, "picture">;
  readonly fetch: Fetch;
  /** The only origins that pictures are fetched from. */
  readonly origins: ReadonlySet<string>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * Fetches pictures for visitors, so that their browsers contact no other host: from listed origins only, without
 * redirects, at most 2 MiB, and only if the content is a picture.
 */
export function createPictures(options: PicturesOptions): Pictures {
  const kept = new Map<number, { readonly picture: Picture | null; readonly until: number }>();
  const fetching = new Map<number, Promise<Picture | null>>();
  let keptBytes = 0;
  const drop = (assetId: number): void => {
    keptBytes -= kept.get(assetId)?.picture?.bytes.length ?? 0;
    kept.delete(assetId);
  };
  const keep = (assetId: number, picture: Picture | null): void => {
    drop(assetId);
    kept.set(assetId, { picture, until: options.now() + (picture === null ? MISSED_MS : KEPT_MS) });
    keptBytes += picture?.bytes.length ?? 0;
    for (const oldest of kept.keys()) {
      if (kept.size <= KEPT_MAX && keptBytes <= KEPT_BYTES_MAX) return;
      drop(oldest);
    }
  };
  const load = async (assetId: number): Promise<Picture | null> => {
    const picture = await fetchPicture(assetId, options).catch(() => null);
    keep(assetId, picture);
    return picture;
  };
  return {
    async of(assetId) {
      const known = kept.get(assetId);
      if (known !== undefined && options.now() < known.until) return known.picture;
      const underWay = fetching.get(assetId);
      if (underWay !== undefined) return underWay;
      if (fetching.size >= FETCHES_MAX) return known?.picture ?? null;
      const loading = load(assetId).finally(() => fetching.delete(assetId));
      fetching.set(assetId, loading);
      return loading;
    },
  };
}

/** @throws the error of fetch, also when the picture is too large or the host redirects */
async function fetchPicture(assetId: number, options: PicturesOptions): Promise<Picture | null> {
  const address = await options.gateway.picture(assetId);
  if (address === null || !isListed(address, options.origins)) return null;
  const fetch = boundedFetch(options.fetch, AbortSignal.timeout(PICTURE_TIMEOUT_MS), PICTURE_BYTES_MAX);
  const response = await fetch(address, { headers: { Accept: "image/*" }, redirect: "error" });
  if (response.status !== 200) return null;
  const bytes = new Uint8Array(await response.arrayBuffer());
  const type = typeOf(bytes);
  return type === null ? null : { bytes, type };
}

function isListed(address: string, origins: ReadonlySet<string>): boolean {
  const url = new URL(address);
  return origins.has(url.origin) && url.username === "" && url.password === "";
}

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const JPEG = [0xff, 0xd8, 0xff];
const RIFF = [0x52, 0x49, 0x46, 0x46];
const WEBP = [0x57, 0x45, 0x42, 0x50];

/** A picture's type by its first bytes; null if it is none of the three. */
function typeOf(bytes: Uint8Array): Picture["type"] | null {
  const has = (signature: readonly number[], at = 0): boolean =>
    signature.every((byte, index) => bytes[at + index] === byte);
  if (has(PNG)) return "image/png";
  if (has(JPEG)) return "image/jpeg";
  return has(RIFF) && has(WEBP, 8) ? "image/webp" : null;
}
