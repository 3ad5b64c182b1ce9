import {
  BROWSER_ZONE,
  changeDisplay,
  displaySettings,
  NUMBER_LOCALES,
} from "#web/lib/store/display-settings.ts";
import { useStore } from "#web/lib/store/store.ts";
import { TitledCard } from "#web/ui/card.tsx";
import { Select } from "#web/ui/forms/choice.tsx";
import { Switch } from "#web/ui/forms/switch.tsx";

const LOOKS = Object.fromEntries(Object.keys(NUMBER_LOCALES).map((look) => [look, look])) as {
  readonly [look in keyof typeof NUMBER_LOCALES]: string;
};

const ZONES: Readonly<Record<string, string>> = {
  [BROWSER_ZONE]: "Browser default",
  UTC: "UTC",
  ...Object.fromEntries(Intl.supportedValuesOf("timeZone").map((zone) => [zone, zone.replaceAll("_", " ")])),
};

/** How the site looks in this browser. */
export function DisplayCard() {
  const { hidesAmounts, numbers, timeZone, showsLevelUps } = useStore(displaySettings);
  return (
    <TitledCard id="display" title="Display" description="Stored in this browser.">
      <div className="space-y-6">
        <Switch
          label="Streamer mode"
          note="Hides every amount behind dots. What you type stays readable."
          isOn={hidesAmounts}
          onChange={(isOn) => changeDisplay({ hidesAmounts: isOn })}
        />
        <Select
          label="Numbers"
          options={LOOKS}
          value={numbers}
          onChange={(look) => changeDisplay({ numbers: look })}
          className="max-w-80"
        />
        <Select
          label="Time zone"
          options={ZONES}
          value={timeZone}
          onChange={(zone) => changeDisplay({ timeZone: zone })}
          className="max-w-80"
        />
        <Switch
          label="Show new levels"
          note="A short line at the top of the page when you reach one."
          isOn={showsLevelUps}
          onChange={(isOn) => changeDisplay({ showsLevelUps: isOn })}
        />
      </div>
    </TitledCard>
  );
}
