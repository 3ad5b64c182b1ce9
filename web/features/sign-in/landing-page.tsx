import { useQueryClient } from "@tanstack/react-query";
import { ChevronRight, Coins, ScrollText, ShieldCheck, Users } from "lucide-react";
import { Link } from "wouter";
import { ErrorBanner } from "#web/features/sign-in/error-banner.tsx";
import { SignInButton } from "#web/layout/header/sign-in-button.tsx";
import { signInNotes } from "#web/layout/slots/sign-in-notes.ts";
import { currentUserQuery, useSession } from "#web/lib/api/session.ts";
import { useHasDemoPlayers } from "#web/lib/demo-players.ts";
import { useParts } from "#web/lib/site.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { CoinFace } from "#web/ui/coin/coin-face.tsx";
import { Steps } from "#web/ui/proofs/steps.tsx";

const HEADLINE = ["Call the side.", "Flip the coin.", "Check the proof."] as const;

const FEATURES = [
  {
    icon: ScrollText,
    title: "Fair Gaming",
    text: "Provably fair, 50/50. The outcome is committed to before you bet and checked in your own browser.",
    href: "/fairness",
    more: "How fairness works",
  },
  {
    icon: Coins,
    title: "High Rewards",
    text: "A correct guess pays double your bet minus a 2.5% house edge. No hidden fees on top.",
    href: "/game-info",
    more: "What a flip pays",
  },
  {
    icon: ShieldCheck,
    title: "Secure",
    text: "Every bet is a balanced entry in an append-only ledger. Nothing is lost, nothing counted twice.",
    href: "/ledger",
    more: "Open the ledger",
  },
  {
    icon: Users,
    title: "Community",
    text: "Watch live bets as they land and climb the leaderboard of the day, the week and all time.",
    href: "/leaderboard",
    more: "See the leaderboard",
  },
] as const;

const STEPS = [
  { title: "Choose Side", text: "RBX is heads, TIX is tails." },
  { title: "Place Bet", text: "From 1.00 of the side's currency." },
  { title: "Win", text: "Guess right and take 1.975 times your bet." },
] as const;

function Hero() {
  const hasDemoPlayers = useHasDemoPlayers();
  return (
    <section className="grid items-center gap-10 py-8 sm:py-14 md:grid-cols-[1.15fr_1fr] lg:py-20">
      <div>
        <h1
          tabIndex={-1}
          className="font-bold text-4xl text-ink leading-[1.05] tracking-tight sm:text-5xl md:text-4xl lg:text-6xl"
        >
          {HEADLINE.map((sentence) => (
            <span key={sentence} className="block">{`${sentence} `}</span>
          ))}
        </h1>
        <p className="mt-5 max-w-xl text-lg text-muted">
          Double or nothing for RBX and TIX, with every result open to anyone who wants to recompute it.
        </p>
        <div className="mt-8 flex flex-wrap items-center gap-x-4 gap-y-3">
          <SignInButton size="lg" />
          <p className="text-faint text-sm">
            {hasDemoPlayers
              ? "No demo users are allowed: play is for Roblox accounts only. Players marked “demo” are programs."
              : "No demo users are allowed: play is for Roblox accounts only."}
          </p>
        </div>
        {useParts(signInNotes).map((note) => (
          <p key={note} className="mt-3 max-w-xl text-faint text-sm">
            {note}
          </p>
        ))}
      </div>
      <div className="relative mx-auto h-52 w-72 sm:h-64 sm:w-88 lg:h-80 lg:w-110" aria-hidden="true">
        <CoinFace
          face="tix"
          className="absolute top-0 right-0 size-36 rotate-12 [filter:drop-shadow(0_25px_25px_#00000026)] sm:size-44 lg:size-56"
        />
        <CoinFace
          face="rbx"
          className="absolute bottom-0 left-0 size-44 -rotate-6 [filter:drop-shadow(0_25px_25px_#00000026)] sm:size-56 lg:size-70"
        />
      </div>
    </section>
  );
}

function Features() {
  return (
    <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
      {FEATURES.map(({ icon: Icon, title, text, href, more }) => (
        <li key={title} className="flex">
          <Card className="flex grow flex-col items-start">
            <Icon className="size-6 text-accent" aria-hidden="true" />
            <h2 className="mt-4 font-semibold text-ink text-lg tracking-tight">{title}</h2>
            <p className="mt-1.5 mb-2 text-muted text-sm">{text}</p>
            <Link
              href={href}
              className="mt-auto inline-flex min-h-11 items-center gap-1 rounded-lg font-medium text-accent text-sm underline-offset-4 hover:underline"
            >
              {more}
              <ChevronRight className="size-4" aria-hidden="true" />
            </Link>
          </Card>
        </li>
      ))}
    </ul>
  );
}

function HowToPlay() {
  return (
    <section className="mt-16">
      <h2 className="font-bold text-2xl text-ink tracking-tight sm:text-3xl">How to Play</h2>
      <Card className="mt-6">
        <Steps steps={STEPS} className="md:grid-cols-3" />
      </Card>
    </section>
  );
}

function Unreachable() {
  const queryClient = useQueryClient();
  const session = useSession();
  if (session.status !== "signed-out" || session.reachable) return null;
  return (
    <div
      role="alert"
      className="mb-6 flex flex-wrap items-center justify-between gap-3 rounded-control border border-warn/40 bg-raised px-4 py-2 text-sm"
    >
      <p className="text-ink">The server cannot be reached. Your session and your bets are safe.</p>
      <Button size="sm" onClick={() => void queryClient.resetQueries(currentUserQuery)}>
        Try again
      </Button>
    </div>
  );
}

function TextLink({ href, children }: { href: string; children: string }) {
  return (
    <Link href={href} className="tap rounded text-muted underline underline-offset-4 hover:text-ink">
      {children}
    </Link>
  );
}

/** What visitors see: what the site is, and the way in. */
export default function LandingPage() {
  return (
    <>
      <ErrorBanner />
      <Unreachable />
      <Hero />
      <Features />
      <HowToPlay />
      <div className="mt-8 space-y-4 text-faint text-sm">
        <p>
          Look around first: <TextLink href="/my-limiteds">sample limiteds</TextLink> and{" "}
          <TextLink href="/limiteds-coinflip">open coinflips</TextLink>
        </p>
        <p>
          Trouble signing in? <TextLink href="/oauth-test">Test the OAuth sign-in</TextLink>
        </p>
      </div>
    </>
  );
}

/** It asks for nothing, so that all of it can be there before any script is. */
export const First = LandingPage;
