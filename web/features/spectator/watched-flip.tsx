import { ShieldCheck } from "lucide-react";
import { useEffect, useState } from "react";
import { Link } from "wouter";
import type { FlipProof } from "#domain/features/seed-pairs/contract.ts";
import { typeName } from "#web/features/spectator/messages.ts";
import { StatusBadge } from "#web/features/spectator/status-badge.tsx";
import { cx } from "#web/lib/cx.ts";
import { prefersReducedMotion } from "#web/lib/effects/reduced-motion.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { Card, CardHeader } from "#web/ui/card.tsx";
import { Coin, FLIGHT_MS } from "#web/ui/coin/coin.tsx";

/** Whether the coin is still in the air for a viewer of a just-decided flip. */
export function useInAir(settledAt: string | null): boolean {
  const [down, setDown] = useState<string | null>(null);
  const leftMs = settledAt === null ? 0 : Math.min(Date.parse(settledAt) + FLIGHT_MS - Date.now(), FLIGHT_MS);
  const isUp = leftMs > 0 && down !== settledAt && !prefersReducedMotion();
  useEffect(() => {
    if (!isUp) return;
    const timer = setTimeout(() => setDown(settledAt), leftMs);
    return () => clearTimeout(timer);
  }, [isUp, settledAt, leftMs]);
  return isUp;
}

/** A coinflip by a player's rules: decided at once, and shown as it falls. */
export function WatchedFlip({ proof, isInAir }: { proof: FlipProof; isInAir: boolean }) {
  const { result, won, id, gameType } = proof;
  return (
    <Card aria-label="Selected game" className="min-h-108">
      <CardHeader
        title={typeName(gameType)}
        actions={
          <StatusBadge status={isInAir ? "active" : null} label={isInAir ? "In the air" : "Finished"} />
        }
      />
      <div className="grid grid-cols-1 gap-5">
        <div className="flex justify-center py-3">
          <Coin
            state={isInAir ? { phase: "flipping", face: result } : { phase: "result", face: result }}
            className="size-28 sm:size-36"
          />
        </div>
        <div role="status" className="min-h-14 text-center">
          {!isInAir && (
            <>
              <p className={cx("font-bold text-lg", result === "rbx" ? "text-rbx" : "text-tix")}>
                The coin landed on {result.toUpperCase()}
              </p>
              <p className="text-muted text-sm">{won ? "The player wins." : "The house wins."}</p>
            </>
          )}
        </div>
        <Link href={`/games/${id}`} className={buttonClass({ size: "sm" })}>
          <ShieldCheck className="size-4" aria-hidden="true" />
          See how it is decided
        </Link>
      </div>
    </Card>
  );
}
