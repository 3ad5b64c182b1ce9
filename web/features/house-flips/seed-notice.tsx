import { useQuery } from "@tanstack/react-query";
import { ShieldCheck, TriangleAlert } from "lucide-react";
import { Link } from "wouter";
import type { Fairness } from "#domain/features/seed-pairs/contract.ts";
import { fairnessQuery } from "#web/features/seed-pairs/client-seed.ts";

/** The origin of the current client seed, in words. */
export function seedSentence({ clientSeedBy, nonce }: Pick<Fairness, "clientSeedBy" | "nonce">): string {
  if (clientSeedBy === "player") return "Your own client seed is part of every flip.";
  if (clientSeedBy === "kept") return "An automatic rotation kept the client seed of this pair.";
  return nonce === 0
    ? "The server chose this client seed; your first flip replaces it."
    : "The server chose the client seed of this pair.";
}

/** Says whose client seed the flips use, and where to change it. */
export function SeedNotice() {
  const { data } = useQuery(fairnessQuery);
  const isOwn = data?.clientSeedBy === "player";
  const Icon = data && !isOwn ? TriangleAlert : ShieldCheck;
  return (
    <div className="-mx-4 -mb-4 mt-4 md:mt-6 grid min-h-14 grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-1 border-line border-t px-4 py-2 text-sm sm:-mx-6 sm:-mb-6 sm:grid-cols-[auto_minmax(0,1fr)_auto] sm:px-6">
      <Icon className={data && !isOwn ? "size-4 text-warn" : "size-4 text-gain"} aria-hidden="true" />
      <p className="text-muted">{data ? seedSentence(data) : "Provably fair, 50/50."}</p>
      <Link
        href="/fairness"
        className="tap col-start-2 justify-self-start rounded-lg py-1 sm:col-start-3 font-medium text-accent underline-offset-4 hover:underline"
      >
        {isOwn || !data ? "Fairness" : "Choose your own"}
      </Link>
    </div>
  );
}
