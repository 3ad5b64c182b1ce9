import { useEffect, useRef, useState } from "react";
import { formatMinor } from "#domain/kernel/money.ts";
import { allIn, type Bet, doubled, halved, readBet } from "#web/features/house-flips/play/bet.ts";
import { sendFlip } from "#web/features/house-flips/play/send-flip.ts";
import { useFlip } from "#web/features/house-flips/play/use-flip.ts";
import { useUser } from "#web/lib/api/session.ts";
import { toggleMute } from "#web/lib/effects/sound-settings.ts";
import { useHotkeys } from "#web/lib/page/hotkeys.ts";
import { balanceOf, type Side } from "#web/lib/stakes/stake.ts";
import { toast } from "#web/lib/toast.ts";

/** Restores focus to the control that lost it while all controls were disabled. */
function useFocusKept(isBusy: boolean): () => void {
  const kept = useRef<Element | null>(null);
  useEffect(() => {
    if (isBusy || document.activeElement !== document.body) return;
    if (kept.current instanceof HTMLElement) kept.current.focus({ preventScroll: true });
    kept.current = null;
  }, [isBusy]);
  return () => {
    kept.current = document.activeElement;
  };
}

/** The game as its card shows it: the side and amount entered, the flip, and what the controls do. */
export function useGame(showHelp: () => void) {
  const user = useUser();
  const [side, setSide] = useState<Side>("rbx");
  const [text, setText] = useState("");
  const { state, flip } = useFlip({ send: sendFlip, onLanded: () => setText("") });
  const isFlipping = state.phase === "flipping";
  const isBarred = user.suspension !== null;
  const keepFocus = useFocusKept(isFlipping);
  const balance = balanceOf(user, side);

  /** The bet of this visit that can be made again. */
  const [last, setLast] = useState<Bet | null>(null);

  const place = (entered: { text: string; side: Side }) => {
    if (isFlipping || isBarred) return;
    const read = readBet(entered, user);
    if ("notice" in read) return void toast({ ...read.notice, variant: "destructive" });
    keepFocus();
    setLast(read.bet);
    flip(read.bet);
  };
  const submit = () => place({ text, side });
  const repeat = () => {
    if (last === null || isFlipping || isBarred) return;
    setSide(last.side);
    place({ text: formatMinor(last.stake), side: last.side });
  };
  const unlessFlipping = (change: () => void) => () => {
    if (!isFlipping && !isBarred) change();
  };

  useHotkeys({
    " ": submit,
    Enter: submit,
    r: repeat,
    b: unlessFlipping(() => setSide("rbx")),
    t: unlessFlipping(() => setSide("tix")),
    h: unlessFlipping(() => setText(halved(text))),
    d: unlessFlipping(() => setText(doubled(text, balance))),
    a: unlessFlipping(() => setText(allIn(balance))),
    m: toggleMute,
    "?": showHelp,
  });

  return { state, isFlipping, side, setSide, text, setText, submit, last, repeat };
}
