import { FIRST_DOES_NOT_COUNT } from "#domain/features/roles/rules.ts";
import { useUser } from "#web/lib/api/session.ts";
import { useAdminMutation } from "#web/lib/api/use-admin-mutation.ts";
import { countdown } from "#web/lib/format.ts";
import { ActionButton } from "#web/ui/action-button.tsx";
import { Button } from "#web/ui/button.tsx";

const APPROVED_ALREADY = "You approved it: another admin has to approve it too.";

/** A reviewed item, as far as claiming and deciding need it. */
interface UnderReview {
  readonly player: { readonly id: string; readonly username: string };
  readonly claim: {
    readonly by: { readonly id: string; readonly username: string };
    readonly until: string;
  } | null;
  readonly firstApprovedBy?: { readonly id: string } | null;
  readonly secondBar?: { readonly code: string; readonly detail: string } | null;
}

interface ClaimReviewProps {
  readonly item: UnderReview;
  /** What it is called, such as `deposit`. */
  readonly noun: string;
  readonly now: number;
  readonly claim: (body: Record<string, never>) => Promise<unknown>;
  readonly onAct: (act: "approve" | "reject") => void;
  /** Why it cannot be approved yet. */
  readonly wait?: string | null;
}

/** Lets an admin claim what waits for a review, and decide on it. */
export function ClaimReview(props: ClaimReviewProps) {
  const { item, noun, now, onAct, wait = null } = props;
  const user = useUser();
  const { player, claim, firstApprovedBy = null, secondBar = null } = item;
  const { mutate, isPending } = useAdminMutation({
    send: props.claim,
    done: () => `The ${noun} is yours for 15 minutes.`,
  });
  if (player.id === user.id) return <p className="text-muted text-sm">Your own: another admin reviews it.</p>;
  const left = claim === null ? 0 : Date.parse(claim.until) - now;
  const isMine = claim?.by.id === user.id && left > 0;
  if (claim !== null && left > 0 && !isMine) {
    return (
      <p className="text-muted text-sm">
        {claim.by.username} reviews it, <span className="font-semibold text-ink">{countdown(left)}</span> left
      </p>
    );
  }
  const isFirst = firstApprovedBy?.id === user.id;
  if (!isMine && !isFirst && secondBar !== null && !FIRST_DOES_NOT_COUNT.includes(secondBar.code))
    return <p className="text-muted text-sm">{secondBar.detail}</p>;
  if (!isMine && isFirst) return <p className="text-muted text-sm">{APPROVED_ALREADY}</p>;
  if (!isMine) {
    return (
      <ActionButton size="sm" isUnavailable={isPending} onClick={() => mutate({})}>
        {isPending ? "Claiming..." : "Claim"}
        <span className="sr-only">
          {" "}
          the {noun} of {player.username}
        </span>
      </ActionButton>
    );
  }
  const bar = isFirst ? APPROVED_ALREADY : wait;
  return (
    <>
      <p className="text-muted text-sm">
        Yours, <span className="font-semibold text-ink">{countdown(left)}</span> left
      </p>
      <div className="flex flex-wrap gap-2">
        {bar === null ? (
          <Button size="sm" onClick={() => onAct("approve")}>
            Approve
          </Button>
        ) : (
          <p className="basis-full text-muted text-sm">{bar}</p>
        )}
        <Button size="sm" variant="destructive" onClick={() => onAct("reject")}>
          Reject
        </Button>
      </div>
    </>
  );
}
