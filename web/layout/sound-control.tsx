import { Volume2, VolumeX } from "lucide-react";
import { lazy, Suspense } from "react";
import { soundSettings, toggleMute } from "#web/lib/sound-settings.ts";
import { useStore } from "#web/lib/store.ts";

const VolumeSlider = lazy(() => import("#web/layout/volume-slider.tsx"));

/** Mutes, and sets the volume. */
export function SoundControl() {
  const { volume, muted } = useStore(soundSettings);
  const isSilent = muted || volume === 0;
  const Icon = isSilent ? VolumeX : Volume2;
  return (
    <div className="flex items-center gap-1">
      <button
        type="button"
        onClick={toggleMute}
        aria-pressed={muted}
        aria-label="Mute sounds"
        className="grid size-11 place-items-center rounded-control text-muted transition-colors hover:bg-raised hover:text-ink"
      >
        <Icon className="size-5" aria-hidden="true" />
      </button>
      <div className="h-11 w-20">
        <Suspense fallback={null}>
          <VolumeSlider />
        </Suspense>
      </div>
    </div>
  );
}
