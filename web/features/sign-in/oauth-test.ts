/** Where a trial of the sign-in stands. */
export type TrialStatus = "idle" | "testing" | "success" | "error";

export interface Trial {
  readonly status: TrialStatus;
  /** What happened, oldest first. */
  readonly log: readonly string[];
}

export type TrialAction =
  | { readonly type: "started" }
  | { readonly type: "returned"; readonly search: string; readonly signedInAs: string | null };

export const IDLE: Trial = { status: "idle", log: [] };

const KEPT_KEY = "florin.oauth-test";

/** Folds what happened into the trial. */
export function trialReducer(trial: Trial, action: TrialAction): Trial {
  if (action.type === "started")
    return { status: "testing", log: [...trial.log, "Starting OAuth flow", "Redirecting to /api/login"] };
  const query = new URLSearchParams(action.search);
  const error = query.get("error");
  const message = query.get("message");
  const reported = [
    ...(error === null ? [] : [`Error: ${error}`]),
    ...(message === null ? [] : [`Message: ${message}`]),
  ];
  if (reported.length > 0) return { status: "error", log: [...trial.log, ...reported] };
  if (trial.status !== "testing") return trial;
  if (action.signedInAs !== null)
    return { status: "success", log: [...trial.log, `Signed in as ${action.signedInAs}`] };
  return { status: "idle", log: [...trial.log, "Came back without a session"] };
}

/** Keeps a trial while the browser is at the platform; only this tab sees it. */
export const keepTrial = (trial: Trial): void => sessionStorage.setItem(KEPT_KEY, JSON.stringify(trial));

/** Whether this tab has tried the sign-in, so that the page is there for a trial that ends signed in. */
export const hasTried = (): boolean => sessionStorage.getItem(KEPT_KEY) !== null;

/** The trial under way in this tab; an ended one is not told again. */
export function keptTrial(): Trial {
  const kept = JSON.parse(sessionStorage.getItem(KEPT_KEY) ?? "null") as Trial | null;
  return kept?.status === "testing" ? kept : IDLE;
}
