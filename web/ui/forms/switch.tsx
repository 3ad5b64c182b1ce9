import { type ReactNode, useId } from "react";
import { cx } from "#web/lib/cx.ts";

interface SwitchProps {
  readonly label: string;
  readonly note?: ReactNode;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** A switch that applies at once. */
export function Switch({ label, note, isOn, onChange }: SwitchProps) {
  const id = useId();
  return (
    <div className="flex items-center justify-between gap-4">
      <div className="min-w-0">
        <p id={id} className="font-medium text-ink text-sm">
          {label}
        </p>
        {note && <p className="mt-0.5 text-faint text-xs">{note}</p>}
      </div>
      <button
        type="button"
        role="switch"
        aria-checked={isOn}
        aria-labelledby={id}
        onClick={() => onChange(!isOn)}
        className="flex h-11 w-14 shrink-0 items-center justify-end rounded-control"
      >
        <span
          className={cx(
            "flex h-6 w-11 items-center rounded-full border p-0.5 transition-colors",
            isOn ? "justify-end border-accent bg-accent/40" : "justify-start border-field bg-sunken",
          )}
        >
          <span className={cx("size-4.5 rounded-full", isOn ? "bg-ink" : "bg-muted")} />
        </span>
      </button>
    </div>
  );
}
