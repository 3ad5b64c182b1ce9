import { useQuery } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { Link } from "wouter";
import { SUBTITLE, TITLE } from "#web/features/chat/messages.ts";
import { isStaff, roomQuery } from "#web/features/chat/queries.ts";
import { ReadingOptions } from "#web/features/chat/reading-options.tsx";
import { ChatRoom } from "#web/features/chat/talk/chat-room.tsx";
import { PageHeading } from "#web/layout/page-heading.tsx";
import { useUser } from "#web/lib/api/session.ts";
import { cx } from "#web/lib/cx.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";

const HEADING = { title: TITLE, description: SUBTITLE };

/** Drawn by the build: there before any script is. */
export const First = () => (
  <div className="mx-auto max-w-3xl">
    <PageHeading {...HEADING} />
  </div>
);

/** What everybody says, in one room. */
export default function ChatPage() {
  const isModerating = isStaff(useUser());
  const isOpen = useQuery(roomQuery).data?.isOpen === true;
  return (
    // The card takes what the heading leaves of the view: moderators have a line more there.
    <div className="mx-auto flex h-[max(34rem,calc(100dvh-9.5rem))] max-w-3xl flex-col">
      <PageHeading
        {...HEADING}
        // A player's one small button fits beside the title on every screen.
        className={cx("mb-4!", !isModerating && "flex-nowrap!")}
        actions={
          <div className="flex items-center gap-2">
            {isModerating && (
              <Link href="/chat/moderation" className={buttonClass({ size: "sm" })}>
                <ShieldCheck className="size-4" aria-hidden="true" />
                Moderation
              </Link>
            )}
            {/* A locked chat has nothing to read. The place is kept: the text beside it wraps alike. */}
            {isOpen ? <ReadingOptions /> : <span className="size-11" />}
          </div>
        }
      />
      <Card aria-label="Chat" className="min-h-0 grow p-2! sm:p-4!">
        <ChatRoom />
      </Card>
    </div>
  );
}
