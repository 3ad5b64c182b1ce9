import { LoaderCircle } from "lucide-react";
import type { LiveGame } from "#domain/features/spectator/contract.ts";
import { STATUS_NAMES } from "#web/features/spectator/messages.ts";
import { Badge } from "#web/ui/badge.tsx";

const TONES = { waiting: "warn", active: "gain", finishing: "accent" } as const;

const isLive = (status: string): status is LiveGame["status"] => status in TONES;

/** How far a game is; grey for anything but a game that is live. */
export function StatusBadge({ status }: { status: string }) {
  if (!isLive(status)) return <Badge>{status}</Badge>;
  return (
    <Badge tone={TONES[status]}>
      {status === "active" && <LoaderCircle className="size-3.5 animate-spin" aria-hidden="true" />}
      {STATUS_NAMES[status]}
    </Badge>
  );
}
