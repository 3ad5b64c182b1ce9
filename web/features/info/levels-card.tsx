import type { CurrentUser } from "#domain/features/players/contract.ts";
import {
  experienceOfLevel,
  gameExperience,
  XP_BASE,
  XP_DAY_MAX,
  XP_STAKE_MAX,
} from "#domain/features/players/level.ts";
import { minor } from "#domain/kernel/money.ts";
import { FigureTable } from "#web/features/info/figure-table.tsx";
import { money } from "#web/lib/format.ts";
import { useSession } from "#web/lib/session.ts";
import { Card, CardHeader } from "#web/ui/card.tsx";

const SAMPLE_LEVELS = [2, 3, 5, 10, 15, 20, 25, 30, 40, 50] as const;
const SAMPLE_STAKES = ["1.00", "10.00", "25.00", "100.00", "225.00", "400.00"].map(minor);
const PERCENT = 100;

const figure = (amount: number): string => amount.toLocaleString("en-GB");

function OwnLevel({ user }: { user: CurrentUser }) {
  const from = experienceOfLevel(user.level);
  const to = experienceOfLevel(user.level + 1);
  const share = Math.min(1, (user.experience - from) / (to - from));
  return (
    <div className="mb-6 rounded-control border border-line bg-sunken p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="font-semibold text-ink">You are level {user.level}</p>
        <p className="text-muted text-sm">
          {figure(to - user.experience)} XP to level {user.level + 1}
        </p>
      </div>
      <div className="mt-3 h-2 overflow-hidden rounded-full bg-line" aria-hidden="true">
        <div className="h-full rounded-full bg-accent" style={{ width: `${share * PERCENT}%` }} />
      </div>
      <p className="mt-2 text-faint text-xs">{figure(user.experience)} XP so far</p>
    </div>
  );
}

/** How experience is earned and what each level takes. */
export function LevelsCard() {
  const session = useSession();
  return (
    <Card aria-labelledby="levels">
      <CardHeader
        id="levels"
        title="Levels and experience"
        description={`Every settled game gives ${XP_BASE} XP and the square root of its stake on top, ${XP_STAKE_MAX} at most. A win and a loss count the same; a UTC day gives ${figure(XP_DAY_MAX)} XP at most.`}
      />
      {session.status === "signed-in" && <OwnLevel user={session.user} />}
      <div className="grid gap-x-10 gap-y-8 md:grid-cols-2">
        <div>
          <FigureTable
            caption="Experience by stake"
            head={["Stake", "XP of one game"]}
            rows={SAMPLE_STAKES.map((stake, index) => [
              `${money(stake)}${index === SAMPLE_STAKES.length - 1 ? " and more" : ""}`,
              gameExperience(stake),
            ])}
          />
          <p className="mt-3 text-faint text-xs">A stake in TIX counts like one in RBX.</p>
        </div>
        <FigureTable
          caption="Experience by level"
          head={["Level", "XP in all", "Days at least"]}
          rows={SAMPLE_LEVELS.map((level) => [
            level,
            figure(experienceOfLevel(level)),
            figure(Math.ceil(experienceOfLevel(level) / XP_DAY_MAX)),
          ])}
        />
      </div>
    </Card>
  );
}
