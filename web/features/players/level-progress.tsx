import { experienceOfLevel } from "#domain/features/players/level.ts";
import { figure } from "#web/lib/format.ts";

const PERCENT = 100;

interface LevelProgressProps {
  readonly level: number;
  readonly experience: number;
}

/** How far it is to the next level. */
export function LevelProgress({ level, experience }: LevelProgressProps) {
  const [from, to] = [experienceOfLevel(level), experienceOfLevel(level + 1)];
  const share = Math.min(1, (experience - from) / (to - from));
  return (
    <div>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="font-semibold text-ink text-sm">Level {level}</p>
        <p className="text-muted text-xs tabular-nums">
          {figure(to - experience)} XP to level {level + 1}
        </p>
      </div>
      <div className="mt-2 h-1.5 overflow-hidden rounded-full bg-line" aria-hidden="true">
        <div className="h-full rounded-full bg-accent" style={{ width: `${share * PERCENT}%` }} />
      </div>
    </div>
  );
}
