import { ExternalLink, RotateCw } from "lucide-react";
import { SETTINGS, SETUP_STEPS } from "#web/features/sign-in/messages.ts";
import { PageHeading } from "#web/layout/page-heading.tsx";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { Card, CardHeader } from "#web/ui/card.tsx";

const CREDENTIALS_PAGE = "https://create.roblox.com/dashboard/credentials";

/** Shown at every address until the operator has configured sign-in. */
export default function SetupPage() {
  return (
    <div className="mx-auto max-w-3xl py-4 sm:py-8">
      <PageHeading
        title="Setup Required"
        description="Sign-in with Roblox is not configured on this server yet. It takes three settings."
      />
      <div className="space-y-4">
        <Card>
          <CardHeader title="Required environment settings" />
          <dl className="divide-y divide-line">
            {SETTINGS.map(({ name, meaning }) => (
              <div key={name} className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-3">
                <dt className="font-medium font-mono text-ink text-sm">{name}</dt>
                <dd className="text-muted text-sm">{meaning}</dd>
              </div>
            ))}
          </dl>
        </Card>
        <Card>
          <CardHeader title="Setup steps" />
          <ol className="space-y-3">
            {SETUP_STEPS.map((step, index) => (
              <li key={step} className="flex gap-3 text-muted">
                <span aria-hidden="true" className="font-semibold text-ink">
                  {index + 1}.
                </span>
                {step}
              </li>
            ))}
          </ol>
        </Card>
        <div className="flex flex-wrap gap-3 pt-2">
          <a
            href={CREDENTIALS_PAGE}
            target="_blank"
            rel="noopener noreferrer"
            className={buttonClass({ variant: "primary" })}
          >
            <ExternalLink className="size-4" aria-hidden="true" />
            Create OAuth App
          </a>
          <Button onClick={() => window.location.reload()}>
            <RotateCw className="size-4" aria-hidden="true" />
            Check Again
          </Button>
        </div>
      </div>
    </div>
  );
}
