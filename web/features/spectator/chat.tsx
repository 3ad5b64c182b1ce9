import { useQuery } from "@tanstack/react-query";
import { Coins, Info, Lock, MessageSquare } from "lucide-react";
import type { SpectatorMessage } from "#domain/features/spectator/contract.ts";
import { READ_ONLY } from "#web/features/spectator/messages.ts";
import { spectatorChatQuery } from "#web/features/spectator/queries.ts";
import { timeOfDay, withAmounts } from "#web/lib/format.ts";
import { TitledCard } from "#web/ui/card.tsx";
import { Unloaded } from "#web/ui/unloaded.tsx";

const ICONS = { system: Info, bet: Coins, chat: MessageSquare } as const;
const TINTS = { system: "text-accent", bet: "text-tix", chat: "text-muted" } as const;
const SKELETONS = 2;

function Message({ message }: { message: SpectatorMessage }) {
  const Icon = ICONS[message.type];
  return (
    <li className="flex gap-3 py-2.5">
      <Icon className={`mt-0.5 size-4 shrink-0 ${TINTS[message.type]}`} aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="truncate font-semibold text-ink text-sm">{message.username}</span>
          <time dateTime={message.timestamp} className="text-faint text-xs">
            {timeOfDay(message.timestamp)}
          </time>
        </p>
        <p className="text-muted text-sm [overflow-wrap:anywhere]">
          {message.type === "chat" ? message.message : withAmounts(message.message)}
        </p>
      </div>
    </li>
  );
}

function Messages({ gameId, before }: { gameId: string; before: string | null }) {
  const { data, error, refetch } = useQuery(spectatorChatQuery(gameId));
  if (!data) return <Unloaded {...{ error, refetch }} what="The chat" rows={SKELETONS} className="h-14" />;
  const shown = data.filter(({ timestamp }) => before === null || timestamp < before).toReversed();
  return (
    <ol className="divide-y divide-line">
      {shown.map((message) => (
        <Message key={message.id} message={message} />
      ))}
    </ol>
  );
}

interface ChatProps {
  readonly gameId: string;
  /** Nothing from this instant on is shown, such as the result of a coin that is still in the air. */
  readonly before: string | null;
}

/** What happened in a game, oldest first; nobody can write. */
export function SpectatorChat({ gameId, before }: ChatProps) {
  return (
    <TitledCard id="spectator-chat" title="Spectator Chat" className="flex min-w-0 flex-col">
      <div role="log" aria-labelledby="spectator-chat" className="min-h-72 grow">
        <Messages gameId={gameId} before={before} />
      </div>
      <p className="mt-3 flex items-center gap-2 rounded-control border border-line bg-sunken px-3 py-2.5 text-muted text-sm">
        <Lock className="size-4 shrink-0" aria-hidden="true" />
        {READ_ONLY}
      </p>
    </TitledCard>
  );
}
