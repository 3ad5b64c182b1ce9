import { Suspense } from "react";
import {
  experienceOfLevel,
  gameExperience,
  XP_BASE,
  XP_DAY_MAX,
  XP_STAKE_MAX,
} from "#domain/features/players/level.ts";
import { minor } from "#domain/kernel/money.ts";
import { LEVEL_SHOWN_MIN } from "#domain/player/level-shown.ts";
import { FigureTable } from "#web/features/info/figure-table.tsx";
import { LevelProgress } from "#web/features/players/level-progress.tsx";
import { levelOpenings } from "#web/layout/slots/level-openings.ts";
import { Parts } from "#web/layout/slots/parts.tsx";
import { useSession } from "#web/lib/api/session.ts";
import { figure, ruleMoney } from "#web/lib/format.ts";
import { useParts } from "#web/lib/site.ts";
import { TitledCard } from "#web/ui/card.tsx";

const SAMPLE_LEVELS = [2, 3, 5, 10, 15, 20, 25, 30, 40, 50] as const;
const SAMPLE_STAKES = ["1.00", "10.00", "25.00", "100.00", "225.00", "400.00"].map(minor);

/** How experience is earned and what each level takes. */
export function LevelsCard() {
  const session = useSession();
  const openings = useParts(levelOpenings);
  return (
    <TitledCard
      id="levels"
      title="Levels and experience"
      description={`Every settled game gives ${XP_BASE} XP plus the square root of its stake, at most ${XP_STAKE_MAX}. Wins and losses count the same. A UTC day gives at most ${figure(XP_DAY_MAX)} XP.`}
    >
      {session.status === "signed-in" && (
        <div className="mb-6 rounded-control border border-line bg-sunken p-4">
          <LevelProgress {...session.user} />
          <ul className="mt-4 space-y-1 text-muted text-sm">
            <Suspense fallback={null}>
              <Parts of={openings} />
            </Suspense>
            <li>From level {LEVEL_SHOWN_MIN} on your level stands beside your name.</li>
          </ul>
        </div>
      )}
      <div className="grid gap-x-10 gap-y-8 md:grid-cols-2">
        <div>
          <FigureTable
            caption="Experience by stake"
            head={["Stake", "XP of one game"]}
            rows={SAMPLE_STAKES.map((stake, index) => [
              `${ruleMoney(stake)}${index === SAMPLE_STAKES.length - 1 ? " and more" : ""}`,
              gameExperience(stake),
            ])}
          />
          <p className="mt-3 text-faint text-xs">A stake in TIX counts like one in RBX.</p>
        </div>
        <FigureTable
          caption="Experience by level"
          head={["Level", "Total XP", "Minimum days"]}
          rows={SAMPLE_LEVELS.map((level) => [
            level,
            figure(experienceOfLevel(level)),
            figure(Math.ceil(experienceOfLevel(level) / XP_DAY_MAX)),
          ])}
        />
      </div>
    </TitledCard>
  );
}
