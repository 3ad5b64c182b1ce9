import { Star } from "lucide-react";
import { useId } from "react";
import { RATING_MAX } from "#domain/features/listings/rules.ts";
import { cx } from "#web/lib/cx.ts";

const ALL = Array.from({ length: RATING_MAX }, (_, index) => index + 1);
const look = (isFull: boolean) => cx("size-5", isFull ? "fill-warn text-warn" : "text-faint");

/** A rating as stars, and as words for those who cannot see them. */
export function Stars({ rating }: { rating: number }) {
  return (
    <span className="inline-flex gap-0.5">
      <span className="sr-only">
        {rating} of {RATING_MAX} stars
      </span>
      {ALL.map((star) => (
        <Star key={star} className={look(star <= rating)} aria-hidden="true" />
      ))}
    </span>
  );
}

interface StarsChoiceProps {
  /** 0 while nothing is chosen. */
  readonly value: number;
  readonly error: string | undefined;
  readonly disabled: boolean;
  readonly onChange: (rating: number) => void;
}

/** A choice of one to five stars. */
export function StarsChoice({ value, error, disabled, onChange }: StarsChoiceProps) {
  const name = useId();
  return (
    <fieldset disabled={disabled} aria-describedby={error ? `${name}-error` : undefined} className="min-w-0">
      <legend className="mb-1 font-medium text-muted text-sm">Stars</legend>
      <div className="-ml-2 flex">
        {ALL.map((star) => (
          <label
            key={star}
            className="grid size-11 cursor-pointer place-items-center rounded-control has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={name}
              checked={value === star}
              onChange={() => onChange(star)}
              className="sr-only"
            />
            <span className="sr-only">{star === 1 ? "1 star" : `${star} stars`}</span>
            <Star className={look(star <= value)} aria-hidden="true" />
          </label>
        ))}
      </div>
      {error && (
        <p id={`${name}-error`} role="alert" className="text-loss text-sm">
          {error}
        </p>
      )}
    </fieldset>
  );
}
