/** How long a command without an answer keeps its key, in milliseconds: longer than people repeat themselves. */
export const OPEN_FOR_MS = 30 * 60_000;
/** How many commands may be open; the oldest is dropped. */
export const OPEN_MAX = 50;

const STORED = "florin.open-commands";

/** A command that was sent and whose outcome is not known. */
export interface OpenCommand {
  /** The fingerprint of route, parameters and body: the next user of the tab could read addresses in them. */
  readonly content: string;
  /** What it changes, as a path: `/admin/stakes`. */
  readonly place: string;
  readonly key: string;
  /** As its contract says: it stays open until its outcome is known. */
  readonly makesOne: boolean;
}

export interface Kept extends OpenCommand {
  /** When it was sent last, in milliseconds. */
  readonly at: number;
}

function read(): readonly Kept[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(STORED) ?? "[]");
    return Array.isArray(kept) ? (kept as Kept[]).filter(({ at }) => Date.now() - at < OPEN_FOR_MS) : [];
  } catch {
    return [];
  }
}

function write(kept: readonly Kept[]): void {
  try {
    if (kept.length === 0) sessionStorage.removeItem(STORED);
    else sessionStorage.setItem(STORED, JSON.stringify(kept.slice(-OPEN_MAX)));
  } catch {
    // A browser that keeps nothing for the site keeps no session either.
  }
}

/** The key of an open command, null if none of this content is open. */
export const openKeyOf = (content: string): string | null =>
  read().find((one) => one.content === content)?.key ?? null;

/**
 * Remembers a command as open, for as long as the tab is: a closed dialog and a reloaded page ask for the same outcome.
 * Other tabs do not know of it, since an equal command there is another one.
 */
export function keepOpen(command: OpenCommand): void {
  write([...read().filter(({ content }) => content !== command.content), { ...command, at: Date.now() }]);
}

/** Forgets a command whose outcome is known. */
export function settle(content: string): void {
  write(read().filter((one) => one.content !== content));
}

/**
 * The open commands that are over once another is carried out in their place: its player has seen the state since.
 * Stakes halted, resumed and halted again are halted, and a bet of 5.00 after one of 7.00 is another bet. Not so what
 * makes one thing: a cash-out says nothing of an earlier one, which must not be paid twice.
 * @param isUnderWay whether this page waits for a command's answer
 */
export const openBefore = (place: string, isUnderWay: (content: string) => boolean): readonly Kept[] =>
  read().filter((one) => one.place === place && !one.makesOne && !isUnderWay(one.content));

/** Forgets these commands, except those sent again since. */
export function forget(open: readonly Kept[]): void {
  write(read().filter(({ content, at }) => !open.some((one) => one.content === content && one.at === at)));
}
