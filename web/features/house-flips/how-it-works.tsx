import { HOW_IT_WORKS } from "#web/features/house-flips/messages.ts";
import { Card, CardHeader } from "#web/ui/card.tsx";

/** The game in four steps. */
export function HowItWorks() {
  return (
    <Card aria-labelledby="how-it-works">
      <CardHeader id="how-it-works" title="How It Works" />
      <ol className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
        {HOW_IT_WORKS.map((step, index) => (
          <li key={step} className="flex gap-3 text-muted text-sm">
            <span
              aria-hidden="true"
              className="grid size-7 shrink-0 place-items-center rounded-full border border-line-strong font-semibold text-ink text-xs"
            >
              {index + 1}
            </span>
            <span className="pt-1">{step}</span>
          </li>
        ))}
      </ol>
    </Card>
  );
}
