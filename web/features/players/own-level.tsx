import { LevelProgress } from "#web/features/players/level-progress.tsx";
import { useUser } from "#web/lib/api/session.ts";

/** How far the player has come. */
export default function OwnLevel() {
  return (
    <div className="border-line border-b px-3 pt-1 pb-3">
      <LevelProgress {...useUser()} />
    </div>
  );
}
