import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { RoundFrames } from "#domain/features/game-rounds/frames.ts";
import { roundQuery } from "#web/features/game-rounds/queries.ts";
import { useServerOffset } from "#web/features/game-rounds/server-clock.ts";
import {
  heardFrame,
  type KeptFrame,
  NOTHING_TOLD,
  type ToldRound,
  withTold,
} from "#web/features/game-rounds/told-rounds.ts";
import { useRoom } from "#web/lib/live/room.ts";
import type { Side } from "#web/lib/stakes/stake.ts";

/** A page's further reactions to frames of a running round. */
interface Following {
  /** @param elapsed milliseconds since the start */
  readonly onTick?: (roundId: string, elapsed: number) => void;
}

/** The open round of a game in a currency, updated by frames; polled while the stream is down. */
export function useRound(gameId: string, side: Side, { onTick }: Following = {}) {
  const query = useQuery(roundQuery(gameId, side));
  const offset = useServerOffset(query.data, query.dataUpdatedAt);
  const [told, setTold] = useState(NOTHING_TOLD);
  const keep = (frame: KeptFrame) => setTold((before) => heardFrame(before, frame));
  useRoom<RoundFrames>(
    { parameter: "watch", value: gameId },
    {
      round: (data) => {
        keep({ name: "round", data });
        if (data.elapsedMs !== null) onTick?.(data.round, data.elapsedMs);
      },
      bets: (data) => keep({ name: "bets", data }),
      entries: (data) => keep({ name: "entries", data }),
      cashouts: (data) => keep({ name: "cashouts", data }),
      bust: (data) => keep({ name: "bust", data }),
      tick: (data) => {
        keep({ name: "tick", data });
        onTick?.(data.round, data.t);
      },
    },
  );
  const read = query.data?.round ?? null;
  return {
    ...query,
    open: read === null ? null : withTold(read, told.get(read.id)),
    toldOf: (roundId: string): ToldRound | undefined => told.get(roundId),
    offset,
  };
}
