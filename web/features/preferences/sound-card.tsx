import { SoundControl } from "#web/layout/header/sound-control.tsx";
import { Card, CardHeader } from "#web/ui/card.tsx";

/** How loud the site is. */
export default function SoundCard() {
  return (
    <Card aria-labelledby="sounds">
      <CardHeader
        id="sounds"
        title="Sounds"
        description="Of the coin, of wins and of losses. Kept in this browser."
        actions={<SoundControl />}
      />
    </Card>
  );
}
