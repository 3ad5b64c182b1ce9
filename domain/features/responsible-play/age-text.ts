/** What a player confirms. Another text takes another version, and is asked of everybody again. */
export const AGE_TEXT = {
  version: 1,
  text: "I am at least 18 years old and of legal age for gambling where I am, and I play for myself alone.",
} as const;

/** SHA-256 of the text in UTF-8, in hex: the log keeps it as evidence of what was confirmed. */
export const AGE_TEXT_HASH = "3f0b5521f24087020a14e3478ccb9eecf4cf9e2708dea67c549ec4863f18833c";
