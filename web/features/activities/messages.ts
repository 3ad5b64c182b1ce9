export const NO_ACTIVITY = {
  title: "No Activity Yet",
  text: "Levels, large wins, games that are made and new friends are shown here.",
} as const;
export const NO_FRIENDS_ACTIVITY = {
  title: "No Activity Yet",
  text: "What your friends do is shown here, as far as they show it.",
} as const;
