import { Range, Root, Thumb, Track } from "@radix-ui/react-slider";
import { changeSound, soundSettings } from "#web/lib/effects/sound-settings.ts";
import { useStore } from "#web/lib/store/store.ts";

const PERCENT = 100;

/** The volume as a slider; moving it also unmutes. */
export default function VolumeSlider() {
  const { volume, muted } = useStore(soundSettings);
  return (
    <Root
      min={0}
      max={PERCENT}
      step={5}
      value={[muted ? 0 : Math.round(volume * PERCENT)]}
      onValueChange={([chosen = 0]) => changeSound({ volume: chosen / PERCENT, muted: false })}
      className="relative flex h-11 w-full touch-none select-none items-center"
    >
      <Track className="relative h-1.5 grow rounded-full bg-field">
        <Range className="absolute h-full rounded-full bg-ink" />
      </Track>
      <Thumb
        aria-label="Sound volume"
        className="block size-4 rounded-full bg-action shadow-card transition-transform hover:scale-110"
      />
    </Root>
  );
}
