/** What an input takes that is for an amount of money, of at least 1 where nothing else is said. */
export const amountInput = {
  type: "number",
  inputMode: "decimal",
  min: 1,
  step: 0.01,
  autoComplete: "off",
} as const;
