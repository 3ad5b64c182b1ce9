import type { UseQueryResult } from "@tanstack/react-query";
import { CircleAlert, RotateCw } from "lucide-react";
import { ApiError, errorText } from "#web/lib/api/api.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";

interface LoadErrorProps {
  readonly error: unknown;
  readonly onRetry: () => void;
  /** What could not be loaded, as the beginning of a sentence. */
  readonly what?: string;
}

/** Takes the place of figures that could not be loaded. */
export function LoadError({ error, onRetry, what = "This" }: LoadErrorProps) {
  const requestId = error instanceof ApiError ? error.problem?.requestId : undefined;
  return (
    <div role="alert" className="flex flex-col items-center gap-3 px-4 py-6 text-center">
      <CircleAlert className="size-6 text-loss" aria-hidden="true" />
      <div className="space-y-1">
        <p className="font-semibold text-ink text-sm">{what} could not be loaded.</p>
        <p className="text-muted text-sm">{errorText(error, "Please try again.")}</p>
        {requestId && <p className="text-faint text-xs">Request id {requestId}</p>}
      </div>
      <Button size="sm" onClick={onRetry}>
        <RotateCw className="size-4" aria-hidden="true" />
        Try again
      </Button>
    </div>
  );
}

interface LoadErrorCardProps extends Pick<UseQueryResult, "error" | "refetch"> {
  readonly what: string;
}

/** Takes the place of a card that could not be loaded. */
export const LoadErrorCard = ({ error, refetch, what }: LoadErrorCardProps) => (
  <Card>
    <LoadError error={error} what={what} onRetry={() => void refetch()} />
  </Card>
);
