import { parseMinor } from "#domain/kernel/money.ts";
import { Field } from "#web/ui/forms/field.tsx";

/** A target as hundredths: 1.01 to 10,000.00. */
const LEAST = 101n;
const MOST = 1_000_000n;
const PROBLEM = "Auto cash-out must be 1.01 to 10000 with at most two decimals.";

/** A parsed auto cash-out: absent if empty, or the reason why it is invalid. */
export function readTarget(text: string): { readonly autoCashOut?: number } | { readonly problem: string } {
  const entered = text.trim().replace(/\s*[x×]$/i, "");
  if (entered === "") return {};
  const target = parseMinor(entered);
  if (target === null || target < LEAST || target > MOST) return { problem: PROBLEM };
  return { autoCashOut: Number(target) / 100 };
}

interface AutoCashOutProps {
  readonly text: string;
  readonly disabled: boolean;
  readonly onChange: (text: string) => void;
}

/** The auto cash-out; empty for by hand. */
export function AutoCashOut({ text, disabled, onChange }: AutoCashOutProps) {
  const read = readTarget(text);
  return (
    <Field
      label="Auto cash-out"
      inputMode="decimal"
      autoComplete="off"
      placeholder="Off, or for example 2.00"
      value={text}
      disabled={disabled}
      error={"problem" in read ? read.problem : undefined}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
