/** What an input takes that is for an amount of money, of at least 1 where nothing else is said. */
export const amountInput = {
  type: "number",
  inputMode: "decimal",
  min: 1,
  step: 0.01,
  autoComplete: "off",
} as const;

/** Whether a text is an amount as the API takes them: no sign, at most two decimals. */
export const isAmount = (text: string): boolean => /^\d{1,12}(\.\d{1,2})?$/.test(text);
