import { nothing, part, type Wall } from "#web/gallery/part.ts";
import { Coin } from "#web/ui/coin/coin.tsx";
import { CoinFace } from "#web/ui/coin/coin-face.tsx";
import { SideBadge } from "#web/ui/coin/side-badge.tsx";
import { SideMark } from "#web/ui/coin/side-mark.tsx";
import { SidePicker } from "#web/ui/coin/side-picker.tsx";

/** The coin and its sides. */
export const coins: Wall = {
  name: "coins",
  parts: [
    part("Coin", {
      idle: <Coin state={{ phase: "idle" }} />,
      flipping: <Coin state={{ phase: "flipping", face: null }} />,
      rbx: <Coin state={{ phase: "result", face: "rbx" }} />,
      tix: <Coin state={{ phase: "result", face: "tix" }} />,
    }),
    part("CoinFace", {
      flip: <CoinFace face="flip" className="size-24" />,
      rbx: <CoinFace face="rbx" className="size-24" />,
      tix: <CoinFace face="tix" className="size-24" />,
    }),
    part("SideMark", {
      rbx: <SideMark side="rbx" className="size-6 text-rbx" />,
      tix: <SideMark side="tix" className="size-6 text-tix" />,
    }),
    part("SideBadge", { rbx: <SideBadge side="rbx" />, tix: <SideBadge side="tix" /> }),
    part("SidePicker", {
      rbx: <SidePicker side="rbx" disabled={false} onChoose={nothing} />,
      tix: <SidePicker side="tix" disabled={false} onChoose={nothing} />,
      disabled: <SidePicker side="rbx" disabled onChoose={nothing} />,
    }),
  ],
};
