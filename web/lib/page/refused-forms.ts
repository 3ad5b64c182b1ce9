/** A field that is wrong, or the first of a choice that is. */
const WRONG = "[aria-invalid=true], fieldset:has([role=alert]) input:enabled";

/** By these a user has moved on: what is wrong from then on is about something else. */
const MOVES_ON = ["pointerdown", "keydown"] as const;

/**
 * Moves the focus to the first wrong field of a form when it is refused, by the page or later by the service. Whoever
 * has moved on by then is left alone.
 * @returns stops it
 */
export function followRefusedForms(): () => void {
  let lead = () => {};
  const answers = new MutationObserver(() => lead());
  const follow = ({ target }: Event) => {
    if (!(target instanceof HTMLFormElement)) return;
    const from = document.activeElement;
    lead = () => {
      const at = document.activeElement;
      // A field that is disabled while its form is sent loses the focus to the page.
      const hasMoved = at !== from && at !== document.body;
      const wrong = hasMoved ? null : target.querySelector<HTMLElement>(WRONG);
      wrong?.focus();
      if (hasMoved || wrong) answers.disconnect();
    };
    answers.disconnect();
    answers.observe(target, { subtree: true, attributeFilter: ["aria-invalid"] });
    // Once the page has drawn its own refusal.
    setTimeout(() => lead());
  };
  const leave = () => {
    lead = () => {};
    answers.disconnect();
  };
  document.addEventListener("submit", follow);
  for (const move of MOVES_ON) document.addEventListener(move, leave, true);
  return () => {
    leave();
    document.removeEventListener("submit", follow);
    for (const move of MOVES_ON) document.removeEventListener(move, leave, true);
  };
}
