import type { CrashProof } from "#domain/features/game-rounds/proof.ts";
import { loadCheck } from "#web/features/crash/prove/load-check.ts";
import { RoundProofView } from "#web/features/game-rounds/round-proof.tsx";
import { money, readMoney, times } from "#web/lib/format.ts";
import { TitledCard } from "#web/ui/card.tsx";
import { RecordTable } from "#web/ui/lists/record-table.tsx";

const TEXTS = {
  players: {
    title: "Number and bets",
    how: "SHA-256 of the round's number takes the participants' place: bets do not affect the point.",
  },
  result: {
    title: "Digest and point",
    how: "HMAC-SHA-256 of rt1|crash|round|beacon round|beacon|number|0, keyed by the link. Its first 52 bits r give (1 - edge) / (1 - r / 2^52), rounded down.",
  },
  payouts: {
    title: "Pay-outs",
    how: "Each bet left by the rule named, in ledger order, and not beyond the point. What remains of cap and stakes goes to the creator and the house.",
  },
} as const;

const CAUSES = {
  manual: "by hand",
  auto: "by its target",
  forced: "at the cap",
  interrupted: "when service stopped",
} as const;

const amount = (text: string): string => money(readMoney(text));

function headlineOf({ status, point }: CrashProof): string {
  if (status === "settled" && point !== null) return `Ended at ${times(point)}`;
  if (status === "void") return "Void: the beacon did not come for a day";
  if (status === "running") return "The curve is running";
  return status === "locked" ? "Waiting for the start" : "Taking bets";
}

const COLUMNS = [
  { title: "Bet", className: "pr-3" },
  { title: "Left", className: "pr-3" },
  { title: "Stake", className: "pr-3 text-right!" },
  { title: "Paid", className: "text-right!" },
];

function leftText({ multiplier, cause, autoCashOut }: CrashProof["bets"][number], isOver: boolean): string {
  if (multiplier !== null && cause !== null) return `${times(multiplier)}, ${CAUSES[cause]}`;
  if (!isOver) return "In the round";
  return autoCashOut === null ? "Stayed" : `Stayed; target ${times(autoCashOut)}`;
}

function Bets({ bets, cap, share, returned, currency, endedAt }: CrashProof) {
  return (
    <TitledCard
      id="bets"
      title="Bets"
      description={`The house put ${amount(cap)} ${currency} at risk.${share === null || returned === null ? "" : ` ${amount(share)} went to the creator, ${amount(returned)} back to the house.`}`}
    >
      <RecordTable caption="Bets in their order" columns={COLUMNS} isStale={false}>
        {bets.map((bet) => (
          <tr key={bet.seq} className="border-line border-t text-sm *:py-2 *:align-top">
            <td className="pr-3">{bet.seq}</td>
            <td className="pr-3">{leftText(bet, endedAt !== null)}</td>
            <td className="pr-3 text-right tabular-nums">{amount(bet.betAmount)}</td>
            <td className="text-right tabular-nums">
              {bet.winAmount === null ? "–" : amount(bet.winAmount)}
            </td>
          </tr>
        ))}
      </RecordTable>
    </TitledCard>
  );
}

/** The proof of a crash round. */
export default function CrashProofView({ proof }: { proof: CrashProof }) {
  return (
    <RoundProofView proof={proof} headline={headlineOf(proof)} texts={TEXTS} load={loadCheck}>
      <Bets {...proof} />
    </RoundProofView>
  );
}
