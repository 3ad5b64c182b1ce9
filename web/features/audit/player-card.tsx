import type { ReactNode } from "react";
import type { PlayerFile } from "#domain/features/audit/contract.ts";
import { HOLDING_COLUMNS, heldText } from "#web/features/audit/ledger-text.tsx";
import { dateAndTime, money, readMoney } from "#web/lib/format.ts";
import { Badge } from "#web/ui/badge.tsx";
import { TitledCard } from "#web/ui/card.tsx";
import { Fact, Facts } from "#web/ui/facts.tsx";
import { DataTable, type TableColumn } from "#web/ui/lists/data-table.tsx";
import { NameOfPlayer } from "#web/ui/named.tsx";
import { When } from "#web/ui/when.tsx";

type Session = PlayerFile["sessions"][number];

const SESSION_COLUMNS: readonly TableColumn<Session>[] = [
  { title: "Signed in", isHeader: true, cell: ({ createdAt }) => <When at={createdAt} /> },
  { title: "Client", cell: ({ client }) => client },
  { title: "Last seen", cell: ({ lastSeenAt }) => <When at={lastSeenAt} /> },
  {
    title: "Ends",
    cell: ({ endsAt }) => <When at={endsAt} />,
  },
  {
    title: "State",
    cell: ({ isLive }) => <Badge tone={isLive ? "gain" : "neutral"}>{isLive ? "Live" : "Over"}</Badge>,
  },
];

function Standing({ standing, roles }: Pick<PlayerFile, "standing" | "roles">) {
  return (
    <span className="flex flex-wrap gap-2">
      {standing.suspended && <Badge tone="loss">Suspended</Badge>}
      {roles.map(({ role, source }) => (
        <Badge key={`${role}-${source}`} tone="accent">
          {role}
          {source === "settings" && ", by the settings"}
        </Badge>
      ))}
      {!standing.suspended && roles.length === 0 && <Badge>player</Badge>}
    </span>
  );
}

function Word({ standing: { suspended, reason, by, at, owes } }: Pick<PlayerFile, "standing">) {
  return (
    <>
      {reason !== null && (
        <Fact
          label={suspended ? "Suspended for" : "Suspension lifted for"}
          note={
            <>
              {at && `${dateAndTime(at)}, `}by {by}
              {by !== null && <NameOfPlayer id={by} />}
            </>
          }
        >
          <span className="[overflow-wrap:anywhere]">{reason}</span>
        </Fact>
      )}
      {owes.length > 0 && (
        <Fact label="Owes">{owes.map(({ asset, amount }) => `${heldText(amount)} ${asset}`).join(", ")}</Fact>
      )}
    </>
  );
}

/** A player's identity and standing. @param actions what an admin can do */
export function ProfileCard({ file, actions }: { file: PlayerFile; actions: ReactNode }) {
  const { id, displayName, platformId, createdAt, level, experience, stats } = file;
  return (
    <TitledCard id="profile" title="Profile">
      <Facts>
        <Fact label="Standing">
          <Standing standing={file.standing} roles={file.roles} />
        </Fact>
        <Word standing={file.standing} />
        <Fact label="Name">{displayName}</Fact>
        <Fact label="Id" copy={id}>
          <code className="break-all font-mono text-xs">{id}</code>
        </Fact>
        <Fact label="Platform id" copy={platformId}>
          <code className="break-all font-mono text-xs">{platformId}</code>
        </Fact>
        <Fact label="First sign-in">{dateAndTime(createdAt)}</Fact>
        <Fact label="Level">
          {level}, {experience} XP
        </Fact>
        <Fact label="Games">
          {stats.totalGames} played, {stats.wins} won, {money(readMoney(stats.totalWon))} won and{" "}
          {money(readMoney(stats.totalLost))} lost
        </Fact>
      </Facts>
      <div className="mt-5 flex flex-wrap gap-2">{actions}</div>
    </TitledCard>
  );
}

/** What a player has at the moment, and where they are signed in. */
export function HoldingsAndSessions({ file }: { file: PlayerFile }) {
  const { holdings, holdingsTotal, sessions } = file;
  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <TitledCard id="holdings" title="Holdings" className="min-w-0">
        {holdings.length === 0 ? (
          <p className="text-muted text-sm">Nothing at the moment.</p>
        ) : (
          <DataTable
            caption="Holdings now"
            columns={HOLDING_COLUMNS}
            rows={holdings}
            rowKey={({ asset }) => asset}
          />
        )}
        {holdingsTotal > holdings.length && (
          <p className="mt-3 text-faint text-sm">
            The first {holdings.length} of {holdingsTotal}.
          </p>
        )}
      </TitledCard>
      <TitledCard id="sessions" title="Sessions" className="min-w-0">
        {sessions.length === 0 ? (
          <p className="text-muted text-sm">None.</p>
        ) : (
          <DataTable
            caption="Sessions, newest first"
            columns={SESSION_COLUMNS}
            rows={sessions}
            rowKey={({ id }) => id}
          />
        )}
      </TitledCard>
    </div>
  );
}
