import { useParams } from "wouter";
import { PlayerView } from "#web/features/audit/player-view.tsx";
import { PlayerActions } from "#web/features/roles/player-actions.tsx";

/** A player's file, and what an admin can do about it. */
export default function AdminPlayerPage() {
  const { id = "" } = useParams<{ id: string }>();
  return (
    <PlayerView
      id={id}
      actions={({ username, roles, standing: { suspended } }) => (
        <PlayerActions subject={{ id, username, roles, suspended }} />
      )}
    />
  );
}
