import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { projectionsQuery } from "#web/features/system/queries.ts";
import { dateAndTime } from "#web/lib/format.ts";
import { LINKED } from "#web/ui/button.tsx";
import { TitledCard } from "#web/ui/card.tsx";
import { Fact, Facts, Hash } from "#web/ui/facts.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

/** The newest head that was signed. */
export function HeadCard() {
  const { data, error } = useQuery(projectionsQuery);
  if (!data && error) return null;
  const head = data?.signedHead;
  return (
    <TitledCard
      id="signed"
      title="Signed head"
      description="A copy stored elsewhere shows whether anything before it was changed."
    >
      {data && data.headsTrouble !== null && (
        <Notice tone="bad" title="Signed heads are not kept" className="mb-4">
          {data.headsTrouble}
        </Notice>
      )}
      {!data && <Skeleton className="h-106 sm:h-88 md:h-59" />}
      {data && !head?.signed && <p className="text-muted text-sm">No head has been signed yet.</p>}
      {head?.signed && (
        <Facts>
          <Fact label="Block" note={`Positions ${head.from} to ${head.to} of ${data?.position}`}>
            {head.number}
          </Fact>
          <Fact label="Signed" note={`by key ${head.signed.keyId}`}>
            {dateAndTime(head.signed.at)}
          </Fact>
          <Fact label="Hash" copy={head.hash}>
            <Hash>{head.hash}</Hash>
          </Fact>
          <Fact label="Signature" copy={head.signed.signature}>
            <Hash>{head.signed.signature}</Hash>
          </Fact>
        </Facts>
      )}
      <p className="mt-4 text-muted text-sm">
        <Link href="/ledger" className={`tap ${LINKED}`}>
          All heads, and their check in this browser
        </Link>
      </p>
    </TitledCard>
  );
}
