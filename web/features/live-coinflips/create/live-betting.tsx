import { Plus, Swords, Tv } from "lucide-react";
import { Link } from "wouter";
import type { LiveCoinflip } from "#domain/features/live-coinflips/contract.ts";
import { CREATE } from "#web/features/live-coinflips/messages.ts";
import type { FlipDialogs } from "#web/features/live-coinflips/use-flip-dialogs.tsx";
import { FlipList } from "#web/features/live-coinflips/watch/flip-list.tsx";
import { UnlessSuspended } from "#web/features/roles/suspension.tsx";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";

interface LiveBettingProps {
  readonly flips: readonly LiveCoinflip[] | undefined;
  readonly error: Error | null;
  readonly onRetry: () => void;
  readonly dialogs: Pick<FlipDialogs, "create" | "join">;
}

/** The tab of open coinflips on the page of limiteds. */
export function LiveBetting({ dialogs, ...list }: LiveBettingProps) {
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <nav aria-label="Around coinflips" className="-mx-3 flex flex-wrap">
          <Link href="/spectator" className={buttonClass({ variant: "ghost", size: "sm" })}>
            <Tv className="size-4" aria-hidden="true" />
            Watch live games
          </Link>
          <Link href="/limiteds-coinflip" className={buttonClass({ variant: "ghost", size: "sm" })}>
            <Swords className="size-4" aria-hidden="true" />
            Limiteds coinflip
          </Link>
        </nav>
        <UnlessSuspended>
          <Button variant="primary" onClick={() => dialogs.create({})} className="w-full sm:w-auto">
            <Plus className="size-4" aria-hidden="true" />
            {CREATE}
          </Button>
        </UnlessSuspended>
      </div>
      <Card aria-label="Open coinflips">
        <FlipList {...list} onJoin={dialogs.join} />
      </Card>
    </div>
  );
}
