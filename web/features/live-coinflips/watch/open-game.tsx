import { useQuery } from "@tanstack/react-query";
import type { LiveCoinflip } from "#domain/features/live-coinflips/contract.ts";
import { FAIR_NOTE } from "#web/features/live-coinflips/messages.ts";
import { flipQuery } from "#web/features/live-coinflips/queries.ts";
import { FlipCard } from "#web/features/live-coinflips/watch/flip-card.tsx";
import { useSession } from "#web/lib/api/session.ts";
import { useNow } from "#web/lib/page/use-now.ts";
import { TitledCard } from "#web/ui/card.tsx";
import { Unloaded } from "#web/ui/unloaded.tsx";

const TICK_MS = 1000;

/** An open coinflip on the page of its link: what is staked, and the way in. */
export function OpenGame({ id, onJoin }: { id: string; onJoin: (flip: LiveCoinflip) => void }) {
  const { data, error, refetch } = useQuery(flipQuery(id));
  const session = useSession();
  const now = useNow(TICK_MS);
  return (
    <TitledCard id="open-game" title="This game is open" description={`${FAIR_NOTE}.`}>
      {!data && <Unloaded {...{ error, refetch }} what="This game" rows={1} className="h-16" />}
      {data && (
        <ul aria-label="Open game" className="@container">
          <FlipCard
            flip={data}
            playerId={session.status === "signed-in" ? session.user.id : null}
            now={now}
            onJoin={() => onJoin(data)}
            onCancelled={() => undefined}
          />
        </ul>
      )}
    </TitledCard>
  );
}
