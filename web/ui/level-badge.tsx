import { Badge } from "#web/ui/badge.tsx";

/** From this level on the level stands next to the name. */
const LEVEL_BADGE_MIN = 50;

/** A high level, beside a name. */
export const LevelBadge = ({ level }: { level: number }) =>
  level >= LEVEL_BADGE_MIN && <Badge tone="legendary">Level {level}</Badge>;
