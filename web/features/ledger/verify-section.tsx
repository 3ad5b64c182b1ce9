import { useQuery } from "@tanstack/react-query";
import { FileCheck2, Upload } from "lucide-react";
import { useId } from "react";
import { keysQuery } from "#web/features/ledger/queries.ts";
import { ReceiptVerdict } from "#web/features/ledger/receipt-verdict.tsx";
import { useReceiptCheck } from "#web/features/ledger/use-receipt.ts";
import { errorText } from "#web/lib/api/api.ts";
import { TitledCard } from "#web/ui/card.tsx";
import { Fact, Facts, Hash } from "#web/ui/facts.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { CodeBlock } from "#web/ui/proofs/code-block.tsx";
import { Unloaded } from "#web/ui/unloaded.tsx";

/** No receipt comes near this size. */
const FILE_BYTES_MAX = 1_000_000;

const FILE_TOO_LARGE = "This file is too large to be a receipt.";
const FILE_NOT_JSON = "This file is not a receipt: it is not JSON.";

/** Reads JSON from a file someone chose. @throws Error with a sentence for people */
async function readReceiptFile(file: File): Promise<unknown> {
  if (file.size > FILE_BYTES_MAX) throw new Error(FILE_TOO_LARGE);
  const text = await file.text();
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(FILE_NOT_JSON);
  }
}

const VERIFY_COMMANDS = [
  "# the whole log: hashes, balances, and every draw that was revealed",
  "npm run verify",
  "# the same, against heads and keys that were kept elsewhere",
  "npm run verify -- --heads heads.jsonl --keys keys.json",
  "# one receipt, offline",
  "npm run verify -- --receipt florin-receipt.json --keys keys.json",
  "# an exported log, without the database",
  "npm run verify -- --log log.ndjson --heads heads.jsonl --keys keys.json",
].join("\n");

function FileCard() {
  const id = useId();
  const check = useReceiptCheck(readReceiptFile);
  return (
    <TitledCard
      id="file"
      title="Verify a receipt"
      description="Choose a receipt you kept. The file stays in this browser; nothing is uploaded."
    >
      <div className="relative mb-4 flex flex-col items-center gap-2 rounded-control border border-field border-dashed bg-sunken px-4 py-8 text-center transition-colors focus-within:border-accent hover:border-faint">
        <Upload className="size-6 text-muted" aria-hidden="true" />
        <label htmlFor={id} className="font-semibold text-ink text-sm">
          {check.isPending ? "Verifying..." : "Choose a receipt file"}
        </label>
        <p className="text-faint text-xs">florin-receipt-….json, or drop it here</p>
        <input
          id={id}
          type="file"
          accept="application/json,.json"
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            if (file) check.mutate(file);
            // Lets the same file be chosen again.
            event.target.value = "";
          }}
          className="absolute inset-0 cursor-pointer opacity-0"
        />
      </div>
      {check.data && <ReceiptVerdict check={check.data} />}
      {check.error && (
        <Notice tone="warn" role="alert" title="Not checked">
          {errorText(check.error, "The receipt could not be checked.")}
        </Notice>
      )}
    </TitledCard>
  );
}

function Keys() {
  const { data, error, refetch } = useQuery(keysQuery);
  if (!data) return <Unloaded {...{ error, refetch }} what="The keys" rows={1} className="h-14" />;
  return (
    <Facts className="-mt-1 -mb-3">
      {data.keys.map(({ keyId, algorithm, publicKey }) => (
        <Fact key={keyId} label={keyId} note={`${algorithm}, base64`} copy={publicKey}>
          <Hash>{publicKey}</Hash>
        </Fact>
      ))}
    </Facts>
  );
}

/** The means to check the ledger: a receipt, the keys, and the program that checks all of it. */
export function VerifySection() {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2 lg:gap-6">
      <FileCard />
      <div className="grid gap-4 lg:gap-6">
        <TitledCard
          id="keys"
          title="Signing keys"
          description="Note them down today: a receipt is only as good as a key you recorded independently."
        >
          <Keys />
        </TitledCard>
        <TitledCard
          id="how"
          title="Verify everything"
          description="Anyone with a copy of the database can recompute every hash and every balance from the first entry, and learns the first position that is wrong."
        >
          <CodeBlock label="In the project's folder" code={VERIFY_COMMANDS} />
          <p className="mt-4 flex gap-2 text-muted text-sm">
            <FileCheck2 className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
            Signed heads stored elsewhere reveal a truncated or rewritten log.
          </p>
        </TitledCard>
      </div>
    </div>
  );
}
