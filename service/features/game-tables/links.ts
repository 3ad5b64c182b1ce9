import type { TableChain, TakenLink } from "#domain/features/game-tables/chain.ts";
import { invariant } from "#domain/kernel/invariant.ts";
import type { CommandSecrets } from "#service/event-store/append/secrets.ts";
import type { LogView } from "#service/event-store/commands/submission.ts";

/** Opens links of hash chains during a decision. */
interface LinkSource {
  /** Link `index` of the chain with this terminal, as hex. */
  link(terminal: string, index: number): string;
}

const isLinkSource = (secrets: CommandSecrets): secrets is CommandSecrets & LinkSource => "link" in secrets;

/** The chain link of an open round, in hex. Opened only inside the decision that reveals it. */
export function openedLink(
  view: Pick<LogView, "secrets">,
  chain: TableChain | null,
  taken: TakenLink,
): string {
  const { secrets } = view;
  invariant(isLinkSource(secrets), "links are opened while a command is decided");
  invariant(chain !== null && chain.number === taken.chain, "an open round has its link of the chain in use");
  return secrets.link(chain.terminal, taken.link);
}
