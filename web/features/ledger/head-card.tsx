import { useQuery } from "@tanstack/react-query";
import { blocksQuery } from "#web/features/ledger/queries.ts";
import { dateAndTime } from "#web/lib/format.ts";
import { Card, CardHeader } from "#web/ui/card.tsx";
import { Fact, Facts, Hash } from "#web/ui/facts.tsx";
import { LoadError } from "#web/ui/load-error.tsx";
import { SkeletonRows } from "#web/ui/skeleton.tsx";

function HeadFacts() {
  const { data, error, refetch } = useQuery(blocksQuery(undefined));
  if (!data && error) return <LoadError error={error} what="The head" onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={3} className="h-11" />;
  const [head] = data.items;
  if (!head) return <p className="text-muted text-sm">The ledger is empty so far.</p>;
  const signed = data.items.find((block) => block.signed);
  return (
    <Facts className="-my-3">
      <Fact label="Position">{head.to}</Fact>
      <Fact label="Block">{head.number}</Fact>
      <Fact label="Hash" copy={head.hash}>
        <Hash>{head.hash}</Hash>
      </Fact>
      {signed?.signed && (
        <Fact label="Last signed" note={`By the key ${signed.signed.keyId}`}>
          Block {signed.number}, {dateAndTime(signed.signed.at)}
        </Fact>
      )}
    </Facts>
  );
}

/** Where the log stands: the hash under which everything up to here is fixed. */
export function HeadCard() {
  return (
    <Card aria-labelledby="head">
      <CardHeader
        id="head"
        title="Head"
        description="This hash covers every entry there is. Change one byte of any of them, and it is another hash."
      />
      <HeadFacts />
    </Card>
  );
}
