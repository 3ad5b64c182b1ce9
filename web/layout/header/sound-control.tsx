import { Volume2, VolumeX } from "lucide-react";
import { lazy, Suspense } from "react";
import { cx } from "#web/lib/cx.ts";
import { soundSettings, toggleMute } from "#web/lib/effects/sound-settings.ts";
import { useStore } from "#web/lib/store/store.ts";

const VolumeSlider = lazy(() => import("#web/layout/header/volume-slider.tsx"));

interface SoundControlProps {
  /** Folds the volume out below the button, where the pointer or the focus is on either. */
  readonly isFolded?: boolean;
}

const FOLDED =
  "pointer-events-none absolute top-full right-0 rounded-control border border-line-strong bg-raised px-4 opacity-0 shadow-card transition-opacity group-focus-within:pointer-events-auto group-focus-within:opacity-100 group-hover:pointer-events-auto group-hover:opacity-100";

/** Mutes, and sets the volume. */
export function SoundControl({ isFolded = false }: SoundControlProps) {
  const { volume, muted } = useStore(soundSettings);
  const isSilent = muted || volume === 0;
  const Icon = isSilent ? VolumeX : Volume2;
  return (
    <div className="group relative flex items-center gap-1">
      <button
        type="button"
        onClick={toggleMute}
        aria-pressed={muted}
        aria-label="Mute sounds"
        className="grid size-11 place-items-center rounded-control text-muted transition-colors hover:bg-raised hover:text-ink"
      >
        <Icon className="size-5" aria-hidden="true" />
      </button>
      <div className={cx(isFolded && FOLDED)}>
        <div className="h-11 w-20">
          <Suspense fallback={null}>
            <VolumeSlider />
          </Suspense>
        </div>
      </div>
    </div>
  );
}
