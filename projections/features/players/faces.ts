import { FORGOTTEN_NAME } from "./identity.ts";

/** A player as admins see one in lists. */
interface Face {
  readonly id: string;
  readonly username: string;
  readonly profileImageUrl: string | null;
}

/** SQL: who is named in a row, by id, as JSON text. Players who were forgotten are missing. @param ids expressions */
export const facesSql = (ids: readonly string[]): string => `(select coalesce(json_object_agg(i.player_id,
    json_build_object('username', i.username, 'profileImageUrl', i.profile_image_url)), '{}')::text
  from identities i
  where i.player_id in (${ids.join(", ")}))`;

/** Reads what `facesSql` wrote. */
export function faceReader(faces: string): (id: string) => Face {
  const known = JSON.parse(faces) as { readonly [id: string]: Omit<Face, "id"> };
  return (id) => ({
    id,
    username: known[id]?.username ?? FORGOTTEN_NAME,
    profileImageUrl: known[id]?.profileImageUrl ?? null,
  });
}
