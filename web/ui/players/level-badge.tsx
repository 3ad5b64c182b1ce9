import { LEVEL_SHOWN_MIN } from "#domain/player/level-shown.ts";
import { Badge } from "#web/ui/badge.tsx";

/** A high level, beside a name. */
export const LevelBadge = ({ level }: { level: number }) =>
  level >= LEVEL_SHOWN_MIN && <Badge tone="legendary">Level {level}</Badge>;
