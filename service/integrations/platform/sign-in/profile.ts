import { z } from "zod";

const NAME_CHARS_MAX = 64;
const EMAIL_CHARS_MAX = 254;
const PICTURE_URL_CHARS_MAX = 2_048;

/** Control characters, and those that change the direction of the surrounding text. */
const UNSHOWABLE = /[\p{Cc}\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/gu;

/** A profile at the platform. Names and picture can change; `sub` never does. */
export interface PlatformProfile {
  readonly sub: string;
  readonly username: string;
  readonly displayName: string;
  /** Null when the platform has no picture, or none at a showable address. */
  readonly pictureUrl: string | null;
  /** Null when the platform gives no address, which it usually does not to other sites. */
  readonly email: string | null;
}

const name = z
  .string()
  .transform((text) => Array.from(text.replace(UNSHOWABLE, "").trim()).slice(0, NAME_CHARS_MAX).join(""))
  .pipe(z.string().min(1));

const userInfoSchema = z.object({
  sub: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
  preferred_username: name,
  nickname: name.nullish().catch(null),
  name: name.nullish().catch(null),
  picture: z
    .url({ protocol: /^https?$/ })
    .max(PICTURE_URL_CHARS_MAX)
    .nullish()
    .catch(null),
  email: z.email().max(EMAIL_CHARS_MAX).nullish().catch(null),
});

/**
 * Reads the answer of the user info endpoint. Malformed optional fields count as absent.
 * @param allowHttpPicture true for a platform on this machine, whose pictures come without TLS
 * @returns null when there is no id or no user name
 */
export function readProfile(userInfo: unknown, allowHttpPicture: boolean): PlatformProfile | null {
  const parsed = userInfoSchema.safeParse(userInfo);
  if (!parsed.success) return null;
  const { sub, preferred_username: username, nickname, name: fullName, picture, email } = parsed.data;
  const shown = picture?.startsWith("https:") === true || allowHttpPicture;
  return {
    sub,
    username,
    displayName: nickname ?? fullName ?? username,
    pictureUrl: shown ? (picture ?? null) : null,
    email: email ?? null,
  };
}
