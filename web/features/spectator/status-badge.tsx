import { LoaderCircle } from "lucide-react";
import type { LiveGame } from "#domain/features/spectator/contract.ts";
import { Badge } from "#web/ui/badge.tsx";

const TONES = { waiting: "warn", active: "gain", finishing: "accent" } as const;

/** How far a live game is; grey without a status, for a game that is over. */
export function StatusBadge({ status, label }: { status: LiveGame["status"] | null; label: string }) {
  if (status === null) return <Badge>{label}</Badge>;
  return (
    <Badge tone={TONES[status]}>
      {status === "active" && <LoaderCircle className="size-3.5 animate-spin" aria-hidden="true" />}
      {label}
    </Badge>
  );
}
