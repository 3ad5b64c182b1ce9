import { FlaskConical } from "lucide-react";
import { useEffect, useReducer, useRef } from "react";
import { TROUBLESHOOTING } from "#web/features/sign-in/messages.ts";
import { keepTrial, keptTrial, type TrialStatus, trialReducer } from "#web/features/sign-in/oauth-test.ts";
import { PageHeading } from "#web/layout/page-heading.tsx";
import { displayName, useSession } from "#web/lib/api/session.ts";
import { LOGIN_PATH, leaveTo } from "#web/lib/page/leave.ts";
import { Badge, type Tone } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card, CardHeader } from "#web/ui/card.tsx";

const TEST_LOGIN = `${LOGIN_PATH}?returnTo=/oauth-test`;

const TONES: Readonly<Record<TrialStatus, Tone>> = {
  idle: "neutral",
  testing: "accent",
  success: "gain",
  error: "loss",
};

function useTrial() {
  const session = useSession();
  const [trial, dispatch] = useReducer(trialReducer, null, keptTrial);
  const isRead = useRef(false);
  useEffect(() => {
    if (session.status === "loading" || isRead.current) return;
    isRead.current = true;
    const signedInAs = session.status === "signed-in" ? displayName(session.user) : null;
    dispatch({ type: "returned", search: window.location.search, signedInAs });
  }, [session]);
  useEffect(() => {
    if (trial.log.length > 0) keepTrial(trial);
  }, [trial]);
  const start = () => {
    // An existing session is not the outcome of the new trial.
    isRead.current = true;
    dispatch({ type: "started" });
    leaveTo(TEST_LOGIN);
  };
  return { trial, start };
}

function Log({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return <p className="text-muted text-sm">Nothing logged yet.</p>;
  return (
    <ol aria-label="Log" className="space-y-1.5 rounded-control border border-line bg-sunken p-4">
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a log only grows at its end
        <li key={index} className="break-words font-mono text-ink text-sm">
          {line}
        </li>
      ))}
    </ol>
  );
}

/** Tries the sign-in and shows what came back, for people who cannot get in. */
export default function OauthTestPage() {
  const { trial, start } = useTrial();
  return (
    <div className="mx-auto max-w-3xl">
      <PageHeading
        title="OAuth Test"
        description="Runs the sign-in once and logs what the platform answered."
      />
      <div className="space-y-4">
        <Card>
          <div className="flex flex-wrap items-center justify-between gap-4">
            <p role="status" className="flex items-center gap-3 text-muted text-sm">
              Status <Badge tone={TONES[trial.status]}>{trial.status}</Badge>
            </p>
            <Button variant="primary" disabled={trial.status === "testing"} onClick={start}>
              <FlaskConical className="size-4" aria-hidden="true" />
              Test OAuth Flow
            </Button>
          </div>
        </Card>
        <Card>
          <CardHeader title="Log" />
          <Log lines={trial.log} />
        </Card>
        <Card>
          <CardHeader title="Troubleshooting" />
          <ul className="list-disc space-y-2 pl-5 text-muted">
            {TROUBLESHOOTING.map((tip) => (
              <li key={tip}>{tip}</li>
            ))}
          </ul>
        </Card>
      </div>
    </div>
  );
}
