import { useState } from "react";
import type { FlipProof } from "#domain/features/seed-pairs/contract.ts";
import { snippetsFor } from "#web/features/proofs/snippets.ts";
import { TitledCard } from "#web/ui/card.tsx";
import { CodeBlock } from "#web/ui/proofs/code-block.tsx";
import { Tabs } from "#web/ui/tabs.tsx";

/** Commands that make the same check without this site; absent while there is nothing to check. */
export function SnippetsCard({ proof }: { proof: FlipProof }) {
  const [tool, setTool] = useState("node");
  const snippets = snippetsFor(proof);
  if (!snippets) return null;
  return (
    <TitledCard
      id="yourself"
      title="Verify it yourself"
      description="The same steps in a terminal, without this site or its code."
    >
      <Tabs
        label="Tool"
        value={tool}
        onChange={setTool}
        tabs={[
          {
            value: "node",
            label: "Node.js",
            content: <CodeBlock label="Node.js 16 or newer" code={snippets.node} />,
          },
          {
            value: "shell",
            label: "OpenSSL",
            content: <CodeBlock label="A shell with OpenSSL" code={snippets.shell} />,
          },
        ]}
      />
    </TitledCard>
  );
}
