import { useQuery } from "@tanstack/react-query";
import { playerQuery } from "#web/features/audit/queries.ts";
import { ReasonedActDialog } from "#web/features/roles/reasoned-act-dialog.tsx";
import { useAddressDialog } from "#web/lib/address.ts";
import { sendReason } from "#web/lib/api/commands/send.ts";
import { useUser } from "#web/lib/api/session.ts";
import { dollars, readMoney } from "#web/lib/format.ts";
import { Button } from "#web/ui/button.tsx";
import { TitledCard } from "#web/ui/card.tsx";

const DIALOG = "write-off-dollars";

/** A player's dollar debt, and its write-off by two admins. Absent without a debt. */
export default function DebtSection({ playerId }: { playerId: string }) {
  const { data } = useQuery(playerQuery(playerId));
  const { id: own } = useUser();
  const dialog = useAddressDialog();
  const owed = data?.standing.owes.find(({ asset }) => asset === "USD")?.amount;
  if (!data || owed === undefined) return null;
  const { username } = data;
  const sum = dollars(readMoney(String(owed)));
  return (
    <TitledCard
      id="dollar-debt"
      title="Debt in dollars"
      description="From reversed payments. Any dollars this player receives pay it off first; until then nothing is paid out."
    >
      <p className="mb-4">
        {username} owes <strong className="tabular-nums">{sum}</strong>.
      </p>
      {own === playerId ? (
        <p className="text-muted text-sm">Another admin has to decide on your own debt.</p>
      ) : (
        <Button size="sm" variant="destructive" onClick={() => dialog.open(DIALOG, playerId)}>
          Write off
        </Button>
      )}
      {dialog.act === DIALOG && dialog.on === playerId && own !== playerId && (
        <ReasonedActDialog
          name={`${DIALOG}-${playerId}`}
          title={`Write off what ${username} owes in dollars`}
          description={`${sum} at the house's cost. If the money comes in after all, the house is repaid first.`}
          hint="It is written into the log with your name."
          action="Propose"
          isProposed
          variant="destructive"
          send={sendReason("POST /admin/players/{id}/dollar-debt/write-off", { id: playerId })}
          done={() => `${username} owes nothing in dollars now.`}
          onClose={dialog.close}
        />
      )}
    </TitledCard>
  );
}
