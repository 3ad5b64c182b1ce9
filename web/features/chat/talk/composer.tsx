import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { SendHorizontal, X } from "lucide-react";
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import type { ChatMessage } from "#domain/features/chat/contract.ts";
import { GAP_MS } from "#domain/features/chat/rules.ts";
import {
  charactersOf,
  cleaned,
  MESSAGE_CHARS_MAX,
  messageText,
  TEXT_PROBLEMS,
} from "#domain/features/chat/text.ts";
import { SEND_FAILED } from "#web/features/chat/messages.ts";
import { isStaff, newestQuery, roomQuery } from "#web/features/chat/queries.ts";
import { ApiError, hasCode } from "#web/lib/api/api.ts";
import { command } from "#web/lib/api/commands/command.ts";
import { useUser } from "#web/lib/api/session.ts";
import { toastError } from "#web/lib/api/toast-error.ts";
import { useNow } from "#web/lib/page/use-now.ts";
import { useKeptText } from "#web/lib/store/use-kept-text.ts";
import { toast } from "#web/lib/toast.ts";
import { ActionButton } from "#web/ui/action-button.tsx";

/** The counter is marked from this few characters left. */
const FEW_LEFT = 50;
const TICK_MS = 250;

/** What the input is for at the moment. */
export type Writing =
  | { readonly as: "new" }
  | { readonly as: "reply" | "edit"; readonly message: ChatMessage };

interface ComposerProps {
  readonly writing: Writing;
  /** Back to a new message. */
  readonly onDone: () => void;
}

function Counter({ left }: { left: number }) {
  return (
    <span
      aria-hidden="true"
      className={`text-xs tabular-nums ${left < 0 ? "font-semibold text-loss" : left < FEW_LEFT ? "text-warn" : "text-faint"}`}
    >
      {left}
    </span>
  );
}

function About({ writing, onCancel }: { writing: Exclude<Writing, { as: "new" }>; onCancel: () => void }) {
  const { message, as } = writing;
  return (
    <div className="flex items-center gap-2 rounded-t-control border border-line border-b-0 bg-raised/60 px-3 py-1.5 text-muted text-xs">
      <span className="min-w-0 flex-1 truncate">
        {as === "reply" ? (
          <>
            Reply to <span className="font-semibold text-ink">{message.user.username}</span>:{" "}
          </>
        ) : (
          "Change: "
        )}
        <bdi dir="auto">{message.message}</bdi>
      </span>
      <button
        type="button"
        onClick={onCancel}
        aria-label={as === "reply" ? "Cancel reply" : "Cancel edit"}
        className="grid size-8 shrink-0 place-items-center rounded-lg hover:bg-hover hover:text-ink"
      >
        <X className="size-4" aria-hidden="true" />
      </button>
    </div>
  );
}

/** A wait that begins now: the ticking clock may be a second behind. */
const waitOf = (ms: number, from = Date.now()) => ({ from, until: from + ms });

/** Until when the player waits, in milliseconds, and how to make them wait. */
function useWait() {
  const me = useUser();
  const slow = useQuery(roomQuery).data?.slow ?? null;
  const [{ from, until }, setWait] = useState({ from: 0, until: 0 });
  const now = useNow(TICK_MS);
  const isSlow = slow !== null && !isStaff(me) && Date.parse(slow.until) > now;
  return {
    seconds: Math.max(0, Math.ceil((until - Math.max(now, from)) / 1_000)),
    slowSeconds: isSlow ? slow.seconds : null,
    /** @param ms of the service, else what is usual after a message */
    wait: (ms: number | null) => setWait(waitOf(ms ?? Math.max(GAP_MS, isSlow ? slow.seconds * 1_000 : 0))),
  };
}

type Sending = { readonly text: string; readonly writing: Writing };

const send = ({ text: message, writing }: Sending) =>
  writing.as === "edit"
    ? command("PATCH /chat/messages/{id}", {
        params: { id: writing.message.id },
        body: { message },
      })
    : command("POST /chat/messages", {
        body: { message, ...(writing.as === "reply" && { replyToId: writing.message.id }) },
      });

function useSend({
  onSent,
  onWait,
}: {
  onSent: (sent: Sending) => void;
  onWait: (ms: number | null) => void;
}) {
  const queryClient = useQueryClient();
  return useMutation<ChatMessage, Error, Sending>({
    mutationFn: send,
    onSuccess: (_, sent) => onSent(sent),
    onError: (error) => {
      if (error instanceof ApiError && error.problem?.code === "slow_mode") return onWait(error.retryAfterMs);
      if (hasCode(error, "muted")) void queryClient.invalidateQueries({ queryKey: roomQuery.queryKey });
      toastError(error, SEND_FAILED, SEND_FAILED);
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey: newestQuery.queryKey }),
  });
}

/** The message that is being written: its text, what it still waits for, and how to send it. */
function useDraft({ writing, onDone }: ComposerProps) {
  const input = useRef<HTMLTextAreaElement>(null);
  const [text, setText, forget] = useKeptText("chat");
  const { seconds, slowSeconds, wait } = useWait();
  const { mutate, isPending } = useSend({
    onWait: wait,
    onSent: (sent) => {
      forget();
      setText("");
      if (sent.writing.as !== "edit") wait(null);
      onDone();
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is written changes the text
  useEffect(() => {
    if (writing.as === "edit") setText(writing.message.message);
    if (writing.as !== "new") input.current?.focus();
  }, [writing]);
  const left = MESSAGE_CHARS_MAX - charactersOf(cleaned(text));
  const mustWait = seconds > 0 && writing.as !== "edit";
  const isUnavailable = isPending || mustWait || left < 0 || text.trim() === "";
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (isUnavailable) return;
    const { problem } = messageText(text);
    if (problem !== null) {
      toast({ title: SEND_FAILED, description: TEXT_PROBLEMS[problem], variant: "destructive" });
      return;
    }
    mutate({ text, writing });
  };
  const cancel = () => {
    if (writing.as === "edit") setText("");
    onDone();
  };
  const waits = mustWait ? seconds : null;
  return { input, text, setText, left, waits, slowSeconds, isUnavailable, submit, cancel };
}

/** The message input. Enter sends; Shift+Enter is a space, since messages have one line. */
export function Composer({ writing, onDone }: ComposerProps) {
  const id = useId();
  const draft = useDraft({ writing, onDone });
  const { input, text, left, waits, slowSeconds, isUnavailable, submit, cancel } = draft;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" && writing.as !== "new") cancel();
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    submit();
  };
  return (
    <form onSubmit={submit} noValidate>
      {writing.as !== "new" && <About writing={writing} onCancel={cancel} />}
      <div
        className={`flex items-end gap-2 border border-field bg-sunken p-1.5 pl-3.5 transition-colors focus-within:border-accent ${writing.as === "new" ? "rounded-control" : "rounded-b-control"}`}
      >
        <label htmlFor={id} className="sr-only">
          Your message
        </label>
        <textarea
          id={id}
          ref={input}
          rows={1}
          value={text}
          dir="auto"
          placeholder={waits === null ? "Say something" : `Wait ${waits} s`}
          aria-describedby={`${id}-about`}
          aria-invalid={left < 0 || undefined}
          onChange={(event) => draft.setText(event.target.value)}
          onKeyDown={onKeyDown}
          className="field-sizing-content max-h-32 min-h-11 flex-1 resize-none bg-transparent py-2.5 text-base text-ink outline-none placeholder:text-faint"
        />
        <span className="self-center">
          <Counter left={left} />
        </span>
        <ActionButton
          type="submit"
          size="sm"
          variant="primary"
          isUnavailable={isUnavailable}
          className="min-w-16"
        >
          {waits === null ? (
            <>
              <SendHorizontal className="size-4" aria-hidden="true" />
              <span className="sr-only">{writing.as === "edit" ? "Save" : "Send"}</span>
            </>
          ) : (
            `${waits} s`
          )}
        </ActionButton>
      </div>
      <p id={`${id}-about`} className="mt-1 min-h-4 text-faint text-xs">
        {slowSeconds !== null && `Slow mode: one message in ${slowSeconds} s. `}
        {left < 0 && (
          <span className="text-loss">{-left === 1 ? "1 character" : `${-left} characters`} too many. </span>
        )}
        <span className="sr-only">At most {MESSAGE_CHARS_MAX} characters. Enter sends.</span>
      </p>
    </form>
  );
}
