import type { RecordedEvent } from "#domain/kernel/events/event.ts";
import type { Receipt } from "#domain/ledger/proof.ts";
import type { CheckedReceipt } from "#web/features/ledger/check-receipt.ts";
import { useItemNames } from "#web/features/ledger/item-names.ts";
import { accountLabel, assetLabel, eventLabel, postingText } from "#web/features/ledger/labels.ts";
import { useSession } from "#web/lib/api/session.ts";
import { cx } from "#web/lib/cx.ts";
import { dateAndTime } from "#web/lib/format.ts";
import { Fact, Facts, Hash } from "#web/ui/facts.tsx";
import { Notice } from "#web/ui/notice.tsx";

function Postings({ postings }: Pick<RecordedEvent, "postings">) {
  const session = useSession();
  const names = useItemNames(postings.map(({ asset }) => asset));
  const playerId = session.status === "signed-in" ? session.user.id : null;
  if (postings.length === 0) return <>Nothing: it moves no value.</>;
  return (
    <ul className="space-y-1">
      {postings.map(({ account, asset, delta }, leg) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the legs of an event never change
        <li key={leg} className="flex flex-wrap justify-between gap-x-4">
          <span>{accountLabel(account, playerId)}</span>
          <span className={cx("font-semibold", delta > 0n ? "text-gain" : "text-loss")}>
            {postingText(asset, delta)} {assetLabel(asset, names)}
          </span>
        </li>
      ))}
    </ul>
  );
}

function placeNote({ number, from, to }: Receipt["block"]): string {
  return from === to ? `Block ${number} holds it alone` : `Block ${number} holds positions ${from} to ${to}`;
}

function Proven({ event, receipt }: { event: RecordedEvent; receipt: Receipt }) {
  const { block, head } = receipt;
  const recordedAt = new Date(event.recordedAt).toISOString();
  return (
    <Facts className="-mb-3">
      <Fact label="Event">{eventLabel(event.type)}</Fact>
      <Fact label="Recorded">
        <time dateTime={recordedAt}>{dateAndTime(recordedAt)}</time>
      </Fact>
      <Fact label="Place" note={placeNote(block)}>
        Position {event.position}
      </Fact>
      <Fact label="What it moved">
        <Postings postings={event.postings} />
      </Fact>
      <Fact label="Head" note={`Signed ${dateAndTime(head.at)} with the key ${head.keyId}`}>
        <Hash>{head.hash}</Hash>
      </Fact>
    </Facts>
  );
}

/** What a checked receipt proves, or why it proves nothing. */
export function ReceiptVerdict({ check }: { check: CheckedReceipt }) {
  if (!check.ok) {
    return (
      <Notice tone="bad" role="alert" title="This receipt proves nothing">
        {check.problem}
      </Notice>
    );
  }
  return (
    <div className="space-y-3">
      <Notice tone="good" role="status" title="Verified in this browser">
        The event's bytes lead to its block, the block to a head of the ledger, and the head carries a valid
        signature.
      </Notice>
      <Proven {...check} />
    </div>
  );
}
