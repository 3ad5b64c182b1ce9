import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { myGamesQuery } from "#web/features/user-games/queries.ts";
import { bothExactly, money, readMoney } from "#web/lib/format.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { Card, CardHeader } from "#web/ui/card.tsx";
import { Term } from "#web/ui/proofs/term.tsx";
import { Unloaded } from "#web/ui/unloaded.tsx";

/** What a game earned its creator, on the game's own page. */
export function OwnEarnings({ gameId }: { gameId: string }) {
  const { data, error, refetch } = useQuery(myGamesQuery);
  const game = data?.find(({ id }) => id === gameId);
  return (
    <Card>
      <CardHeader
        title="Your Earnings"
        actions={
          <Link href="/user-games?tab=mine" className={buttonClass({ size: "sm" })}>
            Claim
          </Link>
        }
      />
      {!data && <Unloaded {...{ error, refetch }} what="Your earnings" rows={2} className="h-8" />}
      {game && (
        <dl className="divide-y divide-line text-sm">
          <Term label="Total earned">
            <span className="text-gain">{money(readMoney(game.earnings))}</span>
          </Term>
          <Term label="Unclaimed">
            {bothExactly(readMoney(game.unclaimed.rbx), readMoney(game.unclaimed.tix))}
          </Term>
        </dl>
      )}
    </Card>
  );
}
