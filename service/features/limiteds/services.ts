import type { Core } from "#service/http/deps.ts";
import {
  createGateway,
  hostsAt,
  LIVE_HOSTS,
  type PlatformGateway,
} from "#service/integrations/platform/gateway.ts";
import { createPictures, type Pictures } from "#service/integrations/platform/pictures.ts";
import { samplePicture } from "#service/integrations/platform/sample/art.ts";

/** Access to the platform's items, prices and pictures. */
export interface LimitedServices {
  readonly gateway: PlatformGateway;
  readonly pictures: Pictures;
  /** The picture of a sample item; null in production. */
  readonly samplePicture: (assetId: number) => string | null;
}

/** Makes the access to the platform, at its own origins or the configured one. */
export function createLimitedServices({ config, fetch, now, sleep }: Core): LimitedServices {
  const { platformOrigin, pictureOrigins: origins } = config;
  const hosts = platformOrigin === null ? LIVE_HOSTS : hostsAt(platformOrigin);
  const gateway = createGateway(hosts, { fetch, sleep, now, random: Math.random });
  return {
    gateway,
    pictures: createPictures({ gateway, fetch, origins, now }),
    samplePicture: config.mode === "production" ? () => null : samplePicture,
  };
}
