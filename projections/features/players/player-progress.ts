import { levelOf } from "#domain/features/players/level.ts";
import type { AllGames } from "../../games/rounds.ts";
import type { Projection } from "../../kernel/projection.ts";
import type { ReadModels } from "../../kernel/read-models.ts";
import type { Row } from "../../kernel/sql.ts";

/** A table of how much experience each player has, added up from their days. */
export const experienceIn = (name: string): Pick<Projection, "tables" | "apply"> => ({
  tables: {
    [name]: {
      columns: { player_id: "text not null", experience: "bigint not null" },
      key: ["player_id"],
      fillfactor: 70,
    },
  },
  apply: (table) => [
    `insert into ${table(name)} as t (player_id, experience)
    select player_id, sum(xp) from player_days group by player_id
    on conflict (player_id) do update set experience = t.experience + excluded.experience`,
  ],
});

/** How much experience a player has; the level follows from it. */
export const playerProgressOf = ({ playerDays }: AllGames): Projection => ({
  name: "player-progress",
  version: 3,
  ...experienceIn("player_progress"),
  reads: [playerDays],
});

export interface PlayerProgress {
  readonly level: number;
  readonly experience: number;
}

/** A player's level and experience; level 1 with none before the first game. */
export async function playerProgress(models: ReadModels, playerId: string): Promise<PlayerProgress> {
  const [row] = await models.ask<Row & { readonly experience: bigint }>(
    (table) => `select experience from ${table("player_progress")} where player_id = $1`,
    [playerId],
  );
  const experience = Number(row?.experience ?? 0n);
  return { level: levelOf(experience), experience };
}
