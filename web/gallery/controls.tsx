import { nothing, part, type Wall } from "#web/gallery/part.ts";
import type { Pages } from "#web/lib/pages.ts";
import { ActionButton } from "#web/ui/action-button.tsx";
import { Button } from "#web/ui/button.tsx";
import { CopyButton } from "#web/ui/copy-button.tsx";
import { Segments } from "#web/ui/forms/segments.tsx";
import { Switch } from "#web/ui/forms/switch.tsx";
import { ExportLinks } from "#web/ui/lists/export-links.tsx";
import { PageTurner } from "#web/ui/lists/page-turner.tsx";
import { Pager } from "#web/ui/lists/pager.tsx";
import { ShareButton } from "#web/ui/share-button.tsx";
import { Tabs } from "#web/ui/tabs.tsx";

const pagesAt = (number: number): Pages => ({
  number,
  cursor: undefined,
  toOlder: nothing,
  toNewer: nothing,
  toNewest: nothing,
});

const SEGMENTS = [
  { value: "open", label: "Open", href: "#open" },
  { value: "mine", label: "Mine", href: "#mine" },
];

const TABS = [
  { value: "seeds", label: "Seeds", content: <p className="text-sm">The seeds of today.</p> },
  { value: "draws", label: "Draws", content: <p className="text-sm">The draws of today.</p> },
];

const FOUR_TABS = [
  ...TABS,
  { value: "rounds", label: "Rounds", content: <p className="text-sm">The rounds of today.</p> },
  { value: "receipts", label: "Receipts", content: <p className="text-sm">The receipts of today.</p> },
];

/** Buttons and links. */
export const controls: Wall = {
  name: "controls",
  parts: [
    part("Button", {
      primary: <Button variant="primary">Flip Coin!</Button>,
      secondary: <Button>Cancel</Button>,
      ghost: <Button variant="ghost">Clear</Button>,
      destructive: <Button variant="destructive">Erase</Button>,
      disabled: <Button disabled>Cancel</Button>,
      small: <Button size="sm">Small</Button>,
      large: (
        <Button size="lg" variant="primary">
          Large
        </Button>
      ),
    }),
    part("ActionButton", {
      available: <ActionButton isUnavailable={false}>Send</ActionButton>,
      unavailable: <ActionButton isUnavailable>Working...</ActionButton>,
    }),
    part("CopyButton", {
      icon: <CopyButton text="a" what="server seed" />,
      labelled: <CopyButton text="a" what="server seed" label="Copy" />,
    }),
    part("ShareButton", { plain: <ShareButton title="A game" /> }),
    part("Switch", {
      on: <Switch label="Sounds" note="Of the coin and of results." isOn onChange={nothing} />,
      off: <Switch label="Sounds" isOn={false} onChange={nothing} />,
    }),
    part("Segments", { plain: <Segments label="Coinflips" segments={SEGMENTS} value="open" /> }),
    part("Tabs", {
      first: <Tabs label="Fairness" tabs={TABS} value="seeds" onChange={nothing} />,
      second: <Tabs label="Fairness" tabs={TABS} value="draws" onChange={nothing} />,
      four: <Tabs label="Fairness" tabs={FOUR_TABS} value="seeds" onChange={nothing} />,
    }),
    part("ExportLinks", {
      both: <ExportLinks of="events" path="/admin/events" />,
      one: <ExportLinks of="games" path="/games/history" formats={["CSV"]} />,
    }),
    part("PageTurner", {
      first: <PageTurner of="the shop" turns={{ page: 1, pages: 3, turnTo: nothing }} />,
      middle: <PageTurner of="the shop" turns={{ page: 2, pages: 3, turnTo: nothing }} />,
      last: <PageTurner of="the shop" turns={{ page: 3, pages: 3, turnTo: nothing }} />,
    }),
    part("Pager", {
      newest: <Pager of="your games" pages={pagesAt(1)} older="c" />,
      far: <Pager of="your games" pages={pagesAt(4)} older="c" />,
      last: <Pager of="your games" pages={pagesAt(4)} older={null} />,
      loading: <Pager of="your games" pages={pagesAt(2)} older="c" isLoading />,
      "oldest first": <Pager of="events" pages={pagesAt(4)} older="c" order="oldest" />,
      "by name": <Pager of="players" pages={pagesAt(2)} older="c" order="other" />,
    }),
  ],
};
