import { part, type Wall } from "#web/gallery/part.ts";
import { readMoney } from "#web/lib/format.ts";
import { Amount } from "#web/ui/amount.tsx";
import { Badge, type Tone } from "#web/ui/badge.tsx";
import { BarChart } from "#web/ui/charts/bar-chart.tsx";
import { BarList } from "#web/ui/charts/bar-list.tsx";
import { Rounded } from "#web/ui/charts/rounded.tsx";
import { Noted } from "#web/ui/floating/tooltip.tsx";
import { NewCount } from "#web/ui/lists/new-count.tsx";
import { NameOfAccount, NameOfAsset, NameOfPlayer } from "#web/ui/named.tsx";
import { Avatar } from "#web/ui/players/avatar.tsx";
import { LevelBadge } from "#web/ui/players/level-badge.tsx";
import { PlayerLink } from "#web/ui/players/player-link.tsx";
import { When } from "#web/ui/when.tsx";

const TONES: readonly Tone[] = [
  ...(["neutral", "accent", "gain", "loss", "warn", "waiting", "rbx", "tix"] as const),
  ...(["legendary", "epic", "rare", "common"] as const),
];

const bar = (day: number, value: string) => ({
  label: `November ${day}`,
  short: String(day),
  value: readMoney(value),
});
const DAYS = [bar(1, "120.00"), bar(2, "-40.50"), bar(3, "0.00"), bar(4, "310.25")];
const LARGE = readMoney("1234567.89");
const ALICE = { id: "p_alice", username: "alice", profileImageUrl: null };

/** Figures, names and marks. */
export const figures: Wall = {
  name: "figures",
  parts: [
    part("Amount", {
      plain: <Amount value="1234.50" currency="RBX" />,
      gain: <Amount signed value="9.75" currency="RBX" />,
      loss: <Amount signed value="-10.00" currency="TIX" />,
      zero: <Amount signed value="0.00" />,
    }),
    part("Rounded", {
      whole: <Rounded amount={LARGE} currency="RBX" as="whole" isCurrencyShown />,
      compact: <Rounded amount={LARGE} currency="RBX" as="compact" />,
    }),
    part("Noted", { closed: <Noted note="A tenth of the value.">10%</Noted> }),
    part(
      "Badge",
      Object.fromEntries(
        TONES.map((tone) => [
          tone,
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>,
        ]),
      ),
    ),
    part("LevelBadge", { high: <LevelBadge level={50} /> }),
    part("NewCount", { few: <NewCount count={3} what="messages" />, many: <NewCount count="99+" what="" /> }),
    part("Avatar", {
      letter: <Avatar name="alice" url={null} />,
      picture: <Avatar name="alice" url="/icon-180.png" />,
      broken: <Avatar name="bob" url="data:image/png;base64,broken" />,
    }),
    part("PlayerLink", { plain: <PlayerLink player={ALICE} /> }),
    part("NameOfPlayer", { known: <NameOfPlayer id="p_alice" /> }),
    part("NameOfAccount", { known: <NameOfAccount account="player:p_alice" /> }),
    part("NameOfAsset", { known: <NameOfAsset asset="item:1029025:7" /> }),
    part("When", { plain: <When at="2026-11-23T15:04:05.000Z" /> }),
    part("BarChart", {
      rbx: <BarChart title="Profit" unit="RBX" tone="rbx" of="Day" bars={DAYS} />,
      tix: <BarChart title="Profit" unit="TIX" tone="tix" of="Day" bars={DAYS.slice(0, 2)} />,
      empty: <BarChart title="Profit" unit="RBX" tone="rbx" of="Day" bars={[]} />,
    }),
    part("BarList", {
      rbx: <BarList title="Profit" unit="RBX" tone="rbx" bars={DAYS} />,
      tix: <BarList title="Profit" unit="TIX" tone="tix" bars={DAYS.slice(2)} />,
    }),
  ],
};
