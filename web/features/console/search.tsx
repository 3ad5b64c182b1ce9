import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from "react";
import { Link, useLocation } from "wouter";
import type { Found } from "#domain/features/console/contract.ts";
import { SEARCH_CHARS_MAX } from "#domain/kernel/search.ts";
import { eventPath, playerPath } from "#web/layout/console/admin-paths.ts";
import { apiQuery } from "#web/lib/api/api-query.ts";
import { dateAndTime } from "#web/lib/format.ts";
import { useHotkeys } from "#web/lib/page/hotkeys.ts";
import { inputClass } from "#web/ui/forms/field.tsx";

/** A search begins after this pause in typing. */
const PAUSE_MS = 200;

const searchQuery = (q: string) => apiQuery("GET /admin/search", { input: { query: { q } } });

interface Result {
  readonly key: string;
  readonly kind: string;
  readonly href: string;
  readonly text: string;
  readonly note: string;
}

/** What was found, as links in one list. */
function resultsOf({ players, items, event, game, deposit }: Found): readonly Result[] {
  const results: Result[] = players.map(({ id, username, displayName }) => ({
    ...{ key: `player ${id}`, kind: "Player", href: playerPath(id), text: username },
    note: displayName === username ? id : `${displayName}, ${id}`,
  }));
  for (const { assetId, name } of items) {
    const href = `/admin/catalogue?search=${assetId}`;
    results.push({ key: `item ${assetId}`, kind: "Item", href, text: name, note: String(assetId) });
  }
  if (event !== null) {
    const { position, type, at } = event;
    const text = `${type} at ${position}`;
    results.push({ key: "event", kind: "Event", href: eventPath(position), text, note: dateAndTime(at) });
  }
  if (game !== null) {
    const { id, gameType, at } = game;
    const note = `${gameType.replaceAll("_", " ")}, ${dateAndTime(at)}`;
    results.push({ key: "game", kind: "Game", href: `/games/${id}`, text: id, note });
  }
  if (deposit !== null) {
    const { id, status, position, player } = deposit;
    const note = `${status}, of ${player.username}`;
    results.push({ key: "deposit", kind: "Deposit", href: eventPath(position), text: id, note });
  }
  return results;
}

/** A text once it has not changed for a while. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

function Results({ results, onChoose }: { results: readonly Result[]; onChoose: () => void }) {
  return (
    <ul aria-label="Search results" className="max-h-96 overflow-y-auto p-1">
      {results.map(({ key, kind, href, text, note }) => (
        <li key={key}>
          <Link
            href={href}
            onClick={onChoose}
            className="grid min-h-11 grid-cols-[4.5rem_minmax(0,1fr)] items-center gap-2 rounded-lg px-3 py-1.5 text-sm hover:bg-sunken focus-visible:bg-sunken"
          >
            <span className="text-faint text-xs">{kind}</span>
            <span className="min-w-0">
              <span className="block truncate font-medium text-ink">{text}</span>
              <span className="block truncate text-muted text-xs">{note}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Moves the focus between the field and the results, which are links. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  if (step === 0) return;
  const places = [...event.currentTarget.querySelectorAll<HTMLElement>("input, a")];
  const at = document.activeElement instanceof HTMLElement ? places.indexOf(document.activeElement) : -1;
  const next = places[Math.min(places.length - 1, Math.max(0, at + step))];
  event.preventDefault();
  next?.focus();
}

interface SearchState {
  readonly results: readonly Result[];
  readonly isSettled: boolean;
  readonly hasFailed: boolean;
}

/** What a text finds, once it is no longer changing. */
function useFound(text: string, isOpen: boolean): SearchState {
  const q = useSettled(text);
  const { data, error, isPlaceholderData } = useQuery({
    ...searchQuery(q),
    enabled: isOpen && q !== "",
    placeholderData: keepPreviousData,
  });
  const results = data === undefined || q === "" ? [] : resultsOf(data);
  const isSettled = q === text && !isPlaceholderData && data !== undefined;
  return { results, isSettled, hasFailed: Boolean(error) };
}

/** The results, or why there are none. */
function Answer({ results, isSettled, hasFailed, onChoose }: SearchState & { onChoose: () => void }) {
  if (hasFailed) return <p className="px-4 py-3 text-loss text-sm">The search failed. Try again.</p>;
  if (isSettled && results.length === 0) return <p className="px-4 py-3 text-muted text-sm">No results.</p>;
  if (results.length > 0) return <Results results={results} onChoose={onChoose} />;
  return <p className="px-4 py-3 text-muted text-sm">Searching...</p>;
}

interface FieldProps {
  readonly input: RefObject<HTMLInputElement | null>;
  readonly text: string;
  readonly onOpen: () => void;
  readonly onText: (text: string) => void;
}

function Field({ input, text, onOpen, onText }: FieldProps) {
  const id = useId();
  return (
    <>
      <label htmlFor={id} className="sr-only">
        Search the console
      </label>
      <Search className="pointer-events-none absolute top-3.5 left-3 size-4 text-faint" aria-hidden="true" />
      <input
        ref={input}
        id={id}
        type="search"
        value={text}
        maxLength={SEARCH_CHARS_MAX}
        placeholder="Player, item, event position, game or deposit"
        autoComplete="off"
        spellCheck={false}
        onFocus={onOpen}
        onChange={(event) => {
          onText(event.target.value);
          onOpen();
        }}
        className={`${inputClass} truncate pl-9 sm:pr-10`}
      />
      <span
        aria-hidden="true"
        className="pointer-events-none absolute top-3 right-3 hidden rounded border border-line-strong px-1.5 text-faint text-xs leading-5 sm:block"
      >
        /
      </span>
    </>
  );
}

/** One search for players, items, events, games and deposits. The key / leads to it from anywhere in the console. */
export default function AdminSearch() {
  const input = useRef<HTMLInputElement>(null);
  const [, go] = useLocation();
  const [text, setText] = useState("");
  const [isOpen, setIsOpen] = useState(false);
  useHotkeys({ "/": () => input.current?.focus() });
  const wanted = text.trim();
  const found = useFound(wanted, isOpen);
  const { results, isSettled } = found;
  const close = () => {
    setIsOpen(false);
    setText("");
  };
  return (
    <search
      className="relative mb-3 block"
      onKeyDown={(event) => {
        if (event.key === "Escape") close();
        else moveFocus(event);
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setIsOpen(false);
      }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const [first] = results;
          if (!isSettled || first === undefined) return;
          close();
          go(first.href);
        }}
      >
        <Field input={input} text={text} onOpen={() => setIsOpen(true)} onText={setText} />
      </form>
      <p role="status" className="sr-only">
        {isOpen &&
          isSettled &&
          wanted !== "" &&
          `${results.length} ${results.length === 1 ? "result" : "results"}`}
      </p>
      {isOpen && wanted !== "" && (
        <div className="absolute inset-x-0 top-full z-30 mt-1 rounded-control border border-line-strong bg-raised shadow-float">
          <Answer {...found} onChoose={close} />
        </div>
      )}
    </search>
  );
}
