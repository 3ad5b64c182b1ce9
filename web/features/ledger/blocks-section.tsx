import { useMutation, useQueryClient } from "@tanstack/react-query";
import { BadgeCheck, Blocks, ShieldCheck } from "lucide-react";
import type { Head } from "#domain/features/ledger/contract.ts";
import type { BlocksCheck } from "#web/features/ledger/check-blocks.ts";
import { BLOCKS_PER_PAGE, blocksQuery, keysQuery } from "#web/features/ledger/queries.ts";
import { errorText } from "#web/lib/api/api.ts";
import { useSteadyQuery } from "#web/lib/api/use-steady-query.ts";
import { dateAndTime, shortHash } from "#web/lib/format.ts";
import { usePages } from "#web/lib/pages.ts";
import { webCrypto } from "#web/lib/web-crypto.ts";
import { ActionButton } from "#web/ui/action-button.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { TitledCard } from "#web/ui/card.tsx";
import { CopyButton } from "#web/ui/copy-button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Pager } from "#web/ui/lists/pager.tsx";
import { RecordTable } from "#web/ui/lists/record-table.tsx";
import { TableSkeleton } from "#web/ui/lists/table-skeleton.tsx";
import { LoadError } from "#web/ui/load-error.tsx";
import { Notice } from "#web/ui/notice.tsx";

interface BlocksOfPage {
  readonly cursor: string | undefined;
  readonly blocks: readonly Head[];
}

function useBlocksCheck() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ blocks }: BlocksOfPage): Promise<BlocksCheck> => {
      const [{ keys }, { checkBlocks }] = await Promise.all([
        queryClient.ensureQueryData(keysQuery),
        import("#web/features/ledger/check-blocks.ts"),
      ]);
      return checkBlocks(blocks, { ...webCrypto, keys });
    },
  });
}

function Verdict({ check }: { check: BlocksCheck }) {
  if (!check.ok) {
    return (
      <Notice tone="bad" role="alert" title="The chain is broken" className="mb-4">
        {check.problem}
      </Notice>
    );
  }
  return (
    <Notice tone="good" role="status" title="Verified in this browser" className="mb-4">
      Blocks {check.oldest} to {check.newest}: every hash recomputed, every block follows the one before it,{" "}
      {check.signatures === 1 ? "1 signature is valid" : `${check.signatures} signatures are valid`}.
    </Notice>
  );
}

function BlockRow({ block }: { block: Head }) {
  const { number, from, to, hash, signed } = block;
  return (
    <tr className="border-line border-t *:py-2 *:align-middle first:border-t-0">
      <th scope="row" className="pr-3 text-left font-semibold text-ink text-sm sm:pr-4">
        {number}
      </th>
      <td className="whitespace-nowrap pr-3 text-muted text-sm sm:pr-4">
        {from === to ? from : `${from} – ${to}`}
      </td>
      <td className="pr-3 sm:pr-4">
        <span className="inline-flex min-h-9 items-center">
          <code title={hash} className="whitespace-nowrap font-mono text-[0.8125rem] text-ink">
            {shortHash(hash)}
          </code>
          <span className="hidden sm:inline">
            <CopyButton text={hash} what={`hash of block ${number}`} />
          </span>
        </span>
      </td>
      <td className="text-right sm:text-left">
        {signed ? (
          <span className="inline-flex flex-wrap items-center gap-x-2">
            <Badge tone="gain">
              <BadgeCheck className="size-3.5 sm:hidden" aria-hidden="true" />
              <span className="sr-only sm:not-sr-only">Signed</span>
            </Badge>
            <span className="hidden text-faint text-xs lg:inline">
              {signed.keyId}, {dateAndTime(signed.at)}
            </span>
          </span>
        ) : (
          <span className="text-faint text-xs">
            <span className="sr-only">Not signed itself</span>
            <span aria-hidden="true">–</span>
          </span>
        )}
      </td>
    </tr>
  );
}

const COLUMNS = [
  "Block",
  "Positions",
  "Hash",
  { title: <span className="sr-only sm:not-sr-only">Signature</span> },
];

function BlockTable({ blocks, isStale }: { blocks: readonly Head[]; isStale: boolean }) {
  return (
    <RecordTable caption="Blocks of the ledger, newest first" columns={COLUMNS} isStale={isStale}>
      {blocks.map((block) => (
        <BlockRow key={block.number} block={block} />
      ))}
    </RecordTable>
  );
}

interface VerifyButtonProps {
  readonly isPending: boolean;
  readonly onVerify: () => void;
}

function VerifyButton({ isPending, onVerify }: VerifyButtonProps) {
  return (
    <ActionButton size="sm" isUnavailable={isPending} onClick={onVerify}>
      <ShieldCheck className="size-4" aria-hidden="true" />
      {isPending ? (
        "Verifying..."
      ) : (
        <span>
          Verify <span className="sr-only sm:not-sr-only sm:whitespace-nowrap">these blocks</span>
        </span>
      )}
    </ActionButton>
  );
}

function CheckResult({ check }: { check: ReturnType<typeof useBlocksCheck> }) {
  if (check.data) return <Verdict check={check.data} />;
  if (!check.error) return null;
  return (
    <Notice tone="warn" role="alert" title="Not checked" className="mb-4">
      {errorText(check.error, "The blocks could not be checked.")}
    </Notice>
  );
}

/** The chain of blocks, page by page. */
export function BlocksSection() {
  const pages = usePages("block");
  const { data, error, refetch, isPlaceholderData } = useSteadyQuery(blocksQuery(pages.cursor));
  const check = useBlocksCheck();
  const blocks = data?.items ?? [];
  return (
    <TitledCard
      id="blocks"
      title="Blocks"
      description="Each holds one group of events and the previous block's hash."
      actions={
        blocks.length > 0 && (
          <VerifyButton
            isPending={check.isPending}
            onVerify={() => check.mutate({ cursor: pages.cursor, blocks })}
          />
        )
      }
      className="scroll-mt-20"
    >
      {/* New blocks may have come since, so the verdict names those it is about; on another page it goes. */}
      {check.variables?.cursor === pages.cursor && <CheckResult check={check} />}
      {!data && error && <LoadError error={error} what="The blocks" onRetry={() => void refetch()} />}
      {!data && !error && <TableSkeleton rows={BLOCKS_PER_PAGE} rowClassName="h-13" />}
      {data && blocks.length === 0 && <EmptyState icon={Blocks} text="No block has been written yet." />}
      {blocks.length > 0 && <BlockTable blocks={blocks} isStale={isPlaceholderData} />}
      {data && <Pager of="blocks" pages={pages} older={data.next} isLoading={isPlaceholderData} />}
    </TitledCard>
  );
}
