import type { JackpotProof } from "#domain/features/game-rounds/proof.ts";
import { RoundProofView } from "#web/features/game-rounds/round-proof.tsx";
import { loadCheck } from "#web/features/jackpots/load-check.ts";
import { cx } from "#web/lib/cx.ts";
import { TitledCard } from "#web/ui/card.tsx";
import { Hash } from "#web/ui/facts.tsx";
import { RecordTable } from "#web/ui/lists/record-table.tsx";

const TEXTS = {
  players: {
    title: "Entries",
    how: "SHA-256 over the entries' lines: player, client seed and stake. Tickets are consecutive, and the last entry was in the ledger before the beacon was out.",
  },
  result: {
    title: "Digest and ticket",
    how: "HMAC-SHA-256 of rt1|jackpot|round|beacon round|beacon|entries|n, keyed by the link. The first 64 bits below the largest multiple of the pot, modulo the pot, are the ticket.",
  },
  payouts: {
    title: "Pay-outs",
    how: "The winner gets the pot less the edge; the creator gets a share of the edge, with fractions carried over.",
  },
} as const;

function headlineOf({ status, ticket, pot, payout, winnerSeq, reason, currency }: JackpotProof): string {
  if (status === "settled") return `Ticket ${ticket} of ${pot}: entry ${winnerSeq} won ${payout} ${currency}`;
  if (status === "void")
    return reason === "alone"
      ? "Void: nobody else joined in time"
      : "Void: the beacon did not come for a day";
  return status === "locked" ? "Waiting for the beacon" : "Taking entries";
}

const COLUMNS = [
  { title: "Entry", className: "pr-3" },
  { title: "Tickets", className: "pr-3" },
  { title: "Stake", className: "text-right!" },
];

/** The entries with their tickets, and the lines that are hashed. */
function Entries({ participants, winnerSeq }: JackpotProof) {
  return (
    <TitledCard
      id="entries"
      title="Entries"
      description="One ticket per 0.01, from the first number up to but not including the second."
    >
      <RecordTable caption="Entries in their order" columns={COLUMNS} isStale={false}>
        {participants.map(({ seq, from, to, stake, line }) => (
          <tr
            key={seq}
            className={cx("border-line border-t *:py-2 *:align-top", seq === winnerSeq && "text-gain")}
          >
            <td className="pr-3 text-sm">
              {seq}
              {seq === winnerSeq && <span className="block text-xs">Won</span>}
            </td>
            <td className="pr-3 text-sm">
              <span className="tabular-nums">
                {from} to {to}
              </span>
              <Hash className="block text-faint">{line}</Hash>
            </td>
            <td className="text-right text-sm tabular-nums">{stake}</td>
          </tr>
        ))}
      </RecordTable>
    </TitledCard>
  );
}

/** The proof of a jackpot. */
export default function JackpotProofView({ proof }: { proof: JackpotProof }) {
  return (
    <RoundProofView proof={proof} headline={headlineOf(proof)} texts={TEXTS} load={loadCheck}>
      <Entries {...proof} />
    </RoundProofView>
  );
}
