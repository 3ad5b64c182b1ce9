import { features } from "#domain/features/all.ts";
import { responsiblePlayOf } from "#domain/features/responsible-play/play.ts";
import { playerStreamKindOf, refusalOfStakerOf, type SlicePart } from "#domain/player/player-slice.ts";
import type { Writer } from "#service/event-store/writer.ts";
import { flipCommand, type PlayerRules } from "#service/features/house-flips/flip-command.ts";
import { playerOrigin } from "#service/http/access/player-origin.ts";
import { Bettors } from "./players.ts";

const parts = features.flatMap((feature): readonly SlicePart[] =>
  "stateParts" in feature ? feature.stateParts : [],
);
const isOfPlay = ({ slice }: SlicePart): boolean => slice === responsiblePlayOf;

/** The rules of all features but responsible play, which are neither folded nor checked. */
const WITHOUT_RULES_OF_PLAY: PlayerRules = {
  // The slice stays in its place, unchanged.
  playerStreamKind: playerStreamKindOf(
    parts.map((part) => (isOfPlay(part) ? { slice: part.slice, on: [] } : part)),
  ),
  refusalOfStaker: refusalOfStakerOf(parts.filter((part) => !isOfPlay(part))),
};

/** Players who flip coins without limits, breaks or checks of their own. */
export const bettorsWithoutRules = async (writer: Writer): Promise<Bettors> =>
  new Bettors(writer, (bet) =>
    flipCommand(playerOrigin(bet.playerId, Date.now()), bet, WITHOUT_RULES_OF_PLAY),
  );
